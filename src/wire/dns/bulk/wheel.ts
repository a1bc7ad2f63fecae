/** How many ticks lie between now and the furthest moment that can be waited for; a power of two. */
const BUCKETS = 256;
const NONE = -1;

/** Waits for many moments at once, one for each of `capacity` slots: setting and clearing takes the same time however many there are. */
export class Wheel {
  readonly #first = new Int32Array(BUCKETS).fill(NONE);
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #bucket: Int32Array;
  #now = 0;

  constructor(capacity: number) {
    this.#next = new Int32Array(capacity);
    this.#previous = new Int32Array(capacity);
    this.#bucket = new Int32Array(capacity).fill(NONE);
  }

  /** `slot` is due after `ticks`, 1 to 255, and no longer when it was due before. */
  set(slot: number, ticks: number): void {
    this.clear(slot);
    const bucket = (this.#now + Math.min(Math.max(ticks, 1), BUCKETS - 1)) % BUCKETS;
    const first = this.#first[bucket]!;
    this.#next[slot] = first;
    this.#previous[slot] = NONE;
    if (first !== NONE) this.#previous[first] = slot;
    this.#first[bucket] = slot;
    this.#bucket[slot] = bucket;
  }

  clear(slot: number): void {
    const bucket = this.#bucket[slot]!;
    if (bucket === NONE) return;
    const [next, previous] = [this.#next[slot]!, this.#previous[slot]!];
    if (next !== NONE) this.#previous[next] = previous;
    if (previous === NONE) this.#first[bucket] = next;
    else this.#next[previous] = next;
    this.#bucket[slot] = NONE;
  }

  /** Moves on by one tick and tells of each slot that is due, which may be set again. */
  advance(due: (slot: number) => void): void {
    this.#now = (this.#now + 1) % BUCKETS;
    for (let slot = this.#first[this.#now]!; slot !== NONE; slot = this.#first[this.#now]!) {
      this.clear(slot);
      due(slot);
    }
  }
}
