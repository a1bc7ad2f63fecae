import type { Look } from '../../core/lookup.ts';
import type { Looking } from '../check.ts';
import type { Host } from '../hosts/collect.ts';
import { reverseName } from '../hosts/reverse.ts';
import { found } from '../looks.ts';
import { findMailProvider } from '../providers/index.ts';

/** The name that an address has, and whether the name leads back (RFC 1912 §2.1). */
export interface Reverse {
  address: string;
  look: Look<readonly string[]>;
  /** The addresses of one of the names, of the same family; null where there is no name. */
  forward: { name: string; look: Look<readonly string[]> } | null;
}

/** Asks for the name of the host's first public address; not at known providers, whose customers cannot change it. */
export async function lookUpReverse({ name, a, aaaa, barred }: Host, { dns }: Pick<Looking, 'dns'>): Promise<Reverse | null> {
  const address = [...found(a), ...found(aaaa)].find(one => !barred.includes(one));
  if (address === undefined || findMailProvider(name)) return null;
  const look = await dns.look(reverseName(address)!, 'PTR');
  const names = found(look);
  const target = names.includes(name) ? name : names[0];
  if (target === undefined) return { address, look, forward: null };
  return { address, look, forward: { name: target, look: await dns.look(target, address.includes(':') ? 'AAAA' : 'A') } };
}
