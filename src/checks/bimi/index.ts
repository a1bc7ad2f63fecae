import type { Check } from '../check.ts';
import { okUnless } from '../status.ts';
import { analyzeBimi } from './analyze.ts';
import { collectBimi, type BimiFacts } from './collect.ts';
import { publishedRecords } from './published.ts';
import { rules } from './rules.ts';

export type { BimiFacts } from './collect.ts';

/** Whether a logo of the domain is to be shown on the strength of a certificate; false also where that could not be told. */
export function namesCertificate({ places }: BimiFacts): boolean {
  const published = publishedRecords(places);
  return published.state === 'found' && published.records.some(({ authority }) => authority !== null);
}

export const bimiCheck: Check<'bimi'> = {
  record: 'bimi',
  rules,
  collect: collectBimi,
  analyze: facts => analyzeBimi(facts.bimi, facts.dmarc),
  present: (facts, issues) => present(facts.bimi, issues),
};

function present(facts: BimiFacts, issues: readonly string[]) {
  const published = publishedRecords(facts.places);
  if (published.state !== 'found') {
    return { status: published.state === 'none' ? 'missing' as const : 'error' as const, record: null, location: null, authority: null, declined: false };
  }
  const { text, location, authority, declined } = published.records[0]!;
  return { status: okUnless(issues), record: text, location, authority, declined };
}
