import type { LinkGraph } from '../../site-audit/index.ts';

/** Takes links in the order of their pages; eight bytes for a link, and no object. */
export class LinkGraphBuilder {
  #targets = new Uint32Array(1024);
  #offsets = new Uint32Array(1024);
  #links = 0;
  #next = 0;

  /** Adds a link between two pages, by their numbers from 0; `from` never goes back. */
  add(from: number, to: number): void {
    this.#open(from);
    if (this.#links === this.#targets.length) this.#targets = grown(this.#targets);
    this.#targets[this.#links++] = to;
  }

  /** The graph of `count` pages, with the links to those that `isKept`. */
  finish(count: number, isKept: (page: number) => boolean = () => true): LinkGraph {
    this.#open(count);
    const offsets = new Uint32Array(count + 1);
    let kept = 0;
    for (let page = 0; page < count; page++) {
      for (let at = this.#offsets[page]!; at < this.#offsets[page + 1]!; at++) {
        const target = this.#targets[at]!;
        if (target < count && target !== page && isKept(target)) this.#targets[kept++] = target;
      }
      offsets[page + 1] = kept;
    }
    return { count, offsets, targets: this.#targets.subarray(0, kept) };
  }

  #open(page: number): void {
    while (page + 1 >= this.#offsets.length) this.#offsets = grown(this.#offsets);
    for (; this.#next <= page; this.#next++) this.#offsets[this.#next] = this.#links;
  }
}

function grown(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/** How many clicks each page is from the nearest start; -1 where no path leads there. That a page of `moved` redirects is no click, as in site audits. */
export function clicksFrom({ count, offsets, targets }: LinkGraph, starts: readonly number[], moved: ReadonlyMap<number, number> = new Map()): Int32Array {
  const clicks = new Int32Array(count).fill(-1);
  const queue = new Uint32Array(count);
  let [head, tail] = [0, 0];
  const reach = (page: number, after: number): void => {
    if (clicks[page]! >= 0) return;
    clicks[page] = after;
    queue[tail++] = page;
    const to = moved.get(page);
    if (to !== undefined) reach(to, after);
  };
  for (const start of starts) reach(start, 0);
  while (head < tail) {
    const page = queue[head++]!;
    for (let at = offsets[page]!; at < offsets[page + 1]!; at++) reach(targets[at]!, clicks[page]! + 1);
  }
  return clicks;
}

/** How many pages link to each. */
export function inlinksOf({ count, targets }: LinkGraph): Uint32Array {
  const inlinks = new Uint32Array(count);
  for (const target of targets) inlinks[target]!++;
  return inlinks;
}

/** The graph with one link more for each page in `more`, such as where it redirects to. */
export function withLinks({ count, offsets, targets }: LinkGraph, more: ReadonlyMap<number, number>): LinkGraph {
  if (more.size === 0) return { count, offsets, targets };
  const [newOffsets, newTargets] = [new Uint32Array(count + 1), new Uint32Array(targets.length + more.size)];
  let kept = 0;
  for (let page = 0; page < count; page++) {
    const own = targets.subarray(offsets[page], offsets[page + 1]);
    newTargets.set(own, kept);
    kept += own.length;
    const to = more.get(page);
    if (to !== undefined && to !== page) newTargets[kept++] = to;
    newOffsets[page + 1] = kept;
  }
  return { count, offsets: newOffsets, targets: newTargets.subarray(0, kept) };
}
