import { registrableDomain } from '../../core/domain-name.ts';
import type { Dns, Lookup, RecordData } from '../../core/lookup.ts';
import type { Finding } from '../../core/finding.ts';
import type { CollectContext } from '../check.ts';
import { published } from '../fixes.ts';
import { discoverByWalk, failureOfWalk, walkNames, type FailedLookup, type WalkStep } from './discover.ts';
import type { EffectivePolicy } from './policies.ts';
import { resemblesDmarc, type DmarcRecord } from './parse.ts';

/** The name that is to hold a domain's consent to receive reports, and what it holds. */
export interface Permission {
  name: string;
  lookup: Lookup<readonly string[]>;
}

/** A domain that is to receive reports. */
export interface Destination {
  domain: string;
  /** `<domain>._report._dmarc.<destination>`; null where the destination needs no permission (RFC 9990 §4). */
  permission: Permission | null;
  mx: Lookup<readonly RecordData['MX'][]>;
  /** Asked only where there is no MX (RFC 5321 §5.1). */
  a: Lookup<readonly string[]> | null;
}

/** The records that may govern the domain, and the domains that are to receive its reports. */
export interface DmarcFacts {
  domain: string;
  walk: readonly WalkStep[];
  /** What stands at names that are often taken for the right one; asked only where no record was found. */
  strays: readonly WalkStep[];
  destinations: readonly Destination[];
  /** More domains that are to receive its reports, which were not checked. */
  leftOut: readonly string[];
  /** The policy in force, null where none is published or it could not be determined. */
  policy: EffectivePolicy | null;
  /** The lookup that keeps the policy from being known. */
  failed: FailedLookup | null;
}

const MAX_DESTINATIONS = 4;

/** Asks for all names of the tree walk at once, then after the destinations of reports, or for a record in the wrong place where there is none. */
export async function collectDmarc({ domain, dns }: CollectContext): Promise<DmarcFacts> {
  const walk = await Promise.all(walkNames(domain).map(async name => ({ name, lookup: await dns.lookup(`_dmarc.${name}`, 'TXT') })));
  const { record, foundAt, policy } = discoverByWalk(domain, walk);
  const failed = foundAt === domain ? null : failureOfWalk(walk);
  const domains = receiversIn(record);
  const destinations = await Promise.all(domains.slice(0, MAX_DESTINATIONS).map(destination => collectDestination(dns, foundAt!, destination)));
  const strays = record === null && walk[0]!.lookup.outcome === 'absent' ? await Promise.all(strayNames(domain).map(async name => ({ name, lookup: await dns.lookup(name, 'TXT') }))) : [];
  return { domain, walk, strays, destinations, leftOut: domains.slice(MAX_DESTINATIONS), policy: failed ? null : policy, failed };
}

/** Without the underscore, and with the domain a second time, as zone editors add it to a name that was typed in full. */
function strayNames(domain: string): string[] {
  return [`dmarc.${domain}`, `_dmarc.${domain}.${domain}`];
}

async function collectDestination(dns: Dns, policyDomain: string, domain: string): Promise<Destination> {
  const name = `${policyDomain}._report._dmarc.${domain}`;
  const external = (registrableDomain(domain) ?? domain) !== (registrableDomain(policyDomain) ?? policyDomain);
  const [permission, mx] = await Promise.all([
    external ? dns.lookup(name, 'TXT').then(lookup => ({ name, lookup })) : null,
    dns.lookup(domain, 'MX'),
  ]);
  return { domain, permission, mx, a: mx.outcome === 'absent' ? await dns.lookup(domain, 'A') : null };
}

/** The domains that the record wants reports to be sent to. */
function receiversIn(record: DmarcRecord | null): string[] {
  return [...new Set([...record?.rua ?? [], ...record?.ruf ?? []].flatMap(({ domain }) => domain ?? []))];
}

/** The facts once the fix of `finding` is carried out, null where it offers no record; domains that it has reports sent to for the first time are not checked. */
export function carryOutFix(facts: DmarcFacts, { id, fix }: Finding): DmarcFacts | null {
  const { domain } = facts;
  if (!fix?.record) return null;
  const publish = (name: string, lookup: WalkStep['lookup']) => published(fix.record!, name, lookup, resemblesDmarc);
  const walk = facts.walk.map(({ name, lookup }) => ({ name, lookup: publish(`_dmarc.${name}`, lookup) }));
  const { record, foundAt, policy } = discoverByWalk(domain, walk);
  const failed = foundAt === domain ? null : failureOfWalk(walk);
  const receivers = receiversIn(record);
  const destinations = facts.destinations.filter(destination => receivers.includes(destination.domain))
    .map(destination => ({ ...destination, permission: destination.permission && { ...destination.permission, lookup: publish(destination.permission.name, destination.permission.lookup) } }));
  const leftOut = receivers.filter(receiver => !destinations.some(destination => destination.domain === receiver));
  // What was misplaced is moved.
  const strays = id === 'dmarc.location' ? [] : facts.strays;
  return { domain, walk, strays, destinations, leftOut, policy: failed ? null : policy, failed };
}
