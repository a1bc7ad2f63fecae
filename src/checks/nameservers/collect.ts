import { registeredDomain } from '../../core/domain-name.ts';
import type { Authority, Delegation, Lookup, RecordData } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { lookupHost, type Host } from '../hosts/collect.ts';
import { reverseName } from '../hosts/reverse.ts';
import { found } from '../lookups.ts';
import type { NameStatus } from '../registration/index.ts';
import { watch, type Conduct } from './conduct.ts';
import { askContents, type Contents } from './contents.ts';
import { lookupGone } from './gone.ts';

type Soa = RecordData['SOA'];

/** What one server said about the zone when it was asked itself. */
export interface Probe {
  address: string;
  transport: 'udp' | 'tcp';
  /** The AA bit: without it the server does not hold the zone (RFC 1035 §4.1.1). */
  authoritative: boolean;
  lookup: Lookup<readonly Soa[]>;
}

/** One nameserver: what its name leads to, and what it answered itself. */
export interface Nameserver extends Host {
  probes: readonly Probe[];
  /** Null where it does not hold the zone, so that nothing more was asked. */
  conduct: Conduct | null;
  /** Null likewise. */
  contents: Contents | null;
}

/** Who holds the zone that the domain lies in, as the resolver, the parent zone and the servers themselves say. */
export interface NameserversFacts {
  domain: string;
  /** The zone whose nameservers these are: the domain, where it has or was given any, else the nearest name above it that has. */
  zone: string;
  /** NS of the zone, as the resolver gives them. */
  lookup: Lookup<readonly string[]>;
  /** SOA of the zone, as the resolver gives it: a witness when no server answers to us. */
  resolved: Lookup<readonly Soa[]>;
  /** The zone as the servers of the parent zone delegate it. */
  delegation: Delegation;
  /** Addresses given along with the delegation that must not be reached. */
  barredGlue: readonly Authority[];
  /** Each server once, by name: those of the zone, then those that the parent zone alone names. */
  servers: readonly Nameserver[];
  /** Servers of the zone that were not checked, because there are too many. */
  leftOut: readonly string[];
  /** Of servers that do not exist: how things stand with the registered names above them, the domain's own left out. */
  gone: readonly { host: string; nameStatus: NameStatus }[];
  /** PTR of one address of each family of the first servers, as long as there are few. */
  reverse: readonly { name: string; address: string; lookup: Lookup<readonly string[]> }[];
}

/** Six servers cost twelve questions of the sixty that a check may ask. */
const MAX_SERVERS = 6;
const MAX_LEVELS = 8;
/** Reverse names matter least, so that they cost four questions at most, and none where the servers cost many. */
const MAX_REVERSE = 4;
const MAX_SERVERS_REVERSED = 3;

/**
 * Finds the zone, its delegation and its nameservers. Each server is asked for the SOA: one address of each family over UDP,
 * one of them over TCP too; those that hold the zone are asked further how they behave.
 */
export async function collectNameservers(context: CollectContext): Promise<NameserversFacts> {
  const { domain, dns } = context;
  // Most zones begin at the domain or at the registered name above it, and equal questions are asked once.
  for (const name of [domain, registeredDomain(domain) ?? domain]) void dns.delegation(name);
  const { zone, lookup } = await findZone(context);
  const names = [...new Set(found(lookup))].toSorted();
  const delegating = dns.delegation(zone);
  const visits = names.slice(0, MAX_SERVERS).map(name => visit(name, zone, delegating, context));
  const [delegation, resolved] = await Promise.all([delegating, dns.lookup(zone, 'SOA')]);
  const others = delegatedNames(delegation).filter(name => !names.includes(name));
  visits.push(...others.slice(0, MAX_SERVERS - visits.length).map(name => visit(name, zone, delegating, context)));
  const servers = await Promise.all(visits);
  const [gone, reverse] = await Promise.all([lookupAllGone(servers, context), lookupReverse(servers, context)]);
  return { domain, zone, lookup, resolved, delegation, barredGlue: barredIn(delegation, context), servers, leftOut: names.slice(MAX_SERVERS), gone, reverse };
}

/** The nameservers that the parent zone names, each once. */
export function delegatedNames({ referrals }: Delegation): string[] {
  return [...new Set(referrals.flatMap(referral => (referral.outcome === 'answered' ? referral.nameservers : [])))].toSorted();
}

/**
 * Asks the domain and the names above it, up to the registered one, at once; the nearest that is not empty counts.
 * A domain that is delegated is a zone of its own, also where its servers name no nameservers.
 */
async function findZone({ domain, dns }: CollectContext): Promise<{ zone: string; lookup: Lookup<readonly string[]> }> {
  const lookups = await Promise.all(levelsOf(domain).map(async zone => ({ zone, lookup: ownLookup(await dns.lookup(zone, 'NS')) })));
  const nearest = lookups.find(({ lookup }) => lookup.outcome !== 'absent') ?? lookups.at(-1)!;
  const isDelegated = nearest.zone !== domain && delegatedNames(await dns.delegation(domain)).length > 0;
  return isDelegated ? lookups[0]! : nearest;
}

function levelsOf(domain: string): string[] {
  const top = registeredDomain(domain) ?? domain;
  const below = domain.slice(0, -top.length).split('.').slice(0, -1);
  const levels = below.map((_, at) => [...below.slice(at), top].join('.'));
  return [...levels.slice(0, MAX_LEVELS - 1), top];
}

/** What lies behind an alias belongs to another zone. */
function ownLookup(lookup: Lookup<readonly string[]>): Lookup<readonly string[]> {
  return lookup.outcome === 'found' && lookup.via.length > 0 ? { outcome: 'absent', nxdomain: false, via: lookup.via } : lookup;
}

/** Asks the server at the addresses of its name; where none is known, at the glue of the parent zone. */
async function visit(name: string, zone: string, delegating: Promise<Delegation>, context: CollectContext): Promise<Nameserver> {
  const host = await lookupHost(name, context);
  const known = [...found(host.a), ...found(host.aaaa)];
  const given = known.length > 0 ? [] : glueIn(await delegating).filter(glue => glue.name === name).map(({ address }) => address);
  const addresses = oneOfEachFamily([...known, ...given].filter(context.mayReach));
  const ask = async (address: string, transport: 'udp' | 'tcp'): Promise<Probe> => {
    const reply = await context.dns.ask({ name, address }, zone, 'SOA', transport);
    return { address, transport, authoritative: 'authoritative' in reply && reply.authoritative, lookup: reply.lookup };
  };
  const asking = [...addresses.map(address => ask(address, 'udp')), ...addresses.slice(0, 1).map(address => ask(address, 'tcp'))];
  const probes = await Promise.all(asking);
  const holding = probes.find(({ authoritative, lookup }) => authoritative && lookup.outcome === 'found');
  if (!holding) return { ...host, probes, conduct: null, contents: null };
  const server = { name, address: holding.address };
  const [conduct, contents] = await Promise.all([watch(server, zone, context), askContents(server, context.domain, context.dns)]);
  return { ...host, probes, conduct, contents };
}

async function lookupAllGone(servers: readonly Nameserver[], context: CollectContext): Promise<NameserversFacts['gone']> {
  const checked = await Promise.all(servers.map(async server => ({ host: server.name, nameStatus: await lookupGone(server, context) })));
  return checked.flatMap(({ host, nameStatus }) => (nameStatus ? [{ host, nameStatus }] : []));
}

async function lookupReverse(servers: readonly Nameserver[], { dns }: CollectContext): Promise<NameserversFacts['reverse']> {
  if (servers.length > MAX_SERVERS_REVERSED) return [];
  const addressed = servers.flatMap(({ name, a, aaaa }) => oneOfEachFamily([...found(a), ...found(aaaa)]).map(address => ({ name, address })));
  return Promise.all(addressed.slice(0, MAX_REVERSE).map(async one => ({ ...one, lookup: await dns.lookup(reverseName(one.address)!, 'PTR') })));
}

function oneOfEachFamily(addresses: readonly string[]): string[] {
  return [addresses.find(address => !address.includes(':')), addresses.find(address => address.includes(':'))].filter(address => address !== undefined);
}

function barredIn(delegation: Delegation, { mayReach }: CollectContext): Authority[] {
  const glue = glueIn(delegation);
  return glue.filter(({ address }, at) => !mayReach(address) && glue.findIndex(other => other.address === address) === at);
}

function glueIn({ referrals }: Delegation): Authority[] {
  return referrals.flatMap(referral => (referral.outcome === 'answered' ? referral.glue : []));
}
