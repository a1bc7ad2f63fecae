import { registrableDomain } from '../../core/domain-name.ts';
import type { Dns, Failure, Look, RecordData } from '../../core/lookup.ts';
import type { Looking } from '../check.ts';
import { discoverByWalk, failureOf, walkNames, type EffectivePolicy, type WalkStep } from './discover.ts';

/** A domain that is to receive reports. */
export interface Destination {
  domain: string;
  /** `<domain>._report._dmarc.<destination>`; null where the destination needs no permission (RFC 9990 §4). */
  permission: { name: string; look: Look<readonly string[]> } | null;
  mx: Look<readonly RecordData['MX'][]>;
  /** Asked only where there is no MX (RFC 5321 §5.1). */
  a: Look<readonly string[]> | null;
}

/** The records that may govern the domain, and the domains that are to receive its reports. */
export interface DmarcFacts {
  domain: string;
  walk: readonly WalkStep[];
  destinations: readonly Destination[];
  /** The policy in force, null where none is published or it could not be told. */
  policy: EffectivePolicy | null;
  /** The look that keeps the policy from being known. */
  failed: (Failure & { name: string }) | null;
}

const MAX_DESTINATIONS = 4;

/** Asks for all names of the tree walk at once, then after the destinations of reports. */
export async function collectDmarc({ domain, dns }: Looking): Promise<DmarcFacts> {
  const walk = await Promise.all(walkNames(domain).map(async name => ({ name, look: await dns.look(`_dmarc.${name}`, 'TXT') })));
  const { record, foundAt, policy } = discoverByWalk(domain, walk);
  const failed = failureOf(domain, walk);
  const uris = record ? [...record.rua, ...record.ruf] : [];
  const domains = [...new Set(uris.flatMap(uri => uri.domain ?? []))].slice(0, MAX_DESTINATIONS);
  const destinations = await Promise.all(domains.map(destination => collectDestination(dns, foundAt!, destination)));
  return { domain, walk, destinations, policy: failed ? null : policy, failed: failed && { ...failed.failure, name: `_dmarc.${failed.name}` } };
}

async function collectDestination(dns: Dns, policyDomain: string, domain: string): Promise<Destination> {
  const name = `${policyDomain}._report._dmarc.${domain}`;
  const external = (registrableDomain(domain) ?? domain) !== (registrableDomain(policyDomain) ?? policyDomain);
  const [permission, mx] = await Promise.all([
    external ? dns.look(name, 'TXT').then(look => ({ name, look })) : null,
    dns.look(domain, 'MX'),
  ]);
  return { domain, permission, mx, a: mx.outcome === 'absent' ? await dns.look(domain, 'A') : null };
}
