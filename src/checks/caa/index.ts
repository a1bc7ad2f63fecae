import { namesCertificate } from '../bimi/index.ts';
import type { Check } from '../check.ts';
import { okUnless } from '../status.ts';
import type { TlsFacts } from '../tls/index.ts';
import { analyzeCaa, setInForce } from './analyze.ts';
import { collectCaa, type CaaFacts } from './collect.ts';
import type { WebsiteCertificate } from './issuer-findings.ts';
import { rules } from './rules.ts';

export type { CaaFacts } from './collect.ts';

export const caaCheck: Check<'caa'> = {
  record: 'caa',
  rules,
  collect: collectCaa,
  analyze: facts => analyzeCaa(facts.caa, { certificate: certificateOf(facts.tls), usesMarkCertificate: namesCertificate(facts.bimi) }),
  present: (facts, issues) => present(facts.caa, issues),
};

function present(facts: CaaFacts, issues: readonly string[]) {
  const set = setInForce(facts);
  if (set.state !== 'found') return { status: set.state === 'none' ? 'missing' as const : 'error' as const, records: [], at: null };
  return { status: okUnless(issues), records: set.records, at: set.at };
}

/** The certificate of a website at the domain itself: other names may have CAA records of their own. */
function certificateOf({ domain, host, handshake }: TlsFacts): WebsiteCertificate {
  if (host !== domain || handshake === null) return { state: 'none', reason: 'There is no website at the domain itself' };
  if (handshake.outcome === 'failed') return { state: 'unknown', cause: `https://${host}/: ${handshake.cause}` };
  if (handshake.refused) return { state: 'none', reason: 'The certificate of the website is not one that clients accept' };
  const { issuer, names } = handshake.chain[0]!;
  return { state: 'seen', host, issuer, names };
}
