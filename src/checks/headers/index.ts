import { defineCheck } from '../check.ts';
import { analyzeHeaders } from './analyze.ts';
import { collectHeaders, type HeadersFacts } from './collect.ts';
import { presentHeaders, readHeaders, summarizeHeaders } from './present.ts';
import { rules } from './rules.ts';
import { HeadersShape } from './shape.ts';

export type { HeadersFacts } from './collect.ts';

declare module '../check.ts' {
  interface AllFacts {
    headers: HeadersFacts;
  }
}

export const headersCheck = defineCheck({
  record: 'headers',
  label: 'Headers',
  title: 'Response headers',
  group: 'website',
  score: { group: 'checkup', points: 3 },
  depth: 'checkup',
  rules,
  collect: collectHeaders,
  analyze: ({ headers }) => analyzeHeaders(headers),
  shape: HeadersShape,
  present: ({ headers }, issues) => presentHeaders(headers, issues),
  summarize: summarizeHeaders,
  read: readHeaders,
  isWhole: ({ visits, securityTxt }) => visits.length > 0 && visits.every(({ outcome }) => outcome === 'answered') && securityTxt?.outcome === 'answered',
});
