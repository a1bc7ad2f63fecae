import type { Lookup } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import type { Host } from '../hosts/collect.ts';
import { reverseName } from '../hosts/reverse.ts';
import { found } from '../lookups.ts';
import { findMailProvider } from '../providers/index.ts';

/** The name that an address has, and whether the name leads back (RFC 1912 §2.1). */
export interface Reverse {
  address: string;
  lookup: Lookup<readonly string[]>;
  /** The addresses of one of the names, of the same family; null where there is no name. */
  forward: { name: string; lookup: Lookup<readonly string[]> } | null;
}

/** Asks for the name of the host's first public address; not at known providers, whose customers cannot change it. */
export async function lookupReverse({ name, a, aaaa, barred }: Host, { dns }: Pick<CollectContext, 'dns'>): Promise<Reverse | null> {
  const address = [...found(a), ...found(aaaa)].find(one => !barred.includes(one));
  if (address === undefined || findMailProvider(name)) return null;
  const lookup = await dns.lookup(reverseName(address)!, 'PTR');
  const names = found(lookup);
  const target = names.includes(name) ? name : names[0];
  if (target === undefined) return { address, lookup, forward: null };
  return { address, lookup, forward: { name: target, lookup: await dns.lookup(target, address.includes(':') ? 'AAAA' : 'A') } };
}
