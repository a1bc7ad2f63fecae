import type { Lookup } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { readReply } from './collect.ts';

/** What DNS and, where DNS has no such name, the registry say of a registered name that the domain depends on. */
export interface NameStatus {
  registered: string;
  /** The NS lookup. */
  lookup: Lookup<readonly string[]>;
  /** `unknown` also where the registry was not asked. */
  registry: 'registered' | 'absent' | 'unknown';
}

/** Asks DNS for the name, and the registry only where DNS does not find it. */
export async function lookupNameStatus(registered: string, { dns, registry, signal }: Pick<CollectContext, 'dns' | 'registry' | 'signal'>): Promise<NameStatus> {
  const lookup = await dns.lookup(registered, 'NS');
  if (lookup.outcome === 'found') return { registered, lookup, registry: 'unknown' };
  const reply = await registry.find(registered, signal);
  if (reply.outcome === 'failed') return { registered, lookup, registry: 'unknown' };
  return { registered, lookup, registry: ({ yes: 'registered', no: 'absent', unclear: 'unknown' } as const)[readReply(reply).registered] };
}

/**
 * `free`: anybody may register the name. `asleep`: it is registered and not in DNS, so that it may soon be free.
 * DNS alone is believed where the registry cannot tell.
 */
export function availabilityOf({ lookup, registry }: NameStatus): 'free' | 'asleep' | 'taken' | 'unknown' {
  if (lookup.outcome === 'failed') return ({ absent: 'free', registered: 'taken', unknown: 'unknown' } as const)[registry];
  if (lookup.outcome === 'found' || !lookup.nxdomain) return 'taken';
  return registry === 'registered' ? 'asleep' : 'free';
}
