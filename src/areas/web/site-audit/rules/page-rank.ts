import { clicksFrom, linksOf, type LinkGraph } from './link-graph.ts';

const DAMPING = 0.85;
const MAX_ROUNDS = 300;
/** The sum of all changes of a round at which it ends; ranks have a mean of 1. */
const TOLERANCE_A_PAGE = 1e-11;

/** By page, what `Brief` says of links to it. */
export interface LinkFigures {
  inlinks: ArrayLike<number>;
  depth: ArrayLike<number>;
  rank: ArrayLike<number>;
}

/** The figures of all pages; `moved` has those that redirect to another, to which what links to them leads as well. */
export function figuresOf(graph: LinkGraph, start: number | undefined, moved: ReadonlyMap<number, number>): LinkFigures {
  return { inlinks: countLinks(graph, moved), depth: clicksFrom(graph, start === undefined ? [] : [start], moved), rank: pageRanks(graph) };
}

function countLinks(graph: LinkGraph, moved: ReadonlyMap<number, number>): Uint32Array {
  const inlinks = new Uint32Array(graph.count);
  for (let page = 0; page < graph.count; page++) if (!moved.has(page)) for (const target of linksOf(graph, page)) inlinks[target]!++;
  const before = inlinks.slice();
  for (const [page, target] of moved) inlinks[target]! += before[page]!;
  return inlinks;
}

/** PageRank within the site, with a mean of 1 over the pages that are there; what pages without links have is shared by all (Page et al. 1999; damping 0.85). */
export function pageRanks({ count, offsets, targets }: LinkGraph, isThere: (page: number) => boolean = () => true): Float64Array {
  const there = Uint8Array.from({ length: count }, (_, page) => (isThere(page) ? 1 : 0));
  const pages = there.reduce((sum, one) => sum + one, 0);
  let [ranks, next] = [Float64Array.from(there), new Float64Array(count)];
  if (pages === 0) return ranks;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    next.fill(0);
    let lost = 0;
    for (let page = 0; page < count; page++) {
      const [from, to] = [offsets[page]!, offsets[page + 1]!];
      const rank = ranks[page]!;
      if (from === to) lost += rank;
      else {
        const share = rank / (to - from);
        for (let at = from; at < to; at++) next[targets[at]!]! += share;
      }
    }
    const base = 1 - DAMPING + (DAMPING * lost) / pages;
    let change = 0;
    for (let page = 0; page < count; page++) {
      const rank = there[page] === 1 ? base + DAMPING * next[page]! : 0;
      change += Math.abs(rank - ranks[page]!);
      next[page] = rank;
    }
    [ranks, next] = [next, ranks];
    if (change <= TOLERANCE_A_PAGE * pages) break;
  }
  return ranks;
}
