import type { Check } from '../check.ts';
import { inferSelectors } from '../providers/index.ts';
import { analyzeDkim } from './analyze.ts';
import { collectDkim } from './collect.ts';
import { outgoingMail } from './outgoing.ts';
import { presentDkim } from './present.ts';
import { rules } from './rules.ts';

export { hasKey, liveSelectors, signing } from './answers.ts';
export { MAX_FURTHER as MAX_CHOSEN_SELECTORS, type DkimFacts } from './collect.ts';

export const dkimCheck: Check<'dkim'> = {
  record: 'dkim',
  rules,
  collect: looking => collectDkim(looking, inferSelectors),
  analyze: facts => analyzeDkim(facts.dkim, outgoingMail(facts)),
  present: (facts, issues) => presentDkim(facts.dkim, issues),
};
