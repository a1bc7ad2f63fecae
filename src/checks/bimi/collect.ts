import { registrableDomain } from '../../core/domain-name.ts';
import type { Look } from '../../core/lookup.ts';
import type { Looking } from '../check.ts';

/** The TXT answers at `default._bimi`, of the domain itself first and then of its organizational domain where that is another. */
export interface BimiFacts {
  domain: string;
  places: readonly { name: string; look: Look<readonly string[]> }[];
}

/** Asks both places at once; the record of the domain itself wins. */
export async function collectBimi({ domain, dns }: Looking): Promise<BimiFacts> {
  const holders = new Set([domain, registrableDomain(domain) ?? domain]);
  const places = [...holders].map(async holder => {
    const name = `default._bimi.${holder}`;
    return { name, look: await dns.look(name, 'TXT') };
  });
  return { domain, places: await Promise.all(places) };
}
