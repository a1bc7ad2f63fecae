import type { Finding } from '../../core/finding.ts';
import { describeFailure } from '../../core/lookup.ts';
import type { DmarcFacts } from './collect.ts';
import { discoverBySuffixList, failureBelowTop, type Discovery } from './discover.ts';
import type { InForce } from './record-findings.ts';
import { rules } from './rules.ts';

/** Judges whose record governs the domain. */
export function judgeInherited(domain: string, { at, inherited }: InForce): Finding {
  return inherited ? rules.inherited.fail([`${at} governs ${domain}`], { title: `The policy comes from ${at.slice('_dmarc.'.length)}` }) : rules.inherited.pass();
}

/** Judges whether both ways of discovery end alike; unknown where a name that either reads could not be looked up. */
export function judgeDivergence({ domain, walk }: DmarcFacts, byWalk: Discovery): Finding {
  const failed = failureBelowTop(walk);
  if (failed) return rules.divergence.unknown(describeFailure('TXT', failed.name, failed), { severity: 'info' });
  const byList = discoverBySuffixList(domain, walk);
  const differ = (['domain', 'subdomain', 'nonexistent'] as const).some(who => byWalk.policy?.[who] !== byList.policy?.[who]);
  const show = (way: string, { foundAt, policy, organizationalDomain }: Discovery) =>
    `${way}: ${foundAt ? `record of ${foundAt}, policy ${policy!.domain}` : 'no record'}, organizational domain ${organizationalDomain}`;
  const evidence = [show('tree walk (RFC 9989)', byWalk), show('public suffix list (RFC 7489)', byList)];
  return differ || byWalk.organizationalDomain !== byList.organizationalDomain ? rules.divergence.fail(evidence) : rules.divergence.pass(evidence);
}
