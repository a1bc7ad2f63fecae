import { Cursor, Malformed, Writer } from './bytes.ts';
import { rcodes, typeName, typeNumber, type Rcode } from './codes.ts';
import { readRdata, rdataText, writeRdata } from './rdata.ts';

export interface Question {
  /** In the case in which it was asked. */
  name: string;
  type: string;
  /** 1 is IN. */
  class: number;
}

/** A record of class IN; `rdata` is the wire form without compression. */
export interface ResourceRecord {
  name: string;
  type: string;
  ttl: number;
  rdata: Buffer;
}

/** Extension of RFC 6891; `errors` are those of RFC 8914. */
export interface Edns {
  udpSize: number;
  version: number;
  dnssecOk: boolean;
  errors: readonly ExtendedError[];
  /** Codes of all options of a message that was read. */
  options?: readonly number[];
}

export interface ExtendedError {
  code: number;
  text: string;
}

export interface Message {
  id: number;
  response: boolean;
  opcode: number;
  authoritative: boolean;
  truncated: boolean;
  recursionDesired: boolean;
  recursionAvailable: boolean;
  checkingDisabled: boolean;
  rcode: Rcode;
  question: Question | null;
  answer: readonly ResourceRecord[];
  authority: readonly ResourceRecord[];
  additional: readonly ResourceRecord[];
  edns: Edns | null;
}

export const MAX_MESSAGE_BYTES = 65_535;
const OPT = 41;
const EXTENDED_ERROR = 15;
type Flag = 'response' | 'authoritative' | 'truncated' | 'recursionDesired' | 'recursionAvailable' | 'checkingDisabled';
const flagBits = new Map<Flag, number>([
  ['response', 0x8000], ['authoritative', 0x0400], ['truncated', 0x0200], ['recursionDesired', 0x0100], ['recursionAvailable', 0x0080], ['checkingDisabled', 0x0010],
]);

/** A question as a client or a resolver asks it. */
export function queryMessage(id: number, name: string, type: string, options: { recursionDesired?: boolean; edns?: Edns | null } = {}): Message {
  return {
    id, response: false, opcode: 0, authoritative: false, truncated: false,
    recursionDesired: options.recursionDesired ?? false, recursionAvailable: false, checkingDisabled: false,
    rcode: 'NOERROR', question: { name, type, class: 1 }, answer: [], authority: [], additional: [], edns: options.edns ?? null,
  };
}

/** An empty reply to `query` that `more` fills; it has EDNS where the query has. */
export function replyTo(query: Message, more: Partial<Message> = {}): Message {
  const edns = query.edns && { udpSize: 4096, version: 0, dnssecOk: query.edns.dnssecOk, errors: [] };
  return { ...query, response: true, answer: [], authority: [], additional: [], edns, ...more };
}

/** The bytes of a message; throws `RangeError` above 65,535 of them. */
export function encodeMessage(message: Message): Buffer {
  const writer = new Writer();
  writer.u16(message.id);
  writer.u16(flagsOf(message));
  const sections = [message.answer, message.authority, message.additional];
  writer.u16(message.question ? 1 : 0);
  sections.forEach((section, i) => writer.u16(section.length + (i === 2 && message.edns ? 1 : 0)));
  if (message.question) {
    writer.name(message.question.name);
    writer.u16(typeNumber(message.question.type)!);
    writer.u16(message.question.class);
  }
  for (const record of sections.flat()) writeRecord(record, writer);
  if (message.edns) writeEdns(message.edns, message.rcode, writer);
  if (writer.length > MAX_MESSAGE_BYTES) throw new RangeError(`The message has ${writer.length} bytes.`);
  return writer.bytes;
}

/** The message in `bytes`, or null where they are none. */
export function decodeMessage(bytes: Buffer): Message | null {
  try {
    return readMessage(new Cursor(bytes));
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}

/** A record as a zone line: `name ttl TYPE data`. */
export function recordText({ name, ttl, type, rdata }: ResourceRecord): string {
  return `${name}. ${ttl} ${type} ${rdataText(type, rdata)}`;
}

function readMessage(cursor: Cursor): Message {
  const id = cursor.u16();
  const flags = cursor.u16();
  const questions = cursor.u16();
  const counts = [cursor.u16(), cursor.u16(), cursor.u16()];
  if (questions > 1) throw new Malformed('several questions');
  const question = questions === 1 ? { name: cursor.name(), type: typeName(cursor.u16()), class: cursor.u16() } : null;
  let edns: Edns | null = null;
  let extendedRcode = 0;
  const sections = counts.map(count => {
    const records: ResourceRecord[] = [];
    for (let i = 0; i < count; i++) {
      const name = cursor.name().toLowerCase();
      const type = cursor.u16();
      const udpSize = cursor.u16();
      const ttl = cursor.u32();
      const length = cursor.u16();
      const data = new Cursor(cursor.bytes, cursor.at, cursor.at + length);
      cursor.take(length);
      if (type === OPT) {
        extendedRcode = ttl >>> 24;
        edns = { udpSize, version: (ttl >>> 16) & 0xff, dnssecOk: (ttl & 0x8000) !== 0, ...readOptions(data) };
      } else records.push({ name, type: typeName(type), ttl, rdata: readRdata(typeName(type), data) });
    }
    return records;
  });
  const [answer = [], authority = [], additional = []] = sections;
  const flag = (name: Flag) => (flags & flagBits.get(name)!) !== 0;
  return {
    id, opcode: (flags >> 11) & 0xf,
    response: flag('response'), authoritative: flag('authoritative'), truncated: flag('truncated'),
    recursionDesired: flag('recursionDesired'), recursionAvailable: flag('recursionAvailable'), checkingDisabled: flag('checkingDisabled'),
    rcode: rcodeOf((extendedRcode << 4) | (flags & 0xf)), question, answer, authority, additional, edns,
  };
}

function flagsOf(message: Message): number {
  const bits = [...flagBits].reduce((all, [name, bit]) => all | (message[name] ? bit : 0), 0);
  return bits | (message.opcode << 11) | (rcodeNumber(message.rcode) & 0xf);
}

function rcodeNumber(rcode: Rcode): number {
  return rcode === 'BADVERS' ? 16 : rcodes.indexOf(rcode);
}

function rcodeOf(number: number): Rcode {
  if (number === 16) return 'BADVERS';
  const rcode = rcodes[number];
  if (!rcode) throw new Malformed('unknown rcode');
  return rcode;
}

function writeRecord({ name, type, ttl, rdata }: ResourceRecord, writer: Writer): void {
  writer.name(name);
  writer.u16(typeNumber(type)!);
  writer.u16(1);
  writer.u32(ttl);
  writer.counted(() => writeRdata(type, rdata, writer));
}

function writeEdns(edns: Edns, rcode: Rcode, writer: Writer): void {
  writer.u8(0);
  writer.u16(OPT);
  writer.u16(edns.udpSize);
  writer.u32((((rcodeNumber(rcode) >> 4) << 24) | (edns.version << 16) | (edns.dnssecOk ? 0x8000 : 0)) >>> 0);
  writer.counted(() => {
    for (const { code, text } of edns.errors) {
      writer.u16(EXTENDED_ERROR);
      writer.counted(() => {
        writer.u16(code);
        writer.put(Buffer.from(text));
      });
    }
  });
}

/** The codes of the options, and the extended errors among them. */
function readOptions(cursor: Cursor): { errors: ExtendedError[]; options: number[] } {
  const errors: ExtendedError[] = [];
  const options: number[] = [];
  while (!cursor.done) {
    const code = cursor.u16();
    const data = cursor.take(cursor.u16());
    options.push(code);
    if (code === EXTENDED_ERROR && data.length >= 2) errors.push({ code: data.readUInt16BE(), text: data.toString('utf8', 2) });
  }
  return { errors, options };
}
