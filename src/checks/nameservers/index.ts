import type { Check } from '../check.ts';
import { findDnsHost } from '../providers/index.ts';
import { analyzeNameservers, dnsHostOf } from './analyze.ts';
import { collectNameservers, delegatedNames, type NameserversFacts } from './collect.ts';
import { nameserversOf } from './names.ts';
import { rules } from './rules.ts';

export { delegatedNames } from './collect.ts';
export type { NameserversFacts } from './collect.ts';
export { isFree, lookUpGone } from './gone.ts';

export const nameserversCheck: Check<'nameservers'> = {
  record: 'nameservers',
  rules,
  collect: collectNameservers,
  analyze: ({ nameservers }) => analyzeNameservers(nameservers),
  present: ({ nameservers }) => presentNameservers(nameservers),
};

/** `found` says that there are nameservers; faults are in the issues. */
export function presentNameservers(facts: NameserversFacts) {
  const host = dnsHostOf(facts);
  const delegation = delegatedNames(facts.delegation);
  return {
    status: facts.look.outcome === 'found' ? 'found' as const : 'error' as const,
    zone: facts.zone,
    nameservers: nameserversOf(facts).map(nameserver => ({ nameserver, provider: findDnsHost(nameserver)?.name ?? 'Unknown' })),
    delegation: delegation.length > 0 ? delegation : null,
    provider: { name: host?.name ?? 'Unknown', url: host?.portalUrl ?? null },
  };
}
