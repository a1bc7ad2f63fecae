import { namesCertificate } from '../bimi/index.ts';
import { defineCheck } from '../check.ts';
import type { TlsFacts } from '../tls/index.ts';
import { analyzeCaa } from './analyze.ts';
import { collectCaa, type CaaFacts } from './collect.ts';
import type { WebsiteCertificate } from './issuer-findings.ts';
import { presentCaa, readCaa, summarizeCaa } from './present.ts';
import { rules } from './rules.ts';
import { CaaShape } from './shape.ts';

export type { CaaFacts } from './collect.ts';

declare module '../check.ts' {
  interface AllFacts {
    caa: CaaFacts;
  }
}

export const caaCheck = defineCheck({
  record: 'caa',
  label: 'CAA',
  title: 'Certificate authorities (CAA)',
  group: 'name',
  score: { group: 'dnssecAndCaa', points: 3 },
  depth: 'check',
  isGlanced: true,
  rules,
  collect: collectCaa,
  analyze: facts => analyzeCaa(facts.caa, { certificate: certificateOf(facts.tls), usesMarkCertificate: namesCertificate(facts.bimi) }),
  shape: CaaShape,
  present: ({ caa }, issues) => presentCaa(caa, issues),
  summarize: summarizeCaa,
  read: readCaa,
});

/** The certificate of a website at the domain itself: other names may have CAA records of their own. */
function certificateOf({ domain, host, handshake }: TlsFacts): WebsiteCertificate {
  if (host !== domain || handshake === null) return { state: 'none', reason: 'There is no website at the domain itself' };
  if (handshake.outcome === 'failed') return { state: 'unknown', cause: `https://${host}/: ${handshake.cause}` };
  if (handshake.refused) return { state: 'none', reason: 'The certificate of the website is not one that clients accept' };
  const { issuer, names } = handshake.chain[0]!;
  return { state: 'seen', host, issuer, names };
}
