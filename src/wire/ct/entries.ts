import { namesOfBody, namesOfCertificate } from './certificate-names.ts';
import { leafHash, type Hash } from './merkle.ts';

/** One entry of a log. */
export interface Entry {
  /** Of its leaf in the tree. */
  hash: Hash;
  names: string[];
}

const CERTIFICATE = 0;
const PRECERTIFICATE = 1;
const FINGERPRINT_BYTES = 32;

/** Reads numbers and vectors of TLS notation (RFC 8446 §3); `null` for ever after where there are not enough bytes. */
class Reader {
  readonly #bytes: Buffer;
  at = 0;
  failed = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get done(): boolean {
    return this.failed || this.at >= this.#bytes.length;
  }

  number(size: number): number {
    if (!this.#has(size)) return 0;
    const value = this.#bytes.readUIntBE(this.at, size);
    this.at += size;
    return value;
  }

  bytes(size: number): Buffer {
    if (!this.#has(size)) return Buffer.alloc(0);
    this.at += size;
    return this.#bytes.subarray(this.at - size, this.at);
  }

  vector(lengthSize: number): Buffer {
    return this.bytes(this.number(lengthSize));
  }

  since(from: number): Buffer {
    return this.#bytes.subarray(from, this.at);
  }

  #has(size: number): boolean {
    this.failed ||= this.at + size > this.#bytes.length;
    return !this.failed;
  }
}

/** The names in a TimestampedEntry (RFC 6962 §3.4), which the reader is behind afterwards. */
function readTimestamped(reader: Reader): string[] {
  reader.bytes(8);
  const type = reader.number(2);
  let names: string[] = [];
  if (type === CERTIFICATE) names = namesOfCertificate(reader.vector(3));
  else if (type === PRECERTIFICATE) {
    reader.bytes(32);
    names = namesOfBody(reader.vector(3));
  } else reader.failed = true;
  if (type === PRECERTIFICATE || type === CERTIFICATE) reader.vector(2);
  return names;
}

/** The entry whose leaf is `leaf`, a MerkleTreeLeaf (RFC 6962 §3.4); null where it cannot be read. */
export function readLeaf(leaf: Uint8Array): Entry | null {
  const reader = new Reader(leaf);
  // Version 1 and a timestamped entry are both 0.
  if (reader.number(2) !== 0) return null;
  const names = readTimestamped(reader);
  return reader.failed || !reader.done ? null : { hash: leafHash(leaf), names };
}

/** The entries of a data tile (c2sp.org/static-ct-api), `width` of them; null where there are fewer or one cannot be read. */
export function readDataTile(tile: Uint8Array, width: number): Entry[] | null {
  const reader = new Reader(tile);
  const entries: Entry[] = [];
  while (entries.length < width) {
    const from = reader.at;
    const names = readTimestamped(reader);
    const timestamped = reader.since(from);
    if (reader.failed) return null;
    if (timestamped.readUInt16BE(8) === PRECERTIFICATE) reader.vector(3);
    if (reader.vector(2).length % FINGERPRINT_BYTES !== 0 || reader.failed) return null;
    entries.push({ hash: leafHash(Buffer.concat([Buffer.of(0, 0), timestamped])), names });
  }
  return entries;
}

/** The names in each line of a names tile, of which there are `width`; null where there are fewer or one is no JSON. */
export function readNamesTile(tile: Uint8Array, width: number): string[][] | null {
  const lines = Buffer.from(tile).toString('utf8').split('\n').slice(0, width);
  try {
    const read = lines.filter(line => line !== '').map(line => namesInLine(JSON.parse(line)));
    return read.length === width ? read : null;
  } catch {
    return null;
  }
}

function namesInLine(line: unknown): string[] {
  const { DNS = [], Subject } = Object(line) as { DNS?: unknown; Subject?: { CommonName?: unknown } | null };
  const names: readonly unknown[] = [...Array.isArray(DNS) ? DNS as unknown[] : [], Subject?.CommonName];
  return [...new Set(names.filter((name): name is string => typeof name === 'string' && name.includes('.')))];
}
