import type { Check } from '../check.ts';
import { okUnless } from '../status.ts';
import { analyzeCaa, setInForce } from './analyze.ts';
import { collectCaa, type CaaFacts } from './collect.ts';
import { rules } from './rules.ts';

export type { CaaFacts } from './collect.ts';

export const caaCheck: Check<'caa'> = {
  record: 'caa',
  rules,
  collect: collectCaa,
  analyze: facts => analyzeCaa(facts.caa),
  present: (facts, issues) => present(facts.caa, issues),
};

function present(facts: CaaFacts, issues: readonly string[]) {
  const set = setInForce(facts);
  if (set.state !== 'found') return { status: set.state === 'none' ? 'missing' as const : 'error' as const, records: [], at: null };
  return { status: okUnless(issues), records: set.records, at: set.at };
}
