import type { Batch } from './batch.ts';
import type { Lane } from './lane.ts';
import { MAX_QUERY_BYTES } from './query.ts';
import type { Upstream } from './upstream.ts';

/** The questions under way: each has a slot with its packet, and nothing is made anew for it. */
export class Slots {
  readonly batch: (Batch | null)[];
  /** Of the name in the batch. */
  readonly index: Int32Array;
  readonly tries: Uint8Array;
  /** Who was asked last; null before. */
  readonly upstream: (Upstream | null)[];
  /** Where a reply may still come; null where none is waited for. */
  readonly lane: (Lane | null)[];
  readonly id: Uint16Array;
  /** The query as it is sent; one view of it serves until the answer. */
  readonly packet: Uint8Array[];
  /** Whether it has a place in the window of its upstream. */
  readonly #occupies: Uint8Array;
  /** Whether it stands in the line of those to be asked again. */
  readonly again: Uint8Array;
  /** Counts how often the slot was used: what comes late, from TCP, is for an earlier question. */
  readonly use: Uint32Array;
  readonly #slabs: readonly Uint8Array[];
  readonly #free: Int32Array;
  #freeCount: number;

  constructor(capacity: number) {
    this.batch = Array.from({ length: capacity }, () => null);
    this.upstream = Array.from({ length: capacity }, () => null);
    this.lane = Array.from({ length: capacity }, () => null);
    this.index = new Int32Array(capacity);
    this.tries = new Uint8Array(capacity);
    this.id = new Uint16Array(capacity);
    this.#occupies = new Uint8Array(capacity);
    this.again = new Uint8Array(capacity);
    this.use = new Uint32Array(capacity);
    const packets = new Uint8Array(capacity * MAX_QUERY_BYTES);
    this.#slabs = Array.from({ length: capacity }, (_, slot) => packets.subarray(slot * MAX_QUERY_BYTES, (slot + 1) * MAX_QUERY_BYTES));
    this.packet = [...this.#slabs];
    this.#free = Int32Array.from({ length: capacity }, (_, slot) => slot);
    this.#freeCount = capacity;
  }

  /** Takes a place in the window of its upstream, where it has none. */
  occupy(slot: number): void {
    this.upstream[slot]!.open += 1 - this.#occupies[slot]!;
    this.#occupies[slot] = 1;
  }

  /** Gives it back. */
  vacate(slot: number): void {
    if (this.#occupies[slot] === 0) return;
    this.upstream[slot]!.open--;
    this.#occupies[slot] = 0;
  }

  get anyFree(): boolean {
    return this.#freeCount > 0;
  }

  take(batch: Batch, index: number): number {
    const slot = this.#free[--this.#freeCount]!;
    this.batch[slot] = batch;
    this.index[slot] = index;
    this.tries[slot] = this.again[slot] = 0;
    this.upstream[slot] = this.lane[slot] = null;
    return slot;
  }

  release(slot: number): void {
    this.batch[slot] = null;
    this.use[slot]!++;
    this.#free[this.#freeCount++] = slot;
  }

  /** Calls `visit` with each slot that is taken; it may release it. */
  each(visit: (slot: number) => void): void {
    for (let slot = 0; slot < this.batch.length; slot++) if (this.batch[slot]) visit(slot);
  }

  /** Room for a query. */
  slab(slot: number): Uint8Array {
    return this.#slabs[slot]!;
  }
}
