import type { z } from 'zod';
import type { ReadableField } from '../check.ts';
import { found } from '../lookups.ts';
import type { RecordStatus } from '../shape.ts';
import type { SpfFacts } from './collect.ts';
import type { SpfShape } from './shape.ts';

type Shown = z.output<typeof SpfShape>;

/** The published texts, and what the record comes to with all that it includes. */
export function presentSpf(facts: SpfFacts, issues: readonly string[]) {
  const { records, audit } = facts;
  return {
    status: statusOf(facts, issues),
    record: records[0] ?? null,
    records,
    texts: [...found(facts.txt)],
    lookups: audit?.lookups ?? null,
    voidLookups: audit?.voidLookups ?? null,
    tree: audit?.tree ?? null,
    policy: audit?.policy ?? null,
    ipv4: audit?.ipv4 ?? [],
    ipv6: audit?.ipv6 ?? [],
  };
}

function statusOf({ txt, records }: SpfFacts, issues: readonly string[]): RecordStatus {
  if (issues.length === 0) return 'ok';
  return txt.outcome !== 'failed' && records.length === 0 ? 'missing' : 'error';
}

/** What was found in a few words. */
export function summarizeSpf({ record, lookups }: Shown): string {
  if (record === null) return '';
  return lookups === null ? record : `${record}  (${lookups} of 10 lookups)`;
}

/** In what a change is reported. */
export function readSpf({ record, records, lookups }: Shown): readonly ReadableField[] {
  return [
    ['SPF record', Array.isArray(records) ? records as string[] : [record]],
    ['Lookups of SPF', [lookups === null ? null : String(lookups)]],
  ];
}
