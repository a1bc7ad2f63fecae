import { getDomain, getPublicSuffix } from 'tldts';
import type { LabDomain, LabServer, World } from '../types.ts';
import { addressBytes } from './address.ts';
import { simpleSigning, type Signing } from './dnssec.ts';
import { ZoneKeys } from './dnssec-keys.ts';
import { ancestorsOf, isAtOrBelow, parentOf } from './name.ts';
import { nsec3Param } from './nsec3.ts';
import { rdataOf, rdataText } from './rdata.ts';
import { ZoneSigner } from './sign.ts';
import { Zone, type RrSet } from './zone.ts';
import { parseZoneText } from './zone-text.ts';

const TTL_SECONDS = 3600;
const NEGATIVE_TTL_SECONDS = 300;
/** Registries that prove by NSEC3 with opt-out, as those of these names do in life. */
const optOutSuffixes = new Set(['com', 'net', 'org', 'io']);
/** What a server holds of a signed zone that it takes for an unsigned one. */
const signedTypes = new Set(['DNSKEY', 'CDS', 'CDNSKEY', 'NSEC3PARAM']);
const suffixRules = { allowPrivateDomains: false, validateHostname: false };

/** The world as zones, and who serves which. */
export interface Internet {
  root: LabServer;
  servers: readonly LabServer[];
  zonesOf(server: string): readonly Zone[];
  /** Puts each set of `lines` in the stead of that of the zone, signed anew, until `undo`. Throws where there is no such zone. */
  change(origin: string, lines: string): { zones(): ReadonlyMap<string, Zone>; undo(): void };
  /** DS of the root's key, as zone text. */
  trustAnchor: string;
}

export interface InternetOptions {
  /** Addresses of further hosts by name (web, RDAP, WHOIS), for zones that say nothing of them. */
  hosts: ReadonlyMap<string, readonly string[]>;
  nowMs: number;
  seed: number;
}

/** One zone before it is served. */
interface Draft {
  zone: Zone;
  servers: readonly string[];
  delegatedTo: readonly string[];
  /** Addresses that the parent zone has otherwise than the zone. */
  glue?: LabDomain['glue'];
  variants?: LabDomain['variants'];
  keys: ZoneKeys;
}

type Drafts = ReadonlyMap<string, Draft>;

/**
 * Makes all zones of `world` with what stands above them: the root, every registry suffix that a name needs,
 * and zones for the names of the servers. Throws where the world contradicts itself.
 */
export function buildInternet(world: World, { hosts, nowMs, seed }: InternetOptions): Internet {
  const root: LabServer = { name: 'a.root-servers.lab', addresses: ['45.54.255.1', '2a0e:b100:ffff::1'] };
  const suffixes = suffixesOf([root.name, ...world.servers.map(({ name }) => name), ...world.domains.map(({ name }) => name), ...hosts.keys()]);
  const servers = [root, ...suffixes.map(registryServer), ...world.servers];
  requireSense(world, servers);
  const drafts = new Map<string, Draft>();
  const add = (draft: Draft) => drafts.set(draft.zone.origin, draft);
  add(registryZone('', root.name, seed));
  suffixes.forEach((suffix, i) => add(registryZone(suffix, registryServer(suffix, i).name, seed)));
  for (const domain of world.domains) add(domainZone(domain, seed));
  hosterZones(servers, suffixes, drafts).forEach(add);
  for (const { name, addresses } of servers) addAddresses(draftAround(name, drafts).zone, name, addresses);
  for (const [name, addresses] of hosts) addAddresses(draftAround(name, drafts).zone, name, addresses);
  for (const draft of drafts.values()) complete(draft);
  for (const draft of drafts.values()) if (draft.zone.origin !== '') delegate(draft, draftAround(parentOf(draft.zone.origin), drafts).zone);
  for (const draft of drafts.values()) addGlue(draft.zone, drafts);
  return {
    root, servers,
    zonesOf: server => [...drafts.values()].filter(draft => draft.servers.includes(server)).map(draft => servedBy(server, draft, nowMs)),
    change(origin, lines) {
      const draft = drafts.get(origin);
      if (!draft) throw new Error(`There is no zone ${origin}.`);
      const sets = setsOf(lines, origin);
      const before = sets.map(({ name, type }) => ({ name, type, set: draft.zone.rrset(name, type) }));
      for (const set of sets) draft.zone.put(set);
      return {
        zones: () => new Map(draft.servers.map(server => [server, servedBy(server, draft, nowMs)])),
        undo() {
          for (const { name, type, set } of before) if (set) draft.zone.put(set); else draft.zone.remove(name, type);
        },
      };
    },
    trustAnchor: `. IN DS ${rdataText('DS', drafts.get('')!.keys.ds[0]!)}`,
  };
}

/** Every public suffix of `names` with what stands above it, the root left out. */
function suffixesOf(names: readonly string[]): string[] {
  const suffixes = names.flatMap(name => ancestorsOf(getPublicSuffix(name, suffixRules) ?? name).filter(suffix => suffix !== ''));
  return [...new Set(suffixes)].toSorted();
}

function registryServer(suffix: string, i: number): LabServer {
  return { name: `a.nic.${suffix}`, addresses: [`45.54.254.${i + 1}`, `2a0e:b100:fffe::${(i + 1).toString(16)}`] };
}

function registryZone(origin: string, server: string, seed: number): Draft {
  const simple = simpleSigning(true, 'right');
  const signing: Signing = optOutSuffixes.has(origin) ? { ...simple, nsec3: { algorithm: 1, iterations: 0, salt: '', optOut: true } } : simple;
  return { zone: new Zone(origin), servers: [server], delegatedTo: [server], keys: new ZoneKeys(origin, signing, seed) };
}

function domainZone(domain: LabDomain, seed: number): Draft {
  const zone = new Zone(domain.name);
  for (const record of parseZoneText(domain.records, domain.name)) zone.add(record);
  const signing = domain.dnssec ?? simpleSigning(domain.signed, domain.ds);
  return { zone, servers: domain.servers, delegatedTo: domain.delegatedTo ?? domain.servers, glue: domain.glue ?? {}, variants: domain.variants ?? {}, keys: new ZoneKeys(domain.name, signing, seed) };
}

/** A zone for every registered name that has servers of the lab below it and is no zone yet, held by those servers. */
function hosterZones(servers: readonly LabServer[], suffixes: readonly string[], drafts: Drafts): Draft[] {
  const orphans = servers.map(({ name }) => name).filter(name => ['', ...suffixes].includes(draftAround(name, drafts).zone.origin));
  const byDomain = Map.groupBy(orphans, name => getDomain(name, suffixRules) ?? name);
  return [...byDomain].map(([origin, names]) => ({ zone: new Zone(origin), servers: names, delegatedTo: names, keys: new ZoneKeys(origin, simpleSigning(false, 'none'), 0) }));
}

function complete({ zone, servers, keys, delegatedTo }: Draft): void {
  const { origin } = zone;
  const put = (type: string, ...words: string[]) => zone.add({ name: origin, type, ttl: TTL_SECONDS, rdata: rdataOf(type, words, origin) });
  if (!zone.rrset(origin, 'SOA')) {
    const mailbox = origin === '' ? 'hostmaster.' : `hostmaster.${origin}.`;
    put('SOA', `${servers[0] ?? delegatedTo[0] ?? origin}.`, mailbox, '2026010100', '14400', '3600', '1209600', String(NEGATIVE_TTL_SECONDS));
  }
  if (!zone.rrset(origin, 'NS')) for (const server of servers) put('NS', `${server}.`);
  const { signing } = keys;
  if (signing.keys.some(({ published }) => published)) zone.put(setOf(origin, 'DNSKEY', () => keys.dnskeys));
  if (signing.cds.length > 0) zone.put(setOf(origin, 'CDS', () => keys.cds));
  if (signing.cdnskey.length > 0) zone.put(setOf(origin, 'CDNSKEY', () => keys.cdnskeys));
  if (signing.nsec3) zone.put(setOf(origin, 'NSEC3PARAM', () => [nsec3Param(signing.nsec3!)]));
}

/** A set whose data is made when it is first read. */
function setOf(name: string, type: string, make: () => Buffer[]): RrSet {
  let made: Buffer[] | null = null;
  return { name, type, ttl: TTL_SECONDS, get rdatas() { return made ??= make(); } };
}

/** The zone as one of its servers answers from it. */
function servedBy(server: string, { zone: common, keys, variants = {} }: Draft, nowMs: number): Zone {
  const zone = variants[server] === undefined ? common : withVariant(common, variants[server]);
  if (!keys.signed) return zone;
  const flaws = keys.signing.flaws.filter(({ at }) => at === undefined || at === server);
  const plain = flaws.some(({ flaw }) => flaw === 'plain');
  const served = zone.copyWithout(plain ? signedTypes : new Set());
  if (!plain) served.signer = new ZoneSigner(served, { keys, flaws, nowMs, denialTtl: NEGATIVE_TTL_SECONDS });
  return served;
}

/** The zone with the sets of `lines` in place of its own. */
function withVariant(zone: Zone, lines: string): Zone {
  const varied = zone.copyWithout(new Set());
  for (const set of setsOf(lines, zone.origin)) varied.put(set);
  return varied;
}

/** The records of zone lines by name and type. */
function setsOf(lines: string, origin: string): RrSet[] {
  return [...Map.groupBy(parseZoneText(lines, origin), ({ name, type }) => `${name} ${type}`).values()].map(set => {
    const [{ name, type, ttl }] = set as [(typeof set)[number]];
    return { name, type, ttl, rdatas: set.map(({ rdata }) => rdata) };
  });
}

/** Puts the delegation of `child` into its parent, as the world wants it. */
function delegate({ zone: { origin }, delegatedTo, keys }: Draft, parent: Zone): void {
  for (const server of delegatedTo) parent.add({ name: origin, type: 'NS', ttl: TTL_SECONDS, rdata: rdataOf('NS', [`${server}.`], '') });
  if (delegatedTo.length > 0 && keys.signing.ds.length > 0) parent.put(setOf(origin, 'DS', () => keys.ds));
}

/** Copies the addresses of name servers that lie below delegations of `zone` into it (RFC 9471 §2). */
function addGlue(zone: Zone, drafts: Drafts): void {
  const targets = zone.names.flatMap(name => zone.rrset(name, 'NS')?.rdatas ?? []).map(rdata => rdataText('NS', rdata).slice(0, -1));
  for (const name of new Set(targets)) {
    if (!isAtOrBelow(name, zone.origin) || zone.cutAbove(name) === null) continue;
    const { zone: home, glue = {} } = draftAround(name, drafts);
    if (glue[name]) {
      addAddresses(zone, name, glue[name]);
      continue;
    }
    for (const type of ['A', 'AAAA']) {
      for (const rdata of home.rrset(name, type)?.rdatas ?? []) zone.add({ name, type, ttl: TTL_SECONDS, rdata });
    }
  }
}

/** The addresses of a host, unless the zone has something of its own at that name. */
function addAddresses(zone: Zone, name: string, addresses: readonly string[]): void {
  if (zone.rrsets(name).length > 0) return;
  for (const address of addresses) {
    const rdata = addressBytes(address);
    if (!rdata) throw new Error(`${name}: "${address}" is no address.`);
    zone.add({ name, type: rdata.length === 4 ? 'A' : 'AAAA', ttl: TTL_SECONDS, rdata });
  }
}

function draftAround(name: string, drafts: Drafts): Draft {
  return drafts.get(ancestorsOf(name).find(above => drafts.has(above))!)!;
}

function requireSense(world: World, servers: readonly LabServer[]): void {
  const addresses = servers.flatMap(server => server.addresses);
  const twice = addresses.find((address, i) => addresses.indexOf(address) !== i);
  if (twice) throw new Error(`Two servers have the address ${twice}.`);
  const domains = world.domains.map(({ name }) => name);
  const repeated = domains.find((name, i) => domains.indexOf(name) !== i);
  if (repeated) throw new Error(`The domain ${repeated} is there twice.`);
  for (const domain of world.domains) {
    const unknown = domain.servers.find(server => !servers.some(({ name }) => name === server));
    if (unknown) throw new Error(`${domain.name}: there is no server ${unknown}.`);
  }
}
