import { registeredDomain } from '../../core/domain-name.ts';
import type { Looking } from '../check.ts';
import { isMissing } from '../hosts/analyze.ts';
import type { Host } from '../hosts/collect.ts';
import { lookUpStanding, type Standing } from '../registration/index.ts';

/** Of a host that does not exist, how things stand with the registered name above it; null for one that is there or below the domain's own. */
export async function lookUpGone(host: Host, looking: Looking): Promise<Standing | null> {
  const registered = registeredDomain(host.name);
  const isOwn = registered === registeredDomain(looking.domain);
  return isMissing(host) && registered !== null && !isOwn ? lookUpStanding(registered, looking) : null;
}

/** Whether anybody may register the name: DNS denies it, and its registry knows nothing of it. */
export function isFree({ look, registry }: Standing): boolean {
  return registry === 'absent' && look.outcome === 'absent' && look.nxdomain;
}
