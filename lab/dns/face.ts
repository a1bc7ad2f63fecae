import type { FaultBoard } from '../faults.ts';
import type { SeenQuestion, ServerHabit } from '../types.ts';
import type { Handler, Transport } from './listener.ts';
import { decodeMessage, encodeMessage, replyTo, type Message } from './message.ts';
import { deliver } from './misbehave.ts';
import { rdataOf } from './rdata.ts';

const PLAIN_UDP_BYTES = 512;
const MAX_UDP_BYTES = 4096;
/** More fits no datagram. */
const LARGEST_DATAGRAM_BYTES = 65_507;
const CLASS_CHAOS = 3;

/** One server of the lab as clients meet it. */
export interface Face {
  /** `resolver` or the name of the server. */
  at: string;
  answer: (query: Message, transport: Transport) => Promise<Message>;
  habits?: ReadonlySet<ServerHabit>;
  /** What every answer takes at the least. */
  delayMs?: () => number;
}

/** What all faces of a lab share. */
export interface Surroundings {
  faults: FaultBoard;
  saw: (question: Omit<SeenQuestion, 'atMs'>) => void;
  randomBytes: (length: number) => Buffer;
}

const none: ReadonlySet<ServerHabit> = new Set();

/** Reads packets, notes the question, answers it, and does to the answer what the faults want. */
export function handlerOf(face: Face, { faults, saw, randomBytes }: Surroundings): Handler {
  return async (packet, transport) => {
    const query = decodeMessage(packet) ?? unreadable(packet);
    if (!query || query.response) return null;
    const { habits = none } = face;
    if (query.edns && query.edns.version > 0 && habits.has('dropsEdnsVersions')) return null;
    const encode = (reply: Message) => encodeToFit(asWritten(reply, habits), query, transport, habits.has('ignoresSize'));
    const refusal = refuse(query, habits);
    if (refusal) return deliver({ query, transport, encode, randomBytes, answer: async () => refusal }, []);
    const question = query.question!;
    saw({ at: face.at, name: question.name.toLowerCase(), type: question.type, transport });
    const delivery = await deliver({ query, transport, encode, randomBytes, answer: () => face.answer(query, transport) }, faults.meet(face.at, question, transport));
    return delivery && { ...delivery, delayMs: delivery.delayMs + (face.delayMs?.() ?? 0) };
  };
}

/** The header alone of a packet that is no message. */
function unreadable(packet: Buffer): Message | null {
  const header = Buffer.from(packet.subarray(0, 12));
  return header.length === 12 ? decodeMessage(header.fill(0, 4)) : null;
}

function refuse(query: Message, habits: ReadonlySet<ServerHabit>): Message | null {
  if (query.opcode !== 0) return replyTo(query, { rcode: 'NOTIMP' });
  if (!query.question) return replyTo(query, { rcode: 'FORMERR' });
  if (query.edns && query.edns.version > 0 && !habits.has('takesAnyEdns')) return replyTo(query, { rcode: 'BADVERS' });
  if (query.edns?.options?.length && habits.has('refusesOptions')) return replyTo(query, { rcode: 'FORMERR' });
  if (habits.has('tellsVersion') && query.question.class === CLASS_CHAOS && query.question.name.toLowerCase() === 'version.bind') return softwareOf(query);
  if (query.question.class !== 1) return replyTo(query, { rcode: 'REFUSED' });
  return null;
}

/** The software by name and version, as servers tell it where nobody forbids it. */
function softwareOf(query: Message): Message {
  return replyTo(query, { authoritative: true, answer: [{ name: 'version.bind', type: 'TXT', ttl: 0, rdata: rdataOf('TXT', ['LabDNS 9.18.1'], '') }] });
}

function asWritten(reply: Message, habits: ReadonlySet<ServerHabit>): Message {
  return reply.question && habits.has('lowersCase') ? { ...reply, question: { ...reply.question, name: reply.question.name.toLowerCase() } } : reply;
}

/** The bytes of `reply`; over UDP without its records and with TC where they do not fit the client (RFC 6891 §6.2.5), SERVFAIL where they fit no message. */
function encodeToFit(reply: Message, query: Message, transport: Transport, ignoresSize: boolean): Buffer {
  const limit = ignoresSize ? LARGEST_DATAGRAM_BYTES : Math.min(MAX_UDP_BYTES, Math.max(PLAIN_UDP_BYTES, query.edns?.udpSize ?? 0));
  const bytes = encodeOrNull(reply);
  if (!bytes) return encodeMessage(replyTo(query, { rcode: 'SERVFAIL' }));
  if (transport === 'tcp' || bytes.length <= limit) return bytes;
  return encodeMessage({ ...reply, answer: [], authority: [], additional: [], truncated: true });
}

function encodeOrNull(reply: Message): Buffer | null {
  try {
    return encodeMessage(reply);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
