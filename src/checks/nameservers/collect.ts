import { registeredDomain } from '../../core/domain-name.ts';
import type { Look, RecordData } from '../../core/lookup.ts';
import type { Looking } from '../check.ts';
import { lookUpHost, type Host } from '../hosts/collect.ts';
import { found } from '../looks.ts';

type Soa = RecordData['SOA'];

/** What one server said about the zone when it was asked itself. */
export interface Probe {
  address: string;
  transport: 'udp' | 'tcp';
  /** The AA bit: without it the server does not hold the zone (RFC 1035 §4.1.1). */
  authoritative: boolean;
  look: Look<readonly Soa[]>;
}

/** One nameserver: what its name leads to, and what it answered itself. */
export interface Nameserver extends Host {
  probes: readonly Probe[];
}

/** Who holds the zone that the domain lies in, as the resolver and the servers themselves say. */
export interface NameserversFacts {
  domain: string;
  /** The zone whose nameservers these are: the domain, or the nearest name above it that has any. */
  zone: string;
  /** NS of the zone, as the resolver gives them. */
  look: Look<readonly string[]>;
  /** SOA of the zone, as the resolver gives it: a witness when no server answers to us. */
  resolved: Look<readonly Soa[]>;
  /** Each server once, by name. */
  servers: readonly Nameserver[];
  /** Servers that were not looked at, because there are too many. */
  leftOut: readonly string[];
}

/** Six servers cost twelve questions of the sixty that a check may ask. */
const MAX_SERVERS = 6;
const MAX_LEVELS = 8;

/** Finds the zone's nameservers and asks each of them for the SOA: one address of each family over UDP, one of them over TCP too. */
export async function collectNameservers(looking: Looking): Promise<NameserversFacts> {
  const { domain, dns } = looking;
  const { zone, look } = await findZone(looking);
  const names = [...new Set(found(look))].toSorted();
  const servers = names.slice(0, MAX_SERVERS).map(name => visit(name, zone, looking));
  return { domain, zone, look, resolved: await dns.look(zone, 'SOA'), servers: await Promise.all(servers), leftOut: names.slice(MAX_SERVERS) };
}

/** Asks the domain and the names above it, up to the registered one, at once; the nearest that is not empty counts. */
async function findZone({ domain, dns }: Looking): Promise<{ zone: string; look: Look<readonly string[]> }> {
  const looks = await Promise.all(levelsOf(domain).map(async zone => ({ zone, look: ownLook(await dns.look(zone, 'NS')) })));
  return looks.find(({ look }) => look.outcome !== 'absent') ?? looks.at(-1)!;
}

function levelsOf(domain: string): string[] {
  const top = registeredDomain(domain) ?? domain;
  const below = domain.slice(0, -top.length).split('.').slice(0, -1);
  const levels = below.map((_, at) => [...below.slice(at), top].join('.'));
  return [...levels.slice(0, MAX_LEVELS - 1), top];
}

/** What lies behind an alias belongs to another zone. */
function ownLook(look: Look<readonly string[]>): Look<readonly string[]> {
  return look.outcome === 'found' && look.via.length > 0 ? { outcome: 'absent', nxdomain: false, via: look.via } : look;
}

async function visit(name: string, zone: string, looking: Looking): Promise<Nameserver> {
  const host = await lookUpHost(name, looking);
  const allowed = (look: Look<readonly string[]>) => found(look).filter(address => !host.barred.includes(address)).slice(0, 1);
  const addresses = [...allowed(host.a), ...allowed(host.aaaa)];
  const ask = async (address: string, transport: 'udp' | 'tcp'): Promise<Probe> => {
    const reply = await looking.dns.ask({ name, address }, zone, 'SOA', transport);
    return { address, transport, authoritative: 'authoritative' in reply && reply.authoritative, look: reply.look };
  };
  const probes = [...addresses.map(address => ask(address, 'udp')), ...addresses.slice(0, 1).map(address => ask(address, 'tcp'))];
  return { ...host, probes: await Promise.all(probes) };
}
