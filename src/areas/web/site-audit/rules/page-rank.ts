import type { Brief } from './site-index.ts';

const DAMPING = 0.85;
const MAX_ROUNDS = 300;
/** The sum of all changes of a round at which it ends; ranks have a mean of 1. */
const TOLERANCE_A_PAGE = 1e-11;

/** The links of a site: those of page `p` stand in `targets` from `offsets[p]` to `offsets[p + 1]`. */
export interface LinkGraph {
  count: number;
  offsets: Uint32Array;
  targets: Uint32Array;
}

/** Writes into each brief how many pages link to it, how many clicks it is from the start, and its share of internal PageRank (1 is the mean). A page that redirects links to where it ends, once. */
export function rankPages(briefs: readonly Brief[], graph: LinkGraph, start: number): void {
  countLinks(briefs, graph);
  walkFrom(start, briefs, graph);
  const ranks = pageRanks(graph);
  for (const [at, brief] of briefs.entries()) brief.rank = ranks[at]!;
}

function linksOf({ offsets, targets }: LinkGraph, page: number): Uint32Array {
  return targets.subarray(offsets[page], offsets[page + 1]);
}

/** What links to an address that redirects leads to its end as well. */
function countLinks(briefs: readonly Brief[], graph: LinkGraph): void {
  const moved = briefs.flatMap((brief, at) => (brief.moved === null ? [] : [at]));
  for (const [at, brief] of briefs.entries()) if (brief.moved === null) for (const target of linksOf(graph, at)) briefs[target]!.inlinks++;
  const before = moved.map(at => briefs[at]!.inlinks);
  for (const [of, at] of moved.entries()) for (const target of linksOf(graph, at)) briefs[target]!.inlinks += before[of]!;
}

/** Breadth first, so that the first time is the shortest; a redirect is no click. */
function walkFrom(start: number, briefs: readonly Brief[], graph: LinkGraph): void {
  if (start < 0) return;
  const queue: number[] = [];
  const reach = (at: number, depth: number): void => {
    if (briefs[at]!.depth >= 0) return;
    briefs[at]!.depth = depth;
    queue.push(at);
    if (briefs[at]!.moved !== null) for (const target of linksOf(graph, at)) reach(target, depth);
  };
  reach(start, 0);
  for (const at of queue) for (const target of linksOf(graph, at)) reach(target, briefs[at]!.depth + 1);
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
