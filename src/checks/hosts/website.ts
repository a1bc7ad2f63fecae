import type { Lookup } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { bothFamilies } from '../lookups.ts';

/** Where the website of a domain is looked for: the domain itself, or `www.` below it; null where neither has an address. */
export interface WebsiteHost {
  host: string | null;
  /** Addresses of the host; where there is none, what was asked last. */
  addresses: Lookup<readonly string[]>;
}

/** `www.` is asked for only where the domain itself has no address. */
export async function findWebsite({ domain, dns }: Pick<CollectContext, 'domain' | 'dns'>): Promise<WebsiteHost> {
  const addressesOf = async (host: string) => bothFamilies(...await Promise.all([dns.lookup(host, 'A'), dns.lookup(host, 'AAAA')]));
  const own = await addressesOf(domain);
  if (own.outcome === 'found') return { host: domain, addresses: own };
  const host = `www.${domain}`;
  const addresses = own.outcome === 'absent' && !own.nxdomain ? await addressesOf(host) : own;
  return { host: addresses.outcome === 'found' ? host : null, addresses };
}
