import { defineCheck } from '../check.ts';
import { analyzeTls } from './analyze.ts';
import { collectTls, type TlsFacts } from './collect.ts';
import { presentTls, readTls, summarizeTls } from './present.ts';
import { rules } from './rules.ts';
import { TlsShape } from './shape.ts';

export { spell } from './analyze.ts';
export { HTTPS_PORT, type TlsFacts } from './collect.ts';

declare module '../check.ts' {
  interface AllFacts {
    tls: TlsFacts;
  }
}

export const tlsCheck = defineCheck({
  record: 'tls',
  label: 'TLS',
  title: 'TLS of the website',
  group: 'website',
  score: { group: 'transport', points: 2 },
  depth: 'check',
  isGlanced: true,
  rules,
  collect: collectTls,
  analyze: ({ tls, web }) => analyzeTls(tls, { plainAnswers: web.http.some(({ outcome }) => outcome === 'answered') }),
  shape: TlsShape,
  present: ({ tls }, issues) => presentTls(tls, issues),
  summarize: summarizeTls,
  read: readTls,
  passing: ['ocspStapled'],
});
