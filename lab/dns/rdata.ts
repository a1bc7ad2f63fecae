import { addressBytes, addressText } from './address.ts';
import { Cursor, type Writer } from './bytes.ts';
import { typeName, typeNumber } from './codes.ts';
import { escapeBytes, nameBytes, unescapeText } from './name.ts';
import { paramBytes, paramText } from './svcb.ts';

/** The words of one record's data in a zone line, quotes taken off, escapes left in; names are relative to `origin`. */
class Words {
  readonly origin: string;
  readonly #words: readonly string[];
  #at = 0;

  constructor(words: readonly string[], origin: string) {
    this.#words = words;
    this.origin = origin;
  }

  next(): string {
    const word = this.#words[this.#at++];
    if (word === undefined) throw new RangeError('a field is missing');
    return word;
  }

  rest(): readonly string[] {
    const rest = this.#words.slice(this.#at);
    this.#at = this.#words.length;
    return rest;
  }

  get done(): boolean {
    return this.#at >= this.#words.length;
  }
}

/** One field of record data: from zone text to bytes, and from bytes to zone text. */
interface Field {
  bytes(words: Words): Buffer;
  text(cursor: Cursor): string;
}

const u8 = integer(1);
const u16 = integer(2);
const u32 = integer(4);
const ipv4 = address(4);
const ipv6 = address(16);
const hex = encoded('hex');
const base64 = encoded('base64');
const name: Field = { bytes: words => nameBytes(absolute(words.next(), words.origin)), text: cursor => `${cursor.name()}.` };
const string: Field = { bytes: words => characterString(words.next()), text: cursor => escapeBytes(cursor.take(cursor.u8()), '\\" ;') };
const strings: Field = { bytes: words => Buffer.concat(words.rest().map(characterString)), text: readStrings };
const bytesToEnd: Field = { bytes: words => unescapeText(words.next()), text: cursor => quote(cursor.rest()) };
const type: Field = { bytes: words => u16Bytes(numberOfType(words.next())), text: cursor => typeName(cursor.u16()) };
const typeBitmap: Field = { bytes: words => bitmapBytes(words.rest()), text: bitmapText };
const params: Field = { bytes: words => paramBytes(words.rest()), text: paramText };

/** Record data by type, field by field; a type that is not here is bytes. */
const layouts: Readonly<Record<string, readonly Field[]>> = {
  A: [ipv4],
  AAAA: [ipv6],
  NS: [name],
  CNAME: [name],
  PTR: [name],
  SOA: [name, name, u32, u32, u32, u32, u32],
  MX: [u16, name],
  TXT: [strings],
  SPF: [strings],
  SRV: [u16, u16, u16, name],
  NAPTR: [u16, u16, string, string, string, name],
  CAA: [u8, string, bytesToEnd],
  DS: [u16, u8, u8, hex],
  CDS: [u16, u8, u8, hex],
  DNSKEY: [u16, u8, u8, base64],
  CDNSKEY: [u16, u8, u8, base64],
  RRSIG: [type, u8, u8, u32, u32, u32, u16, name, base64],
  NSEC: [name, typeBitmap],
  TLSA: [u8, u8, u8, hex],
  SVCB: [u16, name, params],
  HTTPS: [u16, name, params],
};

/** Types whose names may be compressed (RFC 3597 §4). */
const compressible = new Set(['NS', 'CNAME', 'PTR', 'SOA', 'MX']);

/** Record data of a zone line; `\# length hex` does for every type (RFC 3597 §5). Throws with the reason where it cannot be read. */
export function rdataOf(type: string, words: readonly string[], origin: string): Buffer {
  if (words[0] === '\\#') return genericRdata(words);
  const layout = layouts[type];
  if (!layout) throw new RangeError(`${type} needs the form \\# length hex`);
  const source = new Words(words, origin);
  const bytes = Buffer.concat(layout.map(field => field.bytes(source)));
  if (!source.done) throw new RangeError(`too many fields: ${source.rest().join(' ')}`);
  return bytes;
}

/** Record data as a zone line has it; throws `Malformed`. */
export function rdataText(type: string, rdata: Buffer): string {
  const layout = layouts[type];
  if (!layout) return `\\# ${rdata.length} ${rdata.toString('hex')}`.trim();
  const cursor = new Cursor(rdata);
  return layout.map(field => field.text(cursor)).join(' ').trim();
}

/** Record data out of a message, its names without compression and in lower case; throws `Malformed`. */
export function readRdata(type: string, cursor: Cursor): Buffer {
  const layout = layouts[type];
  if (!layout?.includes(name)) return Buffer.from(cursor.rest());
  const parts = layout.map(field => {
    if (field === name) return nameBytes(cursor.name().toLowerCase());
    const start = cursor.at;
    field.text(cursor);
    return cursor.bytes.subarray(start, cursor.at);
  });
  return Buffer.concat([...parts, cursor.rest()]);
}

/** Record data into a message, with compression where the type allows it. */
export function writeRdata(type: string, rdata: Buffer, writer: Writer): void {
  if (!compressible.has(type)) return writer.put(rdata);
  const cursor = new Cursor(rdata);
  for (const field of layouts[type]!) {
    const start = cursor.at;
    if (field === name) writer.name(cursor.name());
    else {
      field.text(cursor);
      writer.put(rdata.subarray(start, cursor.at));
    }
  }
}

/** `@` is the origin, a trailing dot makes a name absolute, all else is below the origin. */
export function absolute(text: string, origin: string): string {
  const lower = text.toLowerCase();
  if (lower === '@') return origin;
  if (lower === '.') return '';
  if (lower.endsWith('.')) return lower.slice(0, -1);
  return origin === '' ? lower : `${lower}.${origin}`;
}

function integer(size: 1 | 2 | 4): Field {
  return {
    bytes: words => {
      const text = words.next();
      if (!/^\d{1,10}$/.test(text) || Number(text) >= 256 ** size) throw new RangeError(`"${text}" is no number of ${size} bytes`);
      const bytes = Buffer.alloc(size);
      bytes.writeUIntBE(Number(text), 0, size);
      return bytes;
    },
    text: cursor => String(cursor.take(size).readUIntBE(0, size)),
  };
}

function address(size: 4 | 16): Field {
  return {
    bytes: words => {
      const text = words.next();
      const bytes = addressBytes(text);
      if (bytes?.length !== size) throw new RangeError(`"${text}" is no address of ${size} bytes`);
      return bytes;
    },
    text: cursor => addressText(cursor.take(size)),
  };
}

function encoded(encoding: 'hex' | 'base64'): Field {
  return { bytes: words => Buffer.from(words.rest().join(''), encoding), text: cursor => cursor.rest().toString(encoding) };
}

function characterString(text: string): Buffer {
  const bytes = unescapeText(text);
  if (bytes.length > 255) throw new RangeError('a string is longer than 255 bytes: split it into several');
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
}

function readStrings(cursor: Cursor): string {
  const parts: string[] = [];
  while (!cursor.done) parts.push(quote(cursor.take(cursor.u8())));
  return parts.join(' ');
}

function quote(bytes: Uint8Array): string {
  return `"${escapeBytes(bytes, '\\"')}"`;
}

function numberOfType(text: string): number {
  const number = typeNumber(text);
  if (number === null) throw new RangeError(`"${text}" is no record type`);
  return number;
}

function u16Bytes(value: number): Buffer {
  return Buffer.of(value >> 8, value & 0xff);
}

/** RFC 4034 §4.1.2: for each window of 256 types its number, the length of its bitmap, the bitmap. */
export function bitmapBytes(types: readonly string[]): Buffer {
  const windows = Map.groupBy(types.map(numberOfType).sort((a, b) => a - b), number => number >> 8);
  return Buffer.concat([...windows].map(([window, numbers]) => {
    const bitmap = Buffer.alloc(((numbers.at(-1)! & 0xff) >> 3) + 1);
    for (const number of numbers) bitmap[(number & 0xff) >> 3]! |= 0x80 >> (number & 7);
    return Buffer.concat([Buffer.of(window, bitmap.length), bitmap]);
  }));
}

function bitmapText(cursor: Cursor): string {
  const types: string[] = [];
  while (!cursor.done) {
    const window = cursor.u8();
    const bitmap = cursor.take(cursor.u8());
    for (let bit = 0; bit < bitmap.length * 8; bit++) if (bitmap[bit >> 3]! & (0x80 >> (bit & 7))) types.push(typeName(window * 256 + bit));
  }
  return types.join(' ');
}

function genericRdata(words: readonly string[]): Buffer {
  const bytes = Buffer.from(words.slice(2).join(''), 'hex');
  if (bytes.length !== Number(words[1])) throw new RangeError(`\\# says ${words[1]} bytes and gives ${bytes.length}`);
  return bytes;
}
