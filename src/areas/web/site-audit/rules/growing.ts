const FIRST_LENGTH = 4096;
/** The heap limit of a thread does not cover typed arrays. */
const MAX_BYTES = 2 ** 30;
/** How many times as long the next array is. */
const GROWTH = 1.5;

/** An array of numbers that grows as they are added. Throws beyond 1 GiB. */
export class Growing<Of extends Uint8Array | Uint32Array> {
  #length = 0;
  #numbers: Of;
  readonly #create: new (length: number) => Of;

  constructor(create: new (length: number) => Of) {
    this.#create = create;
    this.#numbers = new create(FIRST_LENGTH);
  }

  get length(): number {
    return this.#length;
  }

  /** Adds one at the end. */
  push(one: number): void {
    this.#reach(this.#length + 1);
    this.#numbers[this.#length++] = one;
  }

  /** Adds these at the end. */
  add(more: ArrayLike<number>): void {
    this.#reach(this.#length + more.length);
    this.#numbers.set(more, this.#length);
    this.#length += more.length;
  }

  at(position: number): number {
    return this.#numbers[position]!;
  }

  /** Those from `from` up to but not including `to`, without a copy. */
  part(from: number, to: number): Of {
    return this.#numbers.subarray(from, to) as Of;
  }

  #reach(length: number): void {
    if (length <= this.#numbers.length) return;
    const most = MAX_BYTES / this.#numbers.BYTES_PER_ELEMENT;
    if (length > most) throw new Error('The site has too many links or addresses to be judged. Audit fewer pages, or exclude parts of it.');
    const longer = new this.#create(Math.ceil(Math.min(most, Math.max(length, this.#numbers.length * GROWTH))));
    longer.set(this.#numbers);
    this.#numbers = longer;
  }
}
