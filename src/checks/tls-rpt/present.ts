import type { z } from 'zod';
import type { ReadableField } from '../check.ts';
import { found } from '../lookups.ts';
import { okUnless } from '../status.ts';
import { recordsOf } from './analyze.ts';
import type { TlsRptFacts } from './collect.ts';
import { isMeantAsTlsRpt, parseTlsRpt } from './parse.ts';
import type { TlsRptShape } from './shape.ts';

type Shown = z.output<typeof TlsRptShape>;

/** The record, and where it has reports sent. */
export function presentTlsRpt({ txt }: TlsRptFacts, issues: readonly string[]) {
  const record = recordsOf({ txt })[0] ?? null;
  return {
    status: record === null && txt.outcome !== 'failed' && !found(txt).some(isMeantAsTlsRpt) ? 'missing' as const : okUnless(issues),
    record,
    rua: record === null ? [] : parseTlsRpt(record)!.rua,
  };
}

/** What was found in a few words. */
export function summarizeTlsRpt({ record }: Shown): string {
  return record ?? '';
}

/** In what a change is reported. */
export function readTlsRpt({ record }: Shown): readonly ReadableField[] {
  return [['TLS-RPT record', [record]]];
}
