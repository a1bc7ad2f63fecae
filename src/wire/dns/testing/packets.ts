import { typeCodes, type TypeName } from '../types.ts';

/** A record to be written: its data as bytes. */
export interface RecordToWrite {
  name: string;
  type: TypeName | number;
  ttlSeconds?: number;
  data: Uint8Array | readonly number[];
}

/** What a reply says besides the question that it repeats. */
export interface ReplyToWrite {
  rcode?: number;
  flags?: number;
  answers?: readonly RecordToWrite[];
  authorities?: readonly RecordToWrite[];
  additionals?: readonly RecordToWrite[];
  /** EDNS options; none without it. */
  edns?: readonly { code: number; data: readonly number[] }[];
}

export const flags = { response: 0x8000, authoritative: 0x0400, truncated: 0x0200, recursionAvailable: 0x0080 };

/** The reply to `query` as bytes, uncompressed; written for tests and independent of the encoder. */
export function replyTo(query: Uint8Array, reply: ReplyToWrite = {}): Uint8Array {
  const { rcode = 0, answers = [], authorities = [], additionals = [], edns } = reply;
  const question = query.subarray(12, endOfQuestion(query));
  const bits = flags.response | flags.recursionAvailable | (reply.flags ?? 0) | (rcode & 0xf);
  const opt = edns ? [optRecord(rcode, edns)] : [];
  const counts = [1, answers.length, authorities.length, additionals.length + opt.length].flatMap(u16);
  const records = [...answers, ...authorities, ...additionals].map(recordBytes);
  return Buffer.concat([query.subarray(0, 2), Uint8Array.from([...u16(bits), ...counts]), question, ...records, ...opt]);
}

/** The question of a query: the name as it was written, and the type's number. */
export function questionOf(query: Uint8Array): { name: string; type: number } {
  const labels: string[] = [];
  let at = 12;
  for (; query[at]! > 0; at += query[at]! + 1) labels.push(Buffer.from(query.subarray(at + 1, at + 1 + query[at]!)).toString('latin1'));
  return { name: labels.join('.'), type: (query[at + 1]! << 8) | query[at + 2]! };
}

export function hasEdns(query: Uint8Array): boolean {
  return query[11] === 1;
}

/** A plain name on the wire. */
export function nameBytes(name: string): number[] {
  return [...name.split('.').filter(Boolean).flatMap(label => stringBytes(Buffer.from(label, 'latin1'))), 0];
}

export function stringBytes(text: string | Uint8Array): number[] {
  const bytes = Buffer.from(text);
  return [bytes.length, ...bytes];
}

export const write = {
  a: (name: string, address: string, ttlSeconds = 300): RecordToWrite => ({ name, type: 'A', ttlSeconds, data: address.split('.').map(Number) }),
  cname: (name: string, target: string, ttlSeconds = 300): RecordToWrite => ({ name, type: 'CNAME', ttlSeconds, data: nameBytes(target) }),
  ns: (name: string, target: string): RecordToWrite => ({ name, type: 'NS', data: nameBytes(target) }),
  mx: (name: string, preference: number, exchange: string): RecordToWrite => ({ name, type: 'MX', data: [...u16(preference), ...nameBytes(exchange)] }),
  txt: (name: string, ...strings: (string | Uint8Array)[]): RecordToWrite => ({ name, type: 'TXT', data: strings.flatMap(stringBytes) }),
  soa: (name: string): RecordToWrite => ({
    name, type: 'SOA', data: [...nameBytes('ns1.example'), ...nameBytes('hostmaster.example'), ...[2026112101, 7200, 3600, 1209600, 300].flatMap(u32)],
  }),
};

/** An extended DNS error as an EDNS option (RFC 8914 §2). */
export function extendedError(code: number, text: string | Uint8Array = ''): { code: number; data: number[] } {
  return { code: 15, data: [...u16(code), ...Buffer.from(text)] };
}

export function u16(number: number): number[] {
  return [(number >> 8) & 0xff, number & 0xff];
}

export function u32(number: number): number[] {
  return [...u16(Math.floor(number / 0x10000)), ...u16(number % 0x10000)];
}

function recordBytes({ name, type, ttlSeconds = 300, data }: RecordToWrite): Uint8Array {
  const code = typeof type === 'number' ? type : typeCodes[type];
  return Buffer.concat([Uint8Array.from([...nameBytes(name), ...u16(code), ...u16(1), ...u32(ttlSeconds), ...u16(data.length)]), Uint8Array.from(data)]);
}

function optRecord(rcode: number, options: readonly { code: number; data: readonly number[] }[]): Uint8Array {
  const data = options.flatMap(option => [...u16(option.code), ...u16(option.data.length), ...option.data]);
  return Uint8Array.from([0, ...u16(typeCodes.OPT), ...u16(1232), rcode >> 4, 0, 0, 0, ...u16(data.length), ...data]);
}

function endOfQuestion(query: Uint8Array): number {
  let at = 12;
  while (query[at]! > 0) at += query[at]! + 1;
  return at + 5;
}
