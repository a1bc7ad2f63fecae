import type { z } from 'zod';
import type { ReadableField } from '../check.ts';
import { findDnsHost } from '../providers/index.ts';
import { dnsHostOf } from './analyze.ts';
import { delegatedNames, type NameserversFacts } from './collect.ts';
import { nameserversOf } from './names.ts';
import type { NameserversShape } from './shape.ts';

type Shown = z.output<typeof NameserversShape>;

/** `found` says that there are nameservers; faults are in the issues. */
export function presentNameservers(facts: NameserversFacts) {
  const host = dnsHostOf(facts);
  const delegation = delegatedNames(facts.delegation);
  return {
    status: facts.lookup.outcome === 'found' ? 'found' as const : 'error' as const,
    zone: facts.zone,
    nameservers: nameserversOf(facts).map(nameserver => ({ nameserver, provider: findDnsHost(nameserver)?.name ?? 'Unknown' })),
    delegation: delegation.length > 0 ? delegation : null,
    provider: { name: host?.name ?? 'Unknown', url: host?.portalUrl ?? null },
  };
}

/** What was found in a few words. */
export function summarizeNameservers({ nameservers, provider }: Shown): string {
  const hosts = nameservers.map(({ nameserver }) => nameserver).join(', ');
  return provider.name !== 'Unknown' && hosts !== '' ? `${provider.name}: ${hosts}` : hosts;
}

/** In what a change is reported. */
export function readNameservers({ nameservers }: Shown): readonly ReadableField[] {
  return [['Nameserver', nameservers.map(({ nameserver }) => nameserver)]];
}
