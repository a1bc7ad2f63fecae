import { labelText, labelsOf, unescapeText } from './name.ts';

const MAX_POINTERS = 128;

/** Bytes that are not a message; thrown while reading, caught by `decodeMessage`. */
export class Malformed extends Error {}

/** Reads `bytes` forwards from `at` up to `end`; compression pointers may lead anywhere before. */
export class Cursor {
  readonly bytes: Buffer;
  at: number;
  readonly end: number;

  constructor(bytes: Buffer, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  get done(): boolean {
    return this.at >= this.end;
  }

  take(length: number): Buffer {
    if (this.at + length > this.end) throw new Malformed('cut short');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  rest(): Buffer {
    return this.take(this.end - this.at);
  }

  u8(): number {
    return this.take(1)[0]!;
  }

  u16(): number {
    return this.take(2).readUInt16BE();
  }

  u32(): number {
    return this.take(4).readUInt32BE();
  }

  /** A name, its case kept; each pointer must lead further back than the last (RFC 1035 §4.1.4). */
  name(): string {
    const labels: string[] = [];
    let length = 1;
    let reader = new Cursor(this.bytes, this.at, this.end);
    for (let pointers = 0; ;) {
      const start = reader.at;
      const size = reader.u8();
      const target = size >= 0xc0 ? ((size & 0x3f) << 8) | reader.u8() : null;
      if (pointers === 0) this.at = reader.at;
      if (target !== null) {
        if (target >= start || ++pointers > MAX_POINTERS) throw new Malformed('pointer leads nowhere');
        reader = new Cursor(this.bytes, target, start);
        continue;
      }
      if (size === 0) return labels.join('.');
      length += size + 1;
      if (size > 63 || length > 255) throw new Malformed('name too long');
      labels.push(labelText(reader.take(size)));
    }
  }
}

/** Writes a message; names that were written before become pointers. */
export class Writer {
  #bytes = Buffer.allocUnsafe(1024);
  #length = 0;
  readonly #offsets = new Map<string, number>();

  get length(): number {
    return this.#length;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  put(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  u8(value: number): void {
    this.#reserve(1);
    this.#length = this.#bytes.writeUInt8(value, this.#length);
  }

  u16(value: number): void {
    this.#reserve(2);
    this.#length = this.#bytes.writeUInt16BE(value, this.#length);
  }

  u32(value: number): void {
    this.#reserve(4);
    this.#length = this.#bytes.writeUInt32BE(value, this.#length);
  }

  /** Runs `body` and puts the number of bytes that it wrote in front of them. */
  counted(body: () => void): void {
    const at = this.#length;
    this.u16(0);
    body();
    this.#bytes.writeUInt16BE(this.#length - at - 2, at);
  }

  /** A name in whatever case, compressed against the names before it. */
  name(name: string): void {
    const labels = labelsOf(name);
    for (let i = 0; i < labels.length; i++) {
      const rest = labels.slice(i).join('.').toLowerCase();
      const known = this.#offsets.get(rest);
      if (known !== undefined) return this.u16(0xc000 | known);
      if (this.#length < 0x4000) this.#offsets.set(rest, this.#length);
      const label = unescapeText(labels[i]!);
      this.u8(label.length);
      this.put(label);
    }
    this.u8(0);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#length + more));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
