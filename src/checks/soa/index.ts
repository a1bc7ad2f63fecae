import { defineCheck } from '../check.ts';
import { analyzeSoa } from './analyze.ts';
import { collectSoa, type SoaFacts } from './collect.ts';
import { presentSoa, readSoa, summarizeSoa } from './present.ts';
import { rules } from './rules.ts';
import { SoaShape } from './shape.ts';

export type { SoaFacts } from './collect.ts';

declare module '../check.ts' {
  interface AllFacts {
    soa: SoaFacts;
  }
}

export const soaCheck = defineCheck({
  record: 'soa',
  label: 'SOA',
  title: 'Start of authority (SOA)',
  group: 'name',
  score: { group: 'dns', points: 2 },
  depth: 'check',
  rules,
  collect: collectSoa,
  analyze: ({ soa }) => analyzeSoa(soa),
  shape: SoaShape,
  present: ({ soa }, issues) => presentSoa(soa, issues),
  summarize: summarizeSoa,
  read: readSoa,
  passing: ['serial'],
});
