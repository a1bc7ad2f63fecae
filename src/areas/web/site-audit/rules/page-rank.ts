import type { Brief } from './site-index.ts';

const DAMPING = 0.85;
const ROUNDS = 20;

/** Writes into each brief how many pages link to it, how many clicks it is from the start, and its share of internal PageRank (1 is the mean). `graph`: the positions that each page links to, each once; of one that redirects, where it ends. */
export function rankPages(briefs: readonly Brief[], graph: readonly Uint32Array[], start: number): void {
  countLinks(briefs, graph);
  walkFrom(start, briefs, graph);
  let ranks = new Float64Array(briefs.length).fill(1);
  for (let round = 0; round < ROUNDS; round++) ranks = nextRanks(ranks, graph);
  for (const [at, brief] of briefs.entries()) brief.rank = ranks[at]!;
}

/** What links to an address that redirects leads to its end as well. */
function countLinks(briefs: readonly Brief[], graph: readonly Uint32Array[]): void {
  const moved = briefs.flatMap((brief, at) => (brief.moved === null ? [] : [at]));
  for (const [at, targets] of graph.entries()) if (briefs[at]!.moved === null) for (const target of targets) briefs[target]!.inlinks++;
  const before = moved.map(at => briefs[at]!.inlinks);
  for (const [of, at] of moved.entries()) for (const target of graph[at]!) briefs[target]!.inlinks += before[of]!;
}

/** Breadth first, so that the first time is the shortest; a redirect is no click. */
function walkFrom(start: number, briefs: readonly Brief[], graph: readonly Uint32Array[]): void {
  if (start < 0) return;
  const queue: number[] = [];
  const reach = (at: number, depth: number): void => {
    if (briefs[at]!.depth >= 0) return;
    briefs[at]!.depth = depth;
    queue.push(at);
    if (briefs[at]!.moved !== null) for (const target of graph[at]!) reach(target, depth);
  };
  reach(start, 0);
  for (const at of queue) for (const target of graph[at]!) reach(target, briefs[at]!.depth + 1);
}

/** What pages without links have is shared by all. */
function nextRanks(ranks: Float64Array, graph: readonly Uint32Array[]): Float64Array<ArrayBuffer> {
  const next = new Float64Array(ranks.length);
  let lost = 0;
  for (const [at, targets] of graph.entries()) {
    if (targets.length === 0) lost += ranks[at]!;
    else for (const target of targets) next[target]! += ranks[at]! / targets.length;
  }
  const base = 1 - DAMPING + (DAMPING * lost) / Math.max(1, ranks.length);
  return next.map(rank => base + DAMPING * rank);
}
