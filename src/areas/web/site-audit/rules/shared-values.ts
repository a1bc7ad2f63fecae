/** The positions of some pages that share a value, and the number of all. */
export interface Others {
  first: readonly number[];
  count: number;
}

/** Which pages have a value in common: their positions in one array, sorted by it. The value 0 is none. */
export class SharedValues {
  readonly #sorted: Uint32Array;
  readonly #value: ArrayLike<number>;
  readonly #apart: ArrayLike<number> | null;

  /** Of the pages at these positions, in ascending order. Those that are equal in `apart` as well do not count as others. */
  constructor(positions: Uint32Array, value: ArrayLike<number>, apart: ArrayLike<number> | null = null) {
    this.#value = value;
    this.#apart = apart;
    this.#sorted = positions.filter(position => value[position] !== 0).sort((a, b) => this.#compare(a, b) || a - b);
  }

  /** Other pages with the value of this one. At most `max` are named; with `apart`, which ones is arbitrary. */
  of(position: number, max: number): Others {
    const byValue = (other: number): number => this.#value[other]! - this.#value[position]!;
    const [start, end] = this.#range(byValue);
    const [ownStart, ownEnd] = this.#range(other => (this.#apart === null ? byValue(other) || other - position : this.#compare(other, position)));
    const first = [...this.#sorted.subarray(start, Math.min(ownStart, start + max)), ...this.#sorted.subarray(ownEnd, Math.min(end, ownEnd + max))].slice(0, max);
    return { first: first.toSorted((a, b) => a - b), count: end - start - (ownEnd - ownStart) };
  }

  #compare(a: number, b: number): number {
    return this.#value[a]! - this.#value[b]! || (this.#apart === null ? 0 : this.#apart[a]! - this.#apart[b]!);
  }

  /** Where those begin and end that compare as equal. */
  #range(compare: (position: number) => number): [start: number, end: number] {
    return [this.#first(position => compare(position) >= 0), this.#first(position => compare(position) > 0)];
  }

  #first(isBeyond: (position: number) => boolean): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBeyond(this.#sorted[middle]!)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
