import { isPublicSuffix } from '../../core/domain-name.ts';
import type { Look, RecordData } from '../../core/lookup.ts';
import type { Looking } from '../check.ts';

/** Whether the name is there at all. */
export interface DomainFacts {
  domain: string;
  soa: Look<readonly RecordData['SOA'][]>;
  /** Whether MX, A, TXT or NS records were found at the name: broken servers deny names that they hold. */
  foundOthers: boolean;
  publicSuffix: boolean;
}

/** Asks for the SOA, and takes what the other checks found as a second witness. */
export async function collectDomain({ domain, dns, facts }: Looking): Promise<DomainFacts> {
  const [soa, mx, spf, nameservers] = await Promise.all([dns.look(domain, 'SOA'), facts('mx'), facts('spf'), facts('nameservers')]);
  const foundOthers = [mx.look, mx.apexA, spf.txt].some(({ outcome }) => outcome === 'found')
    || (nameservers.zone === domain && nameservers.look.outcome === 'found');
  return { domain, soa, foundOthers, publicSuffix: isPublicSuffix(domain) };
}
