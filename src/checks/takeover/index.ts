import { defineCheck } from '../check.ts';
import { analyzeTakeover, unreadNames } from './analyze.ts';
import { collectTakeover, type TakeoverFacts } from './collect.ts';
import { presentTakeover, readTakeover, summarizeTakeover } from './present.ts';
import { rules } from './rules.ts';
import { TakeoverShape } from './shape.ts';

export { COMMON_NAMES, type TakeoverFacts } from './collect.ts';

declare module '../check.ts' {
  interface AllFacts {
    takeover: TakeoverFacts;
  }
}

export const takeoverCheck = defineCheck({
  record: 'takeover',
  label: 'Takeover',
  title: 'Takeover',
  group: 'name',
  score: { group: 'checkup', points: 5 },
  depth: 'checkup',
  isGlanced: true,
  rules,
  collect: collectTakeover,
  analyze: ({ takeover }) => analyzeTakeover(takeover),
  shape: TakeoverShape,
  present: ({ takeover }, issues) => presentTakeover(takeover, issues),
  summarize: summarizeTakeover,
  read: readTakeover,
  isWhole: facts => unreadNames(facts).length === 0,
});
