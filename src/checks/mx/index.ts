import { defineCheck } from '../check.ts';
import { analyzeMx } from './analyze.ts';
import { collectMx, type MxFacts } from './collect.ts';
import { presentMx, readMx, summarizeMx } from './present.ts';
import { rules } from './rules.ts';
import { carryOutFix } from './repair.ts';
import { MxShape } from './shape.ts';

export { lookupExchanges } from './collect.ts';
export type { MxFacts } from './collect.ts';
export { exchangesOf, isLiteral, isNullMx } from './exchanges.ts';

declare module '../check.ts' {
  interface AllFacts {
    mx: MxFacts;
  }
}

export const mxCheck = defineCheck({
  record: 'mx',
  label: 'MX',
  title: 'Mail servers (MX)',
  group: 'receiving',
  score: { group: 'transport', points: 4 },
  depth: 'check',
  essential: [rules.missing],
  isGlanced: true,
  rules,
  collect: collectMx,
  analyze: ({ mx, spf }) => analyzeMx(mx, { sendsFromMx: spf.audit?.terms.some(term => /^\+?mx(\/|$)/i.test(term)) ?? false }),
  carryOut: carryOutFix,
  shape: MxShape,
  present: ({ mx }) => presentMx(mx),
  summarize: summarizeMx,
  read: readMx,
});
