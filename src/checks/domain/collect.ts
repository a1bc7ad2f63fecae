import { isPublicSuffix } from '../../core/domain-name.ts';
import type { Delegation, Look } from '../../core/lookup.ts';
import type { Looking } from '../check.ts';
import { speaks } from './witness.ts';

/** The questions whose answers tell whether a name is there. */
const WITNESSES = ['SOA', 'NS', 'MX', 'A', 'TXT'] as const;

/** Whether the name is there at all. */
export interface DomainFacts {
  domain: string;
  /** What was asked of the name itself, by record type. */
  looks: readonly { type: string; look: Look<readonly unknown[]> }[];
  /** What the zone above says of the name; null where an answer shows that it is there, so that nobody asked. */
  delegation: Delegation | null;
  publicSuffix: boolean;
}

/** Asks for the records that other checks need as well; broken servers deny one type and hold another, or hold nothing that is delegated to them. */
export async function collectDomain({ domain, dns }: Looking): Promise<DomainFacts> {
  const looks = await Promise.all(WITNESSES.map(async type => ({ type, look: await dns.look(domain, type) })));
  const delegation = looks.some(({ look }) => speaks(look)) ? null : await dns.delegation(domain);
  return { domain, looks, delegation, publicSuffix: isPublicSuffix(domain) };
}
