import { isAtOrBelow, parentOf } from './name.ts';
import type { Absence, RrSet, Zone } from './zone.ts';
import { replyTo, type Message, type ResourceRecord } from './message.ts';
import { rdataText } from './rdata.ts';

const MAX_ALIASES = 8;
const transferTypes = new Set(['AXFR', 'IXFR']);

/** The zones of one server by origin. */
export type ZoneTable = ReadonlyMap<string, Zone>;

/** The reply of an authority that holds `zones`: without recursion, REFUSED for what lies in none of them. */
export function respond(zones: ZoneTable, query: Message): Message {
  const { name, type } = query.question!;
  const reply = new Reply(query.edns?.dnssecOk ?? false);
  if (transferTypes.has(type)) return replyTo(query, { rcode: 'REFUSED' });
  let target = name.toLowerCase();
  for (let aliases = 0; aliases < MAX_ALIASES; aliases++) {
    const zone = zoneFor(zones, target, type);
    if (!zone) {
      if (aliases === 0) return replyTo(query, { rcode: 'REFUSED' });
      break;
    }
    const next = reply.answerFrom(zone, target, type);
    if (next === null) break;
    target = next;
  }
  return replyTo(query, {
    authoritative: reply.authoritative, rcode: reply.nxdomain ? 'NXDOMAIN' : 'NOERROR',
    answer: reply.answer, authority: reply.authority, additional: reply.additional,
  });
}

/** The closest enclosing zone; for DS of an apex the parent zone where the server holds it. */
function zoneFor(zones: ZoneTable, name: string, type: string): Zone | null {
  if (type === 'DS' && zones.has(name) && name !== '') return zoneFor(zones, parentOf(name), '') ?? zones.get(name)!;
  for (let above = name; ; above = parentOf(above)) {
    const zone = zones.get(above);
    if (zone || above === '') return zone ?? null;
  }
}

class Reply {
  authoritative = false;
  nxdomain = false;
  readonly answer: ResourceRecord[] = [];
  readonly authority: ResourceRecord[] = [];
  readonly additional: ResourceRecord[] = [];
  readonly #dnssecOk: boolean;

  constructor(dnssecOk: boolean) {
    this.#dnssecOk = dnssecOk;
  }

  /** Adds what `zone` says of `name`; the name to go on with where that is an alias. */
  answerFrom(zone: Zone, name: string, type: string): string | null {
    const found = zone.find(name, type);
    if (found.kind === 'referral') {
      this.#refer(zone, found.cut);
      return null;
    }
    this.authoritative = true;
    if (found.kind === 'nxdomain') {
      this.nxdomain = true;
      this.#deny(zone, { kind: 'nxdomain', name, encloser: found.encloser }, type);
    } else if (found.kind === 'nodata') this.#deny(zone, { kind: 'nodata', name, wildcard: found.wildcard }, type);
    else {
      const sets = found.kind === 'alias' ? [found.set] : found.sets;
      for (const set of sets) this.#put(this.answer, zone, set, name);
      if (found.wildcard) this.#prove(zone, { kind: 'expansion', name, wildcard: found.wildcard }, type);
    }
    return found.kind === 'alias' ? found.target : null;
  }

  /** NS of the child with the glue at hand, and its DS or the proof that there is none (RFC 4035 §3.1.4). */
  #refer(zone: Zone, cut: string): void {
    const delegation = zone.rrset(cut, 'NS')!;
    this.authority.push(...recordsOf(delegation));
    const ds = zone.rrset(cut, 'DS');
    if (ds && this.#dnssecOk) this.#put(this.authority, zone, ds);
    else this.#prove(zone, { kind: 'nodata', name: cut, wildcard: null }, 'DS');
    const hosts = delegation.rdatas.map(rdata => rdataText('NS', rdata).slice(0, -1)).filter(host => isAtOrBelow(host, zone.origin));
    for (const host of hosts) for (const type of ['A', 'AAAA']) this.additional.push(...recordsOf(zone.rrset(host, type)));
  }

  /** SOA, and the proof that what was asked for is not there (RFC 2308 §2, RFC 4035 §3.1.3). */
  #deny(zone: Zone, absence: Absence, type: string): void {
    this.#put(this.authority, zone, zone.rrset(zone.origin, 'SOA')!);
    this.#prove(zone, absence, type);
  }

  #prove(zone: Zone, absence: Absence, type: string): void {
    if (!zone.signer || !this.#dnssecOk) return;
    for (const denial of zone.signer.proofOf(absence, type)) this.#put(this.authority, zone, denial);
  }

  #put(section: ResourceRecord[], zone: Zone, set: RrSet, owner = set.name): void {
    section.push(...recordsOf(set, owner));
    if (this.#dnssecOk && zone.signer) section.push(...zone.signer.signaturesOf(set, owner));
  }
}

/** The whole zone in one message, between two copies of its SOA (RFC 5936 §2.2). */
export function transfer(zones: ZoneTable, query: Message): Message {
  const zone = zones.get(query.question!.name.toLowerCase());
  if (!zone) return replyTo(query, { rcode: 'REFUSED' });
  const sets = zone.names.flatMap(name => zone.rrsets(name));
  const isSoa = ({ type }: RrSet) => type === 'SOA';
  const soa = sets.filter(isSoa);
  return replyTo(query, { authoritative: true, answer: [...soa, ...sets.filter(set => !isSoa(set)), ...soa].flatMap(set => recordsOf(set)) });
}

function recordsOf(set: RrSet | null, owner = set?.name ?? ''): ResourceRecord[] {
  return set?.rdatas.map(rdata => ({ name: owner, type: set.type, ttl: set.ttl, rdata })) ?? [];
}
