import { defineCheck } from '../check.ts';
import { inferSelectors } from '../providers/index.ts';
import { analyzeDkim } from './analyze.ts';
import { carryOutFix, collectDkim, type DkimFacts } from './collect.ts';
import { outgoingMail } from './outgoing.ts';
import { presentDkim, readDkim, summarizeDkim } from './present.ts';
import { rules } from './rules.ts';
import { DkimShape } from './shape.ts';

export { hasKey, liveSelectors, signing } from './answers.ts';
export { MAX_FURTHER as MAX_CHOSEN_SELECTORS, type DkimFacts } from './collect.ts';

declare module '../check.ts' {
  interface AllFacts {
    dkim: DkimFacts;
  }
}

export const dkimCheck = defineCheck({
  record: 'dkim',
  label: 'DKIM',
  title: 'DKIM',
  group: 'sending',
  score: { group: 'mailAuthentication', points: 12 },
  depth: 'check',
  essential: [rules['none.found']],
  isGlanced: true,
  rules,
  collect: context => collectDkim(context, inferSelectors),
  analyze: facts => analyzeDkim(facts.dkim, outgoingMail(facts)),
  carryOut: carryOutFix,
  shape: DkimShape,
  present: ({ dkim }, issues) => presentDkim(dkim, issues),
  summarize: summarizeDkim,
  read: readDkim,
});
