import type { Look } from '../../core/lookup.ts';
import type { Looking } from '../check.ts';
import { readReply } from './collect.ts';

/** What DNS and, where DNS has no such name, the registry say of a registered name that the domain leans on. */
export interface Standing {
  registered: string;
  /** The NS look. */
  look: Look<readonly string[]>;
  /** `unknown` also where the registry was not asked. */
  registry: 'registered' | 'absent' | 'unknown';
}

/** Asks DNS for the name, and the registry only where DNS does not find it. */
export async function lookUpStanding(registered: string, { dns, registry, signal }: Pick<Looking, 'dns' | 'registry' | 'signal'>): Promise<Standing> {
  const look = await dns.look(registered, 'NS');
  if (look.outcome === 'found') return { registered, look, registry: 'unknown' };
  const reply = await registry.find(registered, signal);
  if (reply.outcome === 'failed') return { registered, look, registry: 'unknown' };
  return { registered, look, registry: ({ yes: 'registered', no: 'absent', unclear: 'unknown' } as const)[readReply(reply).registered] };
}

/**
 * `free`: anybody may register the name. `asleep`: it is registered and not in DNS, so that it may soon be free.
 * DNS alone is believed where the registry cannot tell.
 */
export function freedomOf({ look, registry }: Standing): 'free' | 'asleep' | 'taken' | 'unknown' {
  if (look.outcome === 'failed') return ({ absent: 'free', registered: 'taken', unknown: 'unknown' } as const)[registry];
  if (look.outcome === 'found' || !look.nxdomain) return 'taken';
  return registry === 'registered' ? 'asleep' : 'free';
}
