import type { LinkGraph } from './page-rank.ts';

const PART = 2 ** 16;

/** Links by the hashes of where they lead, in the order of their pages: eight bytes for a link, and no object. */
export class FoundLinks {
  readonly #parts: Float64Array[] = [];
  readonly #counts: number[] = [];
  #last = PART;

  /** Adds the links of the next page. */
  add(links: ReadonlySet<number>): void {
    this.#counts.push(links.size);
    for (const link of links) {
      if (this.#last === PART) {
        this.#parts.push(new Float64Array(PART));
        this.#last = 0;
      }
      this.#parts.at(-1)![this.#last++] = link;
    }
  }

  /** The links between pages that the audit fetched, which stand at these positions; a page to itself is none. */
  graph(positions: ReadonlyMap<number, number>): LinkGraph {
    const count = this.#counts.length;
    const offsets = new Uint32Array(count + 1);
    const targets = new Uint32Array(this.#counts.reduce((sum, links) => sum + links, 0));
    let [kept, read] = [0, 0];
    for (const [page, links] of this.#counts.entries()) {
      for (const end = read + links; read < end; read++) {
        const target = positions.get(this.#parts[Math.floor(read / PART)]![read % PART]!);
        if (target !== undefined && target !== page) targets[kept++] = target;
      }
      offsets[page + 1] = kept;
    }
    return { count, offsets, targets: targets.subarray(0, kept) };
  }
}
