import { isPublicSuffix } from '../../core/domain-name.ts';
import type { Delegation, Lookup } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { speaks } from './witness.ts';

/** The questions whose answers tell whether a name is there. */
const WITNESSES = ['SOA', 'NS', 'MX', 'A', 'TXT'] as const;

/** Whether the name is there at all. */
export interface DomainFacts {
  domain: string;
  /** What was asked of the name itself, by record type. */
  lookups: readonly { type: string; lookup: Lookup<readonly unknown[]> }[];
  /** What the parent zone says of the name; null where an answer shows that it is there, so that nobody asked. */
  delegation: Delegation | null;
  publicSuffix: boolean;
}

/** Asks for the records that other checks need as well; broken servers deny one type and hold another, or hold nothing that is delegated to them. */
export async function collectDomain({ domain, dns }: CollectContext): Promise<DomainFacts> {
  const lookups = await Promise.all(WITNESSES.map(async type => ({ type, lookup: await dns.lookup(domain, type) })));
  const delegation = lookups.some(({ lookup }) => speaks(lookup)) ? null : await dns.delegation(domain);
  return { domain, lookups, delegation, publicSuffix: isPublicSuffix(domain) };
}
