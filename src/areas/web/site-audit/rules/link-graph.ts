import { Growing } from './growing.ts';

/** The links of a site: those of page `p` stand in `targets` from `offsets[p]` to `offsets[p + 1]`. */
export interface LinkGraph {
  count: number;
  offsets: Uint32Array;
  targets: Uint32Array;
}

/** Takes links in the order of their pages; four bytes for a link, and no object. */
export class LinkGraphBuilder {
  readonly #targets = new Growing(Uint32Array);
  readonly #offsets = new Growing(Uint32Array);

  /** Adds a link between two pages, by their numbers from 0; `from` never goes back. */
  add(from: number, to: number): void {
    this.#open(from);
    this.#targets.push(to);
  }

  /** The graph of `count` pages, with the links to those that `isKept`; a page to itself is none. */
  finish(count: number, isKept: (page: number) => boolean = () => true): LinkGraph {
    this.#open(count);
    const offsets = new Uint32Array(count + 1);
    const targets = this.#targets.part(0, this.#targets.length);
    let kept = 0;
    for (let page = 0; page < count; page++) {
      for (let at = this.#offsets.at(page); at < this.#offsets.at(page + 1); at++) {
        const target = targets[at]!;
        if (target < count && target !== page && isKept(target)) targets[kept++] = target;
      }
      offsets[page + 1] = kept;
    }
    return { count, offsets, targets: targets.subarray(0, kept) };
  }

  #open(page: number): void {
    while (this.#offsets.length <= page) this.#offsets.push(this.#targets.length);
  }
}

export function linksOf({ offsets, targets }: LinkGraph, page: number): Uint32Array {
  return targets.subarray(offsets[page], offsets[page + 1]);
}

/** How many clicks each page is from the nearest start; -1 where no path leads there. That a page of `moved` redirects is no click. */
export function clicksFrom(graph: LinkGraph, starts: readonly number[], moved: ReadonlyMap<number, number> = new Map()): Int32Array {
  const clicks = new Int32Array(graph.count).fill(-1);
  const queue = new Uint32Array(graph.count);
  let tail = 0;
  const reach = (page: number, after: number): void => {
    for (let at: number | undefined = page; at !== undefined && clicks[at]! < 0; at = moved.get(at)) {
      clicks[at] = after;
      queue[tail++] = at;
    }
  };
  for (const start of starts) reach(start, 0);
  for (let head = 0; head < tail; head++) for (const target of linksOf(graph, queue[head]!)) reach(target, clicks[queue[head]!]! + 1);
  return clicks;
}
