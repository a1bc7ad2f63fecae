import { defineTexts } from '../../../../language/index.ts';
import type { StepKind } from '../types.ts';

/** Steps that somebody takes on pages of a site. */
export const texts = defineTexts('web/site-audit/steps', ({ number }) => ({
  step: (at: number) => `Step ${number(at)}`, kinds: { goto: 'Open', fill: 'Fill in', click: 'Click', waitFor: 'Wait for' } satisfies Record<StepKind, string>, address: 'URL on the domain', selector: 'CSS selector', value: 'Text', add: 'Add a step', addTo: (list: string) => `Add a step: ${list}`, remove: (at: number) => `Remove step ${number(at)}`,
}));
