import { Cursor } from './cursor.ts';
import { encodeName, readName } from './name.ts';
import { readRdata, type Rdata } from './rdata.ts';
import { classIn, typeCodes } from './types.ts';

/** The largest message that any transport carries (RFC 1035 §4.2.2); it also bounds the number of records. */
export const maxMessageBytes = 65_535;
/** The size that passes without fragments almost everywhere (RFC 9715 §3.2 R5, DNS flag day 2020). */
const UDP_PAYLOAD_BYTES = 1232;
const HEADER_BYTES = 12;
const MAX_ERROR_CHARACTERS = 200;
const EXTENDED_ERROR_OPTION = 15;
const MAX_ERRORS = 8;
const MAX_OPTIONS = 64;

export interface Question {
  name: string;
  type: number;
}

export interface ResourceRecord {
  name: string;
  type: number;
  class: number;
  ttlSeconds: number;
  data: Rdata;
  /** The data as it came, names in it compressed or not: what signatures are made over (RFC 4034 §6.2). */
  bytes: Uint8Array;
}

/** A message as read (RFC 1035 §4); `rcode` has the upper bits of EDNS in it (RFC 6891 §6.1.3). */
export interface Message {
  id: number;
  response: boolean;
  authoritative: boolean;
  truncated: boolean;
  recursionAvailable: boolean;
  authenticData: boolean;
  rcode: number;
  questions: readonly (Question & { class: number })[];
  answers: readonly ResourceRecord[];
  authorities: readonly ResourceRecord[];
  additionals: readonly ResourceRecord[];
  edns: { udpPayloadBytes: number; version: number; dnssecOk: boolean; /** Codes of the options. */ options: readonly number[] } | null;
  /** Extended DNS errors (RFC 8914), their text made safe to show and cut to 200 characters. */
  errors: readonly { code: number; text: string }[];
}

export interface QueryOptions {
  id: number;
  recursionDesired: boolean;
  /** Asks a validating server for data that it would refuse as bogus (RFC 4035 §3.2.2). */
  checkingDisabled?: boolean;
  edns: { dnssecOk: boolean; version?: number; payloadBytes?: number; /** The code of an option without content. */ option?: number } | null;
  class?: number;
}

/** One question as a message, or null where its name cannot be encoded. */
export function encodeQuery({ name, type }: Question, options: QueryOptions): Uint8Array | null {
  const owner = encodeName(name);
  if (!owner) return null;
  const { id, edns } = options;
  const flags = (options.recursionDesired ? 0x0100 : 0) | (options.checkingDisabled ? 0x0010 : 0);
  const header = [id, flags, 1, 0, 0, edns ? 1 : 0].flatMap(u16);
  return Uint8Array.from([...header, ...owner, ...u16(type), ...u16(options.class ?? classIn), ...(edns ? encodeOpt(edns) : [])]);
}

/** RFC 6891 §6.1.2. */
function encodeOpt({ dnssecOk, version = 0, payloadBytes = UDP_PAYLOAD_BYTES, option }: NonNullable<QueryOptions['edns']>): number[] {
  const content = option === undefined ? [] : [option, 0].flatMap(u16);
  return [0, ...[typeCodes.OPT, payloadBytes, version, dnssecOk ? 0x8000 : 0, content.length].flatMap(u16), ...content];
}

/** The message in `bytes`, or what keeps it from being one; takes time linear in its size. */
export function decode(bytes: Uint8Array): Message | { malformed: string } {
  if (bytes.length > maxMessageBytes) return { malformed: 'it is longer than 65535 bytes' };
  const cursor = new Cursor(bytes);
  const id = cursor.u16();
  const flags = cursor.u16();
  const [questionCount, answerCount, authorityCount, additionalCount] = [cursor.u16(), cursor.u16(), cursor.u16(), cursor.u16()];
  const questions = readMany(cursor, questionCount, readQuestion);
  const answers = readMany(cursor, answerCount, readRecord);
  const authorities = readMany(cursor, authorityCount, readRecord);
  const additionals = readMany(cursor, additionalCount, readRecord);
  if (cursor.failure !== null) return { malformed: cursor.failure };
  const opt = additionals.find(({ type }) => type === typeCodes.OPT);
  return {
    id,
    response: (flags & 0x8000) !== 0,
    authoritative: (flags & 0x0400) !== 0,
    truncated: (flags & 0x0200) !== 0,
    recursionAvailable: (flags & 0x0080) !== 0,
    authenticData: (flags & 0x0020) !== 0,
    rcode: (flags & 0x000f) | (opt ? (opt.ttlSeconds >>> 24) << 4 : 0),
    questions,
    answers,
    authorities,
    additionals,
    edns: opt ? { udpPayloadBytes: opt.class, version: (opt.ttlSeconds >>> 16) & 0xff, dnssecOk: (opt.ttlSeconds & 0x8000) !== 0, options: readOptions(opt.data).map(({ code }) => code) } : null,
    errors: opt ? readErrors(opt.data) : [],
  };
}

/** Whether `reply` answers `query`: its id, and its question letter by letter or, without `exactCase`, whatever the case (RFC 5452 §9.1). */
export function answersQuery(reply: Uint8Array, query: Uint8Array, exactCase: boolean): boolean {
  if (reply.length < HEADER_BYTES || reply[0] !== query[0] || reply[1] !== query[1] || (reply[2]! & 0xf8) !== 0x80) return false;
  const questions = (reply[4]! << 8) | reply[5]!;
  if (questions === 0) return isRefusalWithoutQuestion(reply);
  const end = endOfQuestion(query);
  if (questions !== 1 || reply.length < end) return false;
  for (let i = HEADER_BYTES; i < end; i++) {
    if (exactCase || i >= end - 4 ? reply[i] !== query[i] : lowerCase(reply[i]!) !== lowerCase(query[i]!)) return false;
  }
  return true;
}

/** Whether the TC bit is set, also in a message that cannot be decoded to its end. */
export function isTruncated(reply: Uint8Array): boolean {
  return (reply[2]! & 0x02) !== 0;
}

/** `query` with the letters of its name in a case that only a reader of it knows; `random` gives numbers in [0, 1). */
export function mixCase(query: Uint8Array, random: () => number): Uint8Array {
  const end = endOfQuestion(query) - 4;
  return query.map((byte, at) => (at >= HEADER_BYTES && at < end && byte >= 0x61 && byte <= 0x7a && random() < 0.5 ? byte & ~0x20 : byte));
}

/** Servers that cannot read a question do not repeat it. */
function isRefusalWithoutQuestion(reply: Uint8Array): boolean {
  const rcode = reply[3]! & 0x0f;
  return reply[6] === 0 && reply[7] === 0 && rcode !== 0 && rcode !== 3;
}

/** The name of a query is not compressed, so it ends at the first empty label. */
function endOfQuestion(query: Uint8Array): number {
  let at = HEADER_BYTES;
  while (query[at]! > 0) at += query[at]! + 1;
  return at + 5;
}

/** Length bytes are below 64, so that only letters change. */
function lowerCase(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
}

function u16(number: number): number[] {
  return [number >> 8, number & 0xff];
}

function readMany<Item>(cursor: Cursor, count: number, read: (cursor: Cursor) => Item): Item[] {
  const items: Item[] = [];
  while (items.length < count && cursor.failure === null) items.push(read(cursor));
  return items;
}

function readQuestion(cursor: Cursor): Question & { class: number } {
  return { name: readName(cursor), type: cursor.u16(), class: cursor.u16() };
}

function readRecord(cursor: Cursor): ResourceRecord {
  const name = readName(cursor);
  const type = cursor.u16();
  const recordClass = cursor.u16();
  const ttlSeconds = cursor.u32();
  const length = cursor.u16();
  const at = cursor.at;
  const bytes = cursor.take(length);
  const data: Rdata = cursor.failure === null ? readRdata(cursor.bytes, at, length, type) : { type: 'malformed', bytes };
  return { name, type, class: recordClass, ttlSeconds, data, bytes };
}

function readErrors(opt: Rdata): { code: number; text: string }[] {
  const errors: { code: number; text: string }[] = [];
  for (const { code, value } of readOptions(opt)) {
    const cursor = new Cursor(value);
    if (code === EXTENDED_ERROR_OPTION && cursor.left >= 2 && errors.length < MAX_ERRORS) errors.push({ code: cursor.u16(), text: showable(cursor.rest()) });
  }
  return errors;
}

function readOptions(opt: Rdata): { code: number; value: Uint8Array }[] {
  if (opt.type !== 'unknown') return [];
  const options: { code: number; value: Uint8Array }[] = [];
  const cursor = new Cursor(opt.bytes);
  while (cursor.left > 0 && cursor.failure === null && options.length < MAX_OPTIONS) options.push({ code: cursor.u16(), value: cursor.take(cursor.u16()) });
  return cursor.failure === null ? options : options.slice(0, -1);
}

/** Text of a stranger: what could move the cursor, turn the line or hide is replaced. */
function showable(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(0, 4 * MAX_ERROR_CHARACTERS)).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD');
  return text.replace(/\uFFFD+$/, '').slice(0, MAX_ERROR_CHARACTERS);
}
