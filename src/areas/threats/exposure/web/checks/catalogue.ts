import { defaultPageChecks } from './catalogue/default-pages.ts';
import { fileChecks } from './catalogue/files.ts';
import { applicationChecks } from './catalogue/applications.ts';
import type { ExposedPathCheck } from './exposed-path.ts';

/** Every check, those of what matters most first. */
export const exposedPathChecks: readonly ExposedPathCheck[] = [...fileChecks, ...applicationChecks, ...defaultPageChecks];
