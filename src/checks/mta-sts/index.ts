import { defineCheck } from '../check.ts';
import { exchangesOf } from '../mx/index.ts';
import { analyzeMtaSts, carryOutFix, policyOf, recordsOf } from './analyze.ts';
import { collectMtaSts, type MtaStsFacts } from './collect.ts';
import { presentMtaSts, readMtaSts, summarizeMtaSts } from './present.ts';
import { rules } from './rules.ts';
import { MtaStsShape } from './shape.ts';

export { matchesPattern } from './parse.ts';
export type { MtaStsFacts } from './collect.ts';

declare module '../check.ts' {
  interface AllFacts {
    mtaSts: MtaStsFacts;
  }
}

export const mtaStsCheck = defineCheck({
  record: 'mtaSts',
  label: 'MTA-STS',
  title: 'MTA-STS',
  group: 'receiving',
  score: { group: 'transport', points: 2 },
  depth: 'check',
  isGlanced: true,
  rules,
  collect: collectMtaSts,
  analyze: ({ mtaSts, mx }) => analyzeMtaSts(mtaSts, {
    mxHosts: mx.lookup.outcome === 'failed' ? null : exchangesOf(mx.lookup).map(({ exchange }) => exchange),
  }),
  carryOut: carryOutFix,
  shape: MtaStsShape,
  present: ({ mtaSts }, issues) => presentMtaSts(mtaSts, issues),
  summarize: summarizeMtaSts,
  read: readMtaSts,
});

/** Whether the domain announces a policy. */
export function announcesMtaSts(facts: MtaStsFacts): boolean {
  return recordsOf(facts).length > 0;
}

/** Whether senders that know MTA-STS refuse mail servers that the policy does not cover. */
export function enforcesMtaSts(facts: MtaStsFacts): boolean {
  return recordsOf(facts).length === 1 && policyOf(facts.policy)?.mode === 'enforce';
}
