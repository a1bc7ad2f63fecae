import { defineCheck } from '../check.ts';
import { analyzeBimi } from './analyze.ts';
import { collectBimi } from './collect.ts';
import type { BimiFacts } from './facts.ts';
import { presentBimi, readBimi, summarizeBimi } from './present.ts';
import { publishedRecords } from './published.ts';
import { rules } from './rules.ts';
import { BimiShape } from './shape.ts';

export type { BimiFacts } from './facts.ts';

declare module '../check.ts' {
  interface AllFacts {
    bimi: BimiFacts;
  }
}

export const bimiCheck = defineCheck({
  record: 'bimi',
  label: 'BIMI',
  title: 'BIMI',
  group: 'sending',
  score: { group: 'mailAuthentication', points: 1 },
  depth: 'check',
  isOutsideVerdict: true,
  ownLookup: [rules.missing],
  rules,
  collect: collectBimi,
  analyze: facts => analyzeBimi(facts.bimi, facts.dmarc),
  shape: BimiShape,
  present: ({ bimi }, issues) => presentBimi(bimi, issues),
  summarize: summarizeBimi,
  read: readBimi,
});

/** Whether a logo of the domain is to be shown on the strength of a certificate; false also where that could not be determined. */
export function namesCertificate({ candidates }: BimiFacts): boolean {
  const published = publishedRecords(candidates);
  return published.state === 'found' && published.records.some(({ authority }) => authority !== null);
}
