import { defineCheck } from '../check.ts';
import { analyzeZone } from './analyze.ts';
import { collectZone, type ZoneFacts } from './collect.ts';
import { presentZone, readZone, summarizeZone } from './present.ts';
import { rules } from './rules.ts';
import { ZoneShape } from './shape.ts';

export type { ZoneFacts } from './collect.ts';

declare module '../check.ts' {
  interface AllFacts {
    zone: ZoneFacts;
  }
}

export const zoneCheck = defineCheck({
  record: 'zone',
  label: 'Zone',
  title: 'Zone',
  group: 'name',
  score: { group: 'dns', points: 4 },
  depth: 'check',
  rules,
  collect: collectZone,
  analyze: ({ zone }) => analyzeZone(zone),
  shape: ZoneShape,
  present: ({ zone }, issues) => presentZone(zone, issues),
  summarize: summarizeZone,
  read: readZone,
});
