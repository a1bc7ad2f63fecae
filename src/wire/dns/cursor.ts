/**
 * A place in a message, between `at` and `end`. Reading never throws: what lies beyond the end reads as zero
 * or empty, and `failure` keeps the first thing that went wrong.
 */
export class Cursor {
  readonly bytes: Uint8Array;
  at: number;
  readonly end: number;
  failure: string | null = null;

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  get left(): number {
    return this.end - this.at;
  }

  fail(failure: string): void {
    this.failure ??= failure;
    this.at = this.end;
  }

  u8(): number {
    return this.#has(1) ? this.bytes[this.at++]! : 0;
  }

  u16(): number {
    return (this.u8() << 8) | this.u8();
  }

  u32(): number {
    return this.u16() * 0x10000 + this.u16();
  }

  /** The next `length` bytes, as a view into the message. */
  take(length: number): Uint8Array {
    if (!this.#has(length)) return new Uint8Array(0);
    return this.bytes.subarray(this.at, (this.at += length));
  }

  rest(): Uint8Array {
    return this.take(this.left);
  }

  /** A character-string: one length byte and that many bytes (RFC 1035 §3.3). */
  string(): Uint8Array {
    return this.take(this.u8());
  }

  #has(length: number): boolean {
    if (length <= this.left) return true;
    this.fail('it ends too early');
    return false;
  }
}
