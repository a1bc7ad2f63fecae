import { openDomain, registeredDomain } from '../../core/domain-name.ts';
import type { CollectContext } from '../check.ts';
import { isMissing } from '../hosts/analyze.ts';
import type { Host } from '../hosts/collect.ts';
import { lookupNameStatus, type NameStatus } from '../registration/index.ts';

/** Of a host that does not exist, how things stand with the name above it that can be registered; null for one that is there, below the domain's own, or below none. */
export async function lookupGone(host: Host, context: CollectContext): Promise<NameStatus | null> {
  const registered = openDomain(host.name);
  const isOwn = registered === registeredDomain(context.domain);
  return isMissing(host) && registered !== null && !isOwn ? lookupNameStatus(registered, context) : null;
}

/** Whether anybody may register the name: DNS denies it, and its registry knows nothing of it. */
export function isFree({ lookup, registry }: NameStatus): boolean {
  return registry === 'absent' && lookup.outcome === 'absent' && lookup.nxdomain;
}
