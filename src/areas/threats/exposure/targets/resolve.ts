import { isWithin, registeredDomain } from '../../../../core/domain-name.ts';
import type { Dns } from '../../../../core/lookup.ts';

/** An address with the names that lead to it now. */
export interface FoundHost {
  address: string;
  names: string[];
  /** The names of mail servers that the MX records of the domain publish and that have it. */
  mailServers: string[];
  /** CNAME targets on the way to it. */
  via: string[];
}

/** Where the names lead, and of which nothing could be learnt. */
export interface Resolved {
  hosts: FoundHost[];
  failed: { name: string; cause: string }[];
}

type Ask = Pick<Dns, 'lookup'>;
/** Behind these, an account would have its whole network scanned by one domain. */
export const MAX_HOSTS = 64;

/** The present A and AAAA records of the names, gathered by address. */
export async function resolveHosts(names: readonly string[], exchanges: readonly string[], dns: Ask): Promise<Resolved> {
  const hosts = new Map<string, FoundHost>();
  const failed: Resolved['failed'] = [];
  const both = names.flatMap(name => (['A', 'AAAA'] as const).map(type => ({ name, type })));
  const lookups = await Promise.all(both.map(async ({ name, type }) => ({ name, lookup: await dns.lookup(name, type) })));
  for (const { name, lookup } of lookups) {
    if (lookup.outcome === 'failed') failed.push({ name, cause: lookup.cause });
    if (lookup.outcome !== 'found') continue;
    for (const address of lookup.value) {
      const host = hosts.get(address) ?? { address, names: [], mailServers: [], via: [] };
      hosts.set(address, host);
      if (!host.names.includes(name)) host.names.push(name);
      if (exchanges.includes(name) && !host.mailServers.includes(name)) host.mailServers.push(name);
      for (const target of lookup.via) if (!host.via.includes(target)) host.via.push(target);
    }
  }
  return { hosts: [...hosts.values()].toSorted((a, b) => (a.address < b.address ? -1 : 1)), failed };
}

/** Where the way to a host leaves what is proven, the name that it leads to; null where it does not. */
export function foreignAliasOf({ via }: Pick<FoundHost, 'via'>, proof: string): string | null {
  const own = registeredDomain(proof) ?? proof;
  return via.find(target => !isWithin(target, proof) && registeredDomain(target) !== own) ?? null;
}
