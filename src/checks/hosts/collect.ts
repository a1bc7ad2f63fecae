import type { Lookup } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { found } from '../lookups.ts';

/** A host that mail or DNS is sent to by name, and what its name leads to. */
export interface Host {
  name: string;
  a: Lookup<readonly string[]>;
  aaaa: Lookup<readonly string[]>;
  /** Those of its addresses that must not be reached: private, reserved or barred by the operator. */
  barred: readonly string[];
}

/** Asks for both kinds of address at once. */
export async function lookupHost(name: string, { dns, mayReach }: Pick<CollectContext, 'dns' | 'mayReach'>): Promise<Host> {
  const [a, aaaa] = await Promise.all([dns.lookup(name, 'A'), dns.lookup(name, 'AAAA')]);
  return { name, a, aaaa, barred: [...found(a), ...found(aaaa)].filter(address => !mayReach(address)) };
}
