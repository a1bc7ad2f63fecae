import { describeFailure } from '../../core/lookup.ts';
import { defineCheck } from '../check.ts';
import { analyzeDane, carryOutFix } from './analyze.ts';
import { collectDane, type DaneFacts } from './collect.ts';
import { presentDane, readDane, summarizeDane } from './present.ts';
import { rules } from './rules.ts';
import { DaneShape } from './shape.ts';

export { pinnedHosts } from './analyze.ts';
export type { DaneFacts } from './collect.ts';

declare module '../check.ts' {
  interface AllFacts {
    dane: DaneFacts;
  }
}

export const daneCheck = defineCheck({
  record: 'dane',
  label: 'DANE',
  title: 'DANE',
  group: 'receiving',
  score: { group: 'transport', points: 1 },
  depth: 'check',
  isGlanced: true,
  rules,
  collect: collectDane,
  analyze: ({ dane, mx, smtp }) => analyzeDane(dane, {
    mxUnknown: mx.lookup.outcome === 'failed' ? describeFailure('MX', mx.domain, mx.lookup) : null,
    visits: smtp.visits,
    now: smtp.now,
  }),
  carryOut: carryOutFix,
  shape: DaneShape,
  present: ({ dane, mx }, issues) => presentDane(dane, mx.lookup.outcome === 'failed', issues),
  summarize: summarizeDane,
  read: readDane,
});
