import { defineCheck } from '../check.ts';
import { analyzeWeb } from './analyze.ts';
import { collectWeb, type WebFacts } from './collect.ts';
import { presentWeb, readWeb, summarizeWeb } from './present.ts';
import { rules } from './rules.ts';
import { WebShape } from './shape.ts';

export { isOutOfReach } from './analyze.ts';
export type { WebFacts } from './collect.ts';
export type { InsecureResource, PageRead } from './html.ts';
export { leadsTo, valuesOf, visitOn, type Visit } from './visit.ts';

declare module '../check.ts' {
  interface AllFacts {
    web: WebFacts;
  }
}

export const webCheck = defineCheck({
  record: 'web',
  label: 'Website',
  title: 'Website',
  group: 'website',
  score: { group: 'transport', points: 1 },
  depth: 'check',
  isGlanced: true,
  rules,
  collect: collectWeb,
  analyze: ({ web }) => analyzeWeb(web),
  shape: WebShape,
  present: ({ web }, issues) => presentWeb(web, issues),
  summarize: summarizeWeb,
  read: readWeb,
});
