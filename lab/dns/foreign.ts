import { FaultBoard } from '../faults.ts';
import type { LabServer } from '../types.ts';
import { addressBytes, addressText, canonicalAddress } from './address.ts';
import { Client } from './client.ts';
import { handlerOf, type Surroundings } from './face.ts';
import { parseForeignConfig, type ServerBlock, type Template } from './foreign-config.ts';
import { listen, type Listener } from './listener.ts';
import { parseMasterFile } from './master-file.ts';
import { replyTo, type Message, type ResourceRecord } from './message.ts';
import { ancestorsOf, isAtOrBelow, nameBytes, parentOf } from './name.ts';
import { recursiveFace } from './recursive-face.ts';
import { Recursor } from './recursive.ts';
import { respond } from './respond.ts';
import { Zone } from './zone.ts';

const TTL_SECONDS = 3600;

/** A delegation that every server above the zone is made to give, whatever its own data say. */
export interface PretendedDelegation {
  zone: string;
  /** Without addresses there is no glue. */
  servers: readonly LabServer[];
}

export interface ForeignOptions {
  /** CoreDNS configurations; together they say which address serves what. */
  configs: readonly string[];
  /** The text of a file that a configuration names. */
  read: (path: string) => string;
  pretended?: readonly PretendedDelegation[];
}

/** Zones of somebody else, served on loopback: each address of theirs on a port of its own. */
export interface ForeignDns {
  /** The loopback port behind an address, or null. */
  route(address: string): number | null;
  /** A resolver that starts from the root hints in `path`; it remembers answers. */
  openResolver(path: string): Promise<{ port: number; root: LabServer }>;
  stop(): Promise<void>;
}

interface Served extends ServerBlock {
  zone: Zone | null;
}

/** Starts a server for every address that the configurations bind. */
export async function startForeign({ configs, read, pretended = [] }: ForeignOptions): Promise<ForeignDns> {
  const blocks = configs.flatMap(parseForeignConfig).map(block => serve(block, read));
  const surroundings: Surroundings = { faults: silences(blocks), saw: () => {}, randomBytes: length => Buffer.alloc(length) };
  const listeners: Listener[] = [];
  const ports = new Map<string, number>();
  const open = async (face: Parameters<typeof handlerOf>[0]) => {
    const listener = await listen(handlerOf(face, surroundings));
    listeners.push(listener);
    return listener.port;
  };
  const client = await Client.open();
  const route = (address: string) => ports.get(canonicalAddress(address)) ?? null;
  const stop = async () => {
    client.close();
    await Promise.all(listeners.map(listener => listener.close()));
  };
  await Promise.all([...blocksByAddress(blocks)].map(async ([at, served]) => {
    ports.set(at, await open({ at, answer: async query => answer(served, pretended, query) }));
  })).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    stop,
    route,
    async openResolver(path) {
      const root = rootOf(read(path));
      return { root, port: await open(recursiveFace(new Recursor({ root, route, client, cache: true }), () => 0)) };
    },
  };
}

/** What lies outside the zone is passed over. */
function serve(block: ServerBlock, read: ForeignOptions['read']): Served {
  if (!block.file) return { ...block, zone: null };
  const zone = new Zone(block.file.zone);
  for (const record of parseMasterFile(read(block.file.path), zone.origin)) if (isAtOrBelow(record.name, zone.origin)) zone.add(record);
  return { ...block, zone };
}

function silences(blocks: readonly Served[]): FaultBoard {
  const faults = new FaultBoard();
  for (const { addresses, silentFor } of blocks) {
    for (const at of addresses.map(canonicalAddress)) for (const name of silentFor) faults.add({ at, fault: 'drop' }, name);
  }
  return faults;
}

function blocksByAddress(blocks: readonly Served[]): Map<string, Served[]> {
  const pairs = blocks.flatMap(block => block.addresses.map(address => ({ at: canonicalAddress(address), block })));
  return new Map([...Map.groupBy(pairs, ({ at }) => at)].map(([at, pairs]) => [at, pairs.map(({ block }) => block)]));
}

/** The root servers of a hints file (RFC 8109 §2) as one. */
function rootOf(hints: string): LabServer {
  const records = parseMasterFile(hints, '').filter(({ type }) => type === 'A' || type === 'AAAA');
  return { name: records[0]!.name, addresses: records.map(({ rdata }) => addressText(rdata)) };
}

/** What the blocks of one address reply: the closest block counts, in it a template goes before the file; what neither answers is SERVFAIL. */
function answer(blocks: readonly Served[], pretended: readonly PretendedDelegation[], query: Message): Message {
  const { name, type } = { ...query.question!, name: query.question!.name.toLowerCase() };
  const found = (type === 'DS' ? closest(blocks, parentOf(name)) : null) ?? closest(blocks, name);
  if (!found) return replyTo(query, { rcode: 'REFUSED' });
  const pretence = pretended.find(({ zone }) => isAtOrBelow(name, zone) && isAtOrBelow(zone, found.origin) && zone !== found.origin);
  if (pretence) return type === 'DS' && name === pretence.zone ? replyTo(query, { authoritative: true }) : refer(pretence, query);
  const { block } = found;
  const template = block.templates.find(one => isAtOrBelow(name, one.zone) && (one.type === 'ANY' || one.type === type));
  const reply = template ? madeUp(template, query) : fromFile(block.zone, name, query);
  return block.authoritative === null ? reply : { ...reply, authoritative: block.authoritative };
}

function closest(blocks: readonly Served[], name: string): { block: Served; origin: string } | null {
  for (const origin of ancestorsOf(name)) {
    const block = blocks.find(({ zones }) => zones.includes(origin));
    if (block) return { block, origin };
  }
  return null;
}

function madeUp({ rcode, answer, authority, additional }: Template, query: Message): Message {
  return replyTo(query, { rcode, authoritative: rcode !== 'SERVFAIL', answer, authority, additional });
}

function fromFile(zone: Zone | null, name: string, query: Message): Message {
  if (!zone || !isAtOrBelow(name, zone.origin)) return replyTo(query, { rcode: 'SERVFAIL' });
  const alias = redirection(zone, name);
  return alias.length > 0 ? replyTo(query, { authoritative: true, answer: alias }) : respond(new Map([[zone.origin, zone]]), query);
}

/** DNAME above `name` and the CNAME that follows from it (RFC 6672 §3.1); none where a delegation lies above. */
function redirection(zone: Zone, name: string): ResourceRecord[] {
  const dname = ancestorsOf(parentOf(name)).map(above => zone.rrset(above, 'TYPE39')).find(set => set !== null);
  if (!dname || zone.cutAbove(name) !== null) return [];
  const { name: owner, type, ttl, rdatas: [target] } = dname;
  const prefix = nameBytes(name).subarray(0, -nameBytes(owner).length);
  return [{ name: owner, type, ttl, rdata: target! }, { name, type: 'CNAME', ttl, rdata: Buffer.concat([prefix, target!]) }];
}

function refer({ zone, servers }: PretendedDelegation, query: Message): Message {
  const record = (name: string, type: string, rdata: Buffer): ResourceRecord => ({ name, type, ttl: TTL_SECONDS, rdata });
  const glue = (name: string, address: string) => record(name, address.includes(':') ? 'AAAA' : 'A', addressBytes(address)!);
  return replyTo(query, {
    authority: servers.map(({ name }) => record(zone, 'NS', nameBytes(name))),
    additional: servers.flatMap(({ name, addresses }) => addresses.map(address => glue(name, address))),
  });
}
