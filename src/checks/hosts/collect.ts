import type { Look } from '../../core/lookup.ts';
import type { Looking } from '../check.ts';
import { found } from '../looks.ts';

/** A host that mail or DNS is sent to by name, and what its name leads to. */
export interface Host {
  name: string;
  a: Look<readonly string[]>;
  aaaa: Look<readonly string[]>;
  /** Those of its addresses that must not be reached: private, reserved or barred by the operator. */
  barred: readonly string[];
}

/** Asks for both kinds of address at once. */
export async function lookUpHost(name: string, { dns, mayReach }: Pick<Looking, 'dns' | 'mayReach'>): Promise<Host> {
  const [a, aaaa] = await Promise.all([dns.look(name, 'A'), dns.look(name, 'AAAA')]);
  return { name, a, aaaa, barred: [...found(a), ...found(aaaa)].filter(address => !mayReach(address)) };
}
