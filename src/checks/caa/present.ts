import type { z } from 'zod';
import type { ReadableField } from '../check.ts';
import { okUnless } from '../status.ts';
import { setInForce } from './analyze.ts';
import type { CaaFacts } from './collect.ts';
import type { CaaShape } from './shape.ts';

type Shown = z.output<typeof CaaShape>;

/** The set of records in force, and where it stands. */
export function presentCaa(facts: CaaFacts, issues: readonly string[]) {
  const set = setInForce(facts);
  if (set.state !== 'found') return { status: set.state === 'none' ? 'missing' as const : 'error' as const, records: [], at: null };
  return { status: okUnless(issues), records: [...set.records], at: set.at };
}

/** What was found in a few words. */
export function summarizeCaa({ records }: Shown): string {
  return records.map(({ tag, value }) => `${tag} ${value}`).join(', ');
}

/** In what a change is reported. */
export function readCaa({ records }: Shown): readonly ReadableField[] {
  return [['CAA record', records.map(({ flags, tag, value }) => `${flags} ${tag} "${value}"`)]];
}
