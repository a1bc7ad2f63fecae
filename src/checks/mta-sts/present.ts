import type { z } from 'zod';
import type { ReadableField } from '../check.ts';
import { okUnless } from '../status.ts';
import { policyOf, recordsOf } from './analyze.ts';
import type { MtaStsFacts } from './collect.ts';
import { found } from '../lookups.ts';
import { isMeantAsSts, policyUrl } from './parse.ts';
import type { MtaStsShape } from './shape.ts';

type Shown = z.output<typeof MtaStsShape>;

/** The record, and the policy that its host serves. */
export function presentMtaSts({ domain, txt, policy }: MtaStsFacts, issues: readonly string[]) {
  const record = recordsOf({ txt })[0] ?? null;
  const read = policyOf(policy);
  return {
    status: record === null && txt.outcome !== 'failed' && !found(txt).some(isMeantAsSts) ? 'missing' as const : okUnless(issues),
    record,
    mode: read?.mode ?? null,
    maxAge: read?.maxAgeSeconds ?? null,
    mx: read?.mx ?? [],
    policyUrl: policyUrl(domain),
  };
}

/** What was found in a few words. */
export function summarizeMtaSts({ record, mode }: Shown): string {
  return record === null ? '' : mode ?? record;
}

/** In what a change is reported. */
export function readMtaSts({ record, mode }: Shown): readonly ReadableField[] {
  return [['MTA-STS record', [record]], ['MTA-STS mode', [mode]]];
}
