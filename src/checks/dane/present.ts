import type { z } from 'zod';
import type { ReadableField } from '../check.ts';
import { MAX_SHOWN } from '../evidence.ts';
import { found } from '../lookups.ts';
import { okUnless } from '../status.ts';
import type { DaneFacts } from './collect.ts';
import type { DaneShape } from './shape.ts';

type Shown = z.output<typeof DaneShape>;

/** The TLSA records of each mail server. */
export function presentDane({ hosts }: DaneFacts, mxFailed: boolean, issues: readonly string[]) {
  const unknown = mxFailed || hosts.some(({ tlsa }) => tlsa.outcome === 'failed');
  const published = hosts.some(({ tlsa }) => tlsa.outcome === 'found');
  return {
    status: published || unknown ? okUnless(issues) : 'missing' as const,
    hosts: hosts.map(({ host, tlsa, security }) => ({ host, records: found(tlsa).slice(0, MAX_SHOWN), security: security?.tlsa.status ?? null })),
  };
}

/** What was found in a few words. */
export function summarizeDane({ hosts }: Shown): string {
  const pinned = hosts.filter(({ records }) => records.length > 0).length;
  return pinned === 0 ? '' : `TLSA records of ${pinned} of ${hosts.length} mail servers`;
}

/** In what a change is reported. */
export function readDane({ hosts }: Shown): readonly ReadableField[] {
  return [['TLSA record', hosts.flatMap(({ host, records }) => records.map(({ usage, selector, matchingType, association }) => `${host}: ${usage} ${selector} ${matchingType} ${association}`))]];
}
