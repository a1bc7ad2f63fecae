import type { VulnerabilitySource } from '../../../../core/outside/vulnerability-data.ts';
import { cve, nvd, osv } from './changed-records.ts';
import type { SourceReader } from './source.ts';
import { endoflife, epss, kev, retire, vulncheck } from './whole-files.ts';

/** How each source is read. */
export const readers: Readonly<Record<VulnerabilitySource, SourceReader>> = { cve, osv, nvd, kev, vulncheck, epss, endoflife, retire };
