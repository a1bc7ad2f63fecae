import { defineCheck } from '../check.ts';
import { analyzeNameservers } from './analyze.ts';
import { collectNameservers, type NameserversFacts } from './collect.ts';
import { presentNameservers, readNameservers, summarizeNameservers } from './present.ts';
import { rules } from './rules.ts';
import { NameserversShape } from './shape.ts';

export { delegatedNames } from './collect.ts';
export type { NameserversFacts } from './collect.ts';
export { isFree, lookupGone } from './gone.ts';
export { withWitnesses } from './witness.ts';

declare module '../check.ts' {
  interface AllFacts {
    nameservers: NameserversFacts;
  }
}

export const nameserversCheck = defineCheck({
  record: 'nameservers',
  label: 'Nameservers',
  title: 'Nameservers',
  group: 'name',
  score: { group: 'dns', points: 11 },
  depth: 'check',
  essential: [rules.count],
  isGlanced: true,
  rules,
  collect: collectNameservers,
  analyze: ({ nameservers }) => analyzeNameservers(nameservers),
  shape: NameserversShape,
  present: ({ nameservers }) => presentNameservers(nameservers),
  summarize: summarizeNameservers,
  read: readNameservers,
});
