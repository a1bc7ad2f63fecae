import { defineCheck } from '../check.ts';
import { analyzeCiphers } from './analyze.ts';
import { collectCiphers, type CiphersFacts } from './collect.ts';
import { presentCiphers, readCiphers, summarizeCiphers } from './present.ts';
import { rules } from './rules.ts';
import { CiphersShape } from './shape.ts';

export type { CiphersFacts } from './collect.ts';

declare module '../check.ts' {
  interface AllFacts {
    ciphers: CiphersFacts;
  }
}

export const ciphersCheck = defineCheck({
  record: 'ciphers',
  label: 'Ciphers',
  title: 'Ciphers',
  group: 'website',
  score: { group: 'checkup', points: 3 },
  depth: 'checkup',
  rules,
  collect: collectCiphers,
  analyze: ({ ciphers }) => analyzeCiphers(ciphers),
  shape: CiphersShape,
  present: ({ ciphers }, issues) => presentCiphers(ciphers, issues),
  summarize: summarizeCiphers,
  read: readCiphers,
  isWhole: ({ offer }) => offer?.outcome === 'answered',
  passing: ['address', 'connections', 'durationMs'],
});
