/** Sets that grow together (union by size, paths halved). */
export class Sets {
  readonly #parents: Uint32Array;
  readonly #sizes: Uint32Array;

  constructor(count: number) {
    this.#parents = Uint32Array.from({ length: count }, (_, at) => at);
    this.#sizes = new Uint32Array(count).fill(1);
  }

  of(one: number): number {
    let at = one;
    while (this.#parents[at] !== at) {
      this.#parents[at] = this.#parents[this.#parents[at]!]!;
      at = this.#parents[at]!;
    }
    return at;
  }

  join(a: number, b: number): void {
    let [one, other] = [this.of(a), this.of(b)];
    if (one === other) return;
    if (this.#sizes[one]! < this.#sizes[other]!) [one, other] = [other, one];
    this.#parents[other] = one;
    this.#sizes[one]! += this.#sizes[other]!;
  }

  /** The sets of two and more, the largest first, each in order. */
  groups(): number[][] {
    const byRoot = new Map<number, number[]>();
    for (let at = 0; at < this.#parents.length; at++) {
      const root = this.of(at);
      if (this.#sizes[root] === 1) continue;
      const group = byRoot.get(root);
      if (group) group.push(at);
      else byRoot.set(root, [at]);
    }
    return [...byRoot.values()].toSorted((a, b) => b.length - a.length || a[0]! - b[0]!);
  }
}
