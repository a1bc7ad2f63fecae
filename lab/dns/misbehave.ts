import type { FaultKind } from '../types.ts';
import type { MetFault } from '../faults.ts';
import type { Delivery, Transport } from './listener.ts';
import { MAX_MESSAGE_BYTES, encodeMessage, replyTo, type Message, type ResourceRecord } from './message.ts';
import { rdataOf } from './rdata.ts';

/** One question on its way to an answer. */
export interface Exchange {
  query: Message;
  transport: Transport;
  /** The honest reply. */
  answer: () => Promise<Message>;
  /** Bytes of a reply, cut to what the client takes. */
  encode: (reply: Message) => Buffer;
  /** Random bytes that the seed of the lab decides. */
  randomBytes: (length: number) => Buffer;
}

const MANY_RECORDS = 10_000;
const HUGE_TXT_BYTES = 65_000;
const TTL_SECONDS = 300;

/** The honest reply, or what the first of `faults` makes of it; delays add up. */
export async function deliver(exchange: Exchange, faults: readonly MetFault[]): Promise<Delivery | null> {
  const delayMs = faults.filter(({ kind }) => kind === 'delay').reduce((sum, fault) => sum + fault.delayMs, 0);
  const fault = faults.find(({ kind }) => kind !== 'delay');
  const delivery = fault ? await acts[fault.kind](exchange) : honest(exchange, await exchange.answer());
  return delivery && { ...delivery, delayMs };
}

/** What each fault does; `delay` alone is in `deliver`. */
const acts: Readonly<Record<FaultKind, (exchange: Exchange) => Promise<Delivery | null>>> = {
  drop: async () => null,
  dropFirst: async () => null,
  delay: async exchange => honest(exchange, await exchange.answer()),
  truncate: async exchange => {
    if (exchange.transport === 'tcp') return honest(exchange, await exchange.answer());
    return honest(exchange, { ...await exchange.answer(), answer: [], authority: [], additional: [], truncated: true });
  },
  servfail: async exchange => honest(exchange, replyTo(exchange.query, { rcode: 'SERVFAIL' })),
  refused: async exchange => honest(exchange, replyTo(exchange.query, { rcode: 'REFUSED' })),
  formerr: async exchange => honest(exchange, replyTo(exchange.query, { rcode: 'FORMERR' })),
  notimp: async exchange => honest(exchange, replyTo(exchange.query, { rcode: 'NOTIMP' })),
  nxdomain: async exchange => honest(exchange, replyTo(exchange.query, { rcode: 'NXDOMAIN', authoritative: true, authority: [soaFor(exchange.query)] })),
  empty: async exchange => honest(exchange, replyTo(exchange.query, { authoritative: true, authority: [soaFor(exchange.query)] })),
  lame: async exchange => honest(exchange, { ...await exchange.answer(), authoritative: false }),
  wrongId: async exchange => honest(exchange, { ...await exchange.answer(), id: exchange.query.id ^ 0x5555 }),
  wrongQuestion: async exchange => {
    const question = exchange.query.question!;
    return honest(exchange, { ...await exchange.answer(), question: { ...question, name: `spoofed.${question.name}` } });
  },
  wrongAddress: async exchange => ({ ...honest(exchange, await exchange.answer()), fromOtherPort: true }),
  garbage: async exchange => {
    const bytes = exchange.randomBytes(200);
    bytes.writeUInt16BE(exchange.query.id, 0);
    bytes[2]! |= 0x80;
    return plain(bytes);
  },
  compressionLoop: async exchange => plain(pointerToItself(exchange)),
  noEdns: async exchange => {
    if (exchange.query.edns) return honest(exchange, replyTo(exchange.query, { rcode: 'FORMERR', edns: null }));
    return honest(exchange, await exchange.answer());
  },
  hugeTxt: async exchange => {
    if (exchange.query.question!.type !== 'TXT') return honest(exchange, await exchange.answer());
    const rdata = rdataOf('TXT', Array<string>(Math.floor(HUGE_TXT_BYTES / 256)).fill('x'.repeat(255)), '');
    return honest(exchange, replyTo(exchange.query, { authoritative: true, answer: [ownRecord(exchange.query, 'TXT', rdata)] }));
  },
  manyRecords: async exchange => {
    const answer = manyRecords(exchange.query);
    return honest(exchange, answer.length > 0 ? replyTo(exchange.query, { authoritative: true, answer }) : await exchange.answer());
  },
  cnameLoop: async exchange => {
    const name = exchange.query.question!.name.toLowerCase();
    const other = name.startsWith('loop.') ? name.slice(5) : `loop.${name}`;
    return honest(exchange, replyTo(exchange.query, { authoritative: true, answer: [aliasRecord(name, other), aliasRecord(other, name)] }));
  },
  olderSerial: async exchange => {
    const reply = await exchange.answer();
    return honest(exchange, { ...reply, answer: reply.answer.map(record => (record.type === 'SOA' ? withOlderSerial(record) : record)) });
  },
  half: async exchange => {
    const bytes = exchange.encode(await exchange.answer());
    return { ...plain(bytes.subarray(0, bytes.length >> 1)), announcedBytes: bytes.length };
  },
};

function honest(exchange: Exchange, reply: Message): Delivery {
  return plain(exchange.encode(reply));
}

function plain(bytes: Buffer): Delivery {
  return { bytes, announcedBytes: bytes.length, delayMs: 0, fromOtherPort: false };
}

function ownRecord(query: Message, type: string, rdata: Buffer): ResourceRecord {
  return { name: query.question!.name.toLowerCase(), type, ttl: TTL_SECONDS, rdata };
}

function aliasRecord(name: string, target: string): ResourceRecord {
  return { name, type: 'CNAME', ttl: TTL_SECONDS, rdata: rdataOf('CNAME', [`${target}.`], '') };
}

function soaFor(query: Message): ResourceRecord {
  return ownRecord(query, 'SOA', rdataOf('SOA', ['@', 'hostmaster', '1', '7200', '3600', '1209600', '300'], query.question!.name.toLowerCase()));
}

/** The serial stands before four times (RFC 1035 §3.3.13). */
function withOlderSerial(record: ResourceRecord): ResourceRecord {
  const rdata = Buffer.from(record.rdata);
  const at = rdata.length - 20;
  rdata.writeUInt32BE(rdata.readUInt32BE(at) - 1, at);
  return { ...record, rdata };
}

/** A reply of one record whose owner is a pointer to that pointer. */
function pointerToItself({ query }: Exchange): Buffer {
  const bytes = encodeMessage(replyTo(query, { answer: [ownRecord(query, 'A', Buffer.of(45, 54, 0, 1))], edns: null }));
  const owner = bytes.length - 16;
  bytes.writeUInt16BE(0xc000 | owner, owner);
  return bytes;
}

/** Ten thousand records of the type asked, or as many as the largest message holds; none of types without numbered data. */
function manyRecords(query: Message): ResourceRecord[] {
  const { name, type } = query.question!;
  const first = rdataNumbered(type, 0);
  if (!first) return [];
  const remaining = MAX_MESSAGE_BYTES - 64 - name.length;
  const count = Math.min(MANY_RECORDS, Math.floor(remaining / (12 + first.length)));
  return Array.from({ length: count }, (_, i) => ownRecord(query, type, rdataNumbered(type, i)!));
}

function rdataNumbered(type: string, i: number): Buffer | null {
  const number = String(i).padStart(5, '0');
  switch (type) {
    case 'A': return Buffer.of(45, 54, i >> 8, i & 0xff);
    case 'AAAA': return rdataOf('AAAA', [`2a0e:b100::${i.toString(16)}`], '');
    case 'MX': return rdataOf('MX', [String(i), `m${number}.example.`], '');
    case 'NS':
    case 'PTR': return rdataOf(type, [`n${number}.example.`], '');
    case 'CAA': return rdataOf('CAA', ['0', 'issue', `${number}.example`], '');
    case 'TXT': return rdataOf('TXT', [number], '');
    default: return null;
  }
}
