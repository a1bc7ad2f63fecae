/** Gives the next bytes, `null` at the end. */
export type Pull = () => Promise<Buffer | null>;

/** Bytes that are pulled as they are needed, with lookahead and a way to put back. */
export class ByteSource {
  readonly #pull: Pull;
  #ahead: Buffer = Buffer.alloc(0);
  #ended = false;

  constructor(pull: Pull) {
    this.#pull = pull;
  }

  /** The next `length` bytes without taking them; fewer only at the end. */
  async peek(length: number): Promise<Buffer> {
    if (this.#ahead.length < length && !this.#ended) await this.#fill(length);
    return this.#ahead.subarray(0, length);
  }

  /** Takes the next `length` bytes; fewer only at the end. */
  async take(length: number): Promise<Buffer> {
    const bytes = await this.peek(length);
    this.#ahead = this.#ahead.subarray(bytes.length);
    return bytes;
  }

  /** Takes whatever comes next, `null` at the end. */
  async chunk(): Promise<Buffer | null> {
    if (this.#ahead.length > 0) {
      const bytes = this.#ahead;
      this.#ahead = Buffer.alloc(0);
      return bytes;
    }
    while (!this.#ended) {
      const bytes = await this.#pull();
      if (bytes === null) this.#ended = true;
      else if (bytes.length > 0) return bytes;
    }
    return null;
  }

  /** Puts bytes back in front. */
  unread(bytes: Buffer): void {
    if (bytes.length > 0) this.#ahead = this.#ahead.length > 0 ? Buffer.concat([bytes, this.#ahead]) : bytes;
  }

  /** Takes the rest and forgets it. */
  async drain(): Promise<void> {
    while (await this.chunk() !== null);
  }

  /** The next `length` bytes as a source of their own; what is taken from it is taken from here. */
  limited(length: number): ByteSource {
    let left = length;
    return new ByteSource(async () => {
      if (left === 0) return null;
      const bytes = await this.chunk();
      if (bytes === null) return null;
      const own = bytes.subarray(0, left);
      this.unread(bytes.subarray(own.length));
      left -= own.length;
      return own;
    });
  }

  async #fill(length: number): Promise<void> {
    const chunks = this.#ahead.length > 0 ? [this.#ahead] : [];
    let total = this.#ahead.length;
    while (total < length && !this.#ended) {
      const bytes = await this.#pull();
      if (bytes === null) this.#ended = true;
      else if (bytes.length > 0) chunks.push(bytes);
      total += bytes?.length ?? 0;
    }
    this.#ahead = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, total);
  }
}
