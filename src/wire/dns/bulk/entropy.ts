const POOL_BYTES = 16_384;

/** Unguessable numbers, drawn from the system many at a time. */
export class Entropy {
  readonly #randomBytes: (size: number) => Uint8Array;
  #pool: Uint8Array = new Uint8Array(0);
  #used = 0;

  constructor(randomBytes: (size: number) => Uint8Array) {
    this.#randomBytes = randomBytes;
  }

  u16(): number {
    if (this.#used + 2 > this.#pool.length) {
      this.#pool = this.#randomBytes(POOL_BYTES);
      this.#used = 0;
    }
    return (this.#pool[this.#used++]! << 8) | this.#pool[this.#used++]!;
  }
}
