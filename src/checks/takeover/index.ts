import type { Check } from '../check.ts';
import { okUnless } from '../status.ts';
import { analyzeTakeover, dangersOf } from './analyze.ts';
import { collectTakeover, COMMON_NAMES, type TakeoverFacts } from './collect.ts';
import { rules } from './rules.ts';

export type { TakeoverFacts } from './collect.ts';

export const takeoverCheck: Check<'takeover'> = {
  record: 'takeover',
  rules,
  collect: collectTakeover,
  analyze: ({ takeover }) => analyzeTakeover(takeover),
  present: ({ takeover }, issues) => presentTakeover(takeover, issues),
};

/** `danger` is null where nothing is wrong with the name. */
function presentTakeover(facts: TakeoverFacts, issues: readonly string[]) {
  const dangers = new Map(dangersOf(facts).map(({ name, kind }) => [name, kind]));
  return {
    status: okUnless(issues),
    namesLookedAt: COMMON_NAMES.length + 1,
    names: facts.names.map(({ name, via, service }) => ({ name, target: via.at(-1) ?? null, service, danger: dangers.get(name) ?? null })),
    failed: facts.failed.slice(0, 20),
  };
}
