import { defineCheck } from '../check.ts';
import { analyzeBlocklists } from './analyze.ts';
import { collectBlocklists, type BlocklistsFacts } from './collect.ts';
import { presentBlocklists, readBlocklists, summarizeBlocklists } from './present.ts';
import { rules } from './rules.ts';
import { BlocklistsShape } from './shape.ts';

export type { BlocklistsFacts } from './collect.ts';

declare module '../check.ts' {
  interface AllFacts {
    blocklists: BlocklistsFacts;
  }
}

export const blocklistsCheck = defineCheck({
  record: 'blocklists',
  label: 'Blocklists',
  title: 'Blocklists',
  group: 'reputation',
  score: { group: 'checkup', points: 4 },
  depth: 'checkup',
  isGlanced: true,
  rules,
  collect: collectBlocklists,
  analyze: ({ blocklists }) => analyzeBlocklists(blocklists),
  shape: BlocklistsShape,
  present: ({ blocklists }, issues) => presentBlocklists(blocklists, issues),
  summarize: summarizeBlocklists,
  read: readBlocklists,
  isWhole: ({ lists, targets, unknown }) => (lists.length === 0 || lists.some(({ fault }) => fault === null)) && unknown.mail === null && unknown.web === null && targets.every(({ answers }) => answers.every(({ lookup }) => lookup.outcome !== 'failed')),
  passing: ['targets.answers.cause'],
});
