import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** One entry: a MerkleTreeLeaf as RFC 6962 §3.4 has it, the same in a data tile, and the names in it. */
interface Entry {
  leaf: Buffer;
  inTile: Buffer;
  names: readonly string[];
}

/** A certificate to be logged, as it was issued or as it was promised before; DER. */
export interface LoggedCertificate {
  names: readonly string[];
  certificate: Buffer;
  /** The TBSCertificate alone, where it is a precertificate. */
  body: Buffer | null;
}

const TILE = 256;
const FIRST_AT = Date.UTC(2026, 0, 1);
const algorithms = { p256: Buffer.of(4, 3), ed25519: Buffer.of(8, 7) } as const;

/** A certificate transparency log with a key of its own, in memory. */
export class CertificateLog {
  readonly origin: string;
  readonly #kind: keyof typeof algorithms;
  readonly #privateKey: KeyObject;
  readonly #publicKey: Buffer;
  readonly #entries: Entry[] = [];
  readonly #hashes = new Map<string, Buffer>();

  constructor(origin: string, kind: keyof typeof algorithms) {
    this.origin = origin;
    this.#kind = kind;
    const pair = kind === 'p256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519');
    this.#privateKey = pair.privateKey;
    this.#publicKey = pair.publicKey.export({ type: 'spki', format: 'der' });
  }

  get size(): number {
    return this.#entries.length;
  }

  /** SubjectPublicKeyInfo, base64. */
  get key(): string {
    return this.#publicKey.toString('base64');
  }

  get logId(): Buffer {
    return sha256(this.#publicKey);
  }

  add({ names, certificate, body }: LoggedCertificate): void {
    const index = this.#entries.length;
    const signed = body ? Buffer.concat([number(1, 2), Buffer.alloc(32, 7), vector(body, 3)]) : Buffer.concat([number(0, 2), vector(certificate, 3)]);
    const extensions = vector(Buffer.concat([number(0, 1), vector(number(index, 5), 2)]), 2);
    const timestamped = Buffer.concat([number(FIRST_AT + index, 8), signed, extensions]);
    const chain = vector(Buffer.alloc(32, 9), 2);
    const inTile = Buffer.concat([timestamped, ...(body ? [vector(certificate, 3)] : []), chain]);
    this.#entries.push({ leaf: Buffer.concat([Buffer.of(0, 0), timestamped]), inTile, names });
  }

  /** Forgets entries from `size` on, so that other ones can take their place: what an honest log never does. */
  cutTo(size: number): void {
    this.#entries.length = size;
    this.#hashes.clear();
  }

  leaves(start: number, end: number): Buffer[] {
    return this.#entries.slice(start, end).map(({ leaf }) => leaf);
  }

  dataTile(tile: number, width = TILE): Buffer {
    return Buffer.concat(this.#entries.slice(tile * TILE, tile * TILE + width).map(({ inTile }) => inTile));
  }

  namesTile(tile: number, width = TILE): string {
    return this.#entries.slice(tile * TILE, tile * TILE + width).map(({ names: [common, ...others] }, at) =>
      `${JSON.stringify({ Timestamp: FIRST_AT + tile * TILE + at, Subject: { CommonName: common }, DNS: [common, ...others] })}\n`).join('');
  }

  hashTile(level: number, tile: number, width = TILE): Buffer {
    const leaves = TILE ** level;
    return Buffer.concat(Array.from({ length: width }, (_, at) => this.#root((tile * TILE + at) * leaves, (tile * TILE + at + 1) * leaves)));
  }

  root(size = this.size): Buffer {
    return this.#root(0, size);
  }

  /** The `digitally-signed` structure over the tree head. */
  signature(size: number, timestamp: number): Buffer {
    const head = Buffer.concat([Buffer.of(0, 1), number(timestamp, 8), number(size, 8), this.root(size)]);
    return Buffer.concat([algorithms[this.#kind], vector(sign(this.#kind === 'p256' ? 'sha256' : null, head, this.#privateKey), 2)]);
  }

  /** A signed note of c2sp.org/static-ct-api, with the signature of a stranger before its own. */
  checkpoint(size = this.size): string {
    const timestamp = FIRST_AT + size;
    const keyId = sha256(Buffer.concat([Buffer.from(this.origin), Buffer.of(0x0a, 0x05), this.logId])).subarray(0, 4);
    const signature = Buffer.concat([keyId, number(timestamp, 8), this.signature(size, timestamp)]).toString('base64');
    const stranger = Buffer.concat([Buffer.of(1, 2, 3, 4), Buffer.alloc(64)]).toString('base64');
    return `${this.origin}\n${size}\n${this.root(size).toString('base64')}\n\n\u2014 witness.lab ${stranger}\n\u2014 ${this.origin} ${signature}\n`;
  }

  /** RFC 9162 §2.1.4.1. */
  consistency(first: number, second: number): Buffer[] {
    const prove = (m: number, from: number, to: number, known: boolean): Buffer[] => {
      if (m === to - from) return known ? [] : [this.#root(from, to)];
      const half = split(to - from);
      if (m <= half) return [...prove(m, from, from + half, known), this.#root(from + half, to)];
      return [...prove(m - half, from + half, to, false), this.#root(from, from + half)];
    };
    return first === 0 || first === second ? [] : prove(first, 0, second, true);
  }

  /** RFC 9162 §2.1.1. */
  #root(from: number, to: number): Buffer {
    if (to === from) return sha256(Buffer.alloc(0));
    const name = `${from} ${to}`;
    const known = this.#hashes.get(name);
    if (known) return known;
    const half = split(to - from);
    const hash = to - from === 1
      ? sha256(Buffer.concat([Buffer.of(0), this.#entries[from]!.leaf]))
      : sha256(Buffer.concat([Buffer.of(1), this.#root(from, from + half), this.#root(from + half, to)]));
    this.#hashes.set(name, hash);
    return hash;
  }
}

/** The largest power of two below `size`. */
function split(size: number): number {
  let half = 1;
  while (half * 2 < size) half *= 2;
  return half;
}

function number(value: number, size: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes.subarray(8 - size);
}

function vector(content: Buffer, lengthSize: number): Buffer {
  return Buffer.concat([number(content.length, lengthSize), content]);
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
