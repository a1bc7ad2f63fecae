const FIRST_LENGTH = 4096;
/** What stands outside the heap is beyond the limits of a thread. */
const MAX_BYTES = 2 ** 30;
/** How much longer an array is than the one whose place it takes. */
const GROWTH = 1.5;

/** Numbers of which nobody knows how many will come, in one array: a longer one takes over when it is full. Throws beyond 1 GiB. */
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
    if (length > most) throw new Error('the site has more links or longer addresses than can be judged');
    const longer = new this.#create(Math.ceil(Math.min(most, Math.max(length, this.#numbers.length * GROWTH))));
    longer.set(this.#numbers);
    this.#numbers = longer;
  }
}
