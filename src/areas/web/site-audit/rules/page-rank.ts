import type { Brief } from './site-index.ts';

const DAMPING = 0.85;
const ROUNDS = 20;

/** Writes into each brief how many pages link to it, how many clicks it is from the start, and its share of internal PageRank (1 is the mean). `graph`: the positions that each page links to, each once. */
export function rankPages(briefs: readonly Brief[], graph: readonly Uint32Array[], start: number): void {
  for (const targets of graph) for (const target of targets) briefs[target]!.inlinks++;
  walkFrom(start, briefs, graph);
  let ranks = new Float64Array(briefs.length).fill(1);
  for (let round = 0; round < ROUNDS; round++) ranks = nextRanks(ranks, graph);
  for (const [at, brief] of briefs.entries()) brief.rank = ranks[at]!;
}

/** Breadth first, so that the first time is the shortest. */
function walkFrom(start: number, briefs: readonly Brief[], graph: readonly Uint32Array[]): void {
  if (start < 0) return;
  briefs[start]!.depth = 0;
  const queue = [start];
  for (const at of queue) {
    for (const target of graph[at]!) {
      if (briefs[target]!.depth >= 0) continue;
      briefs[target]!.depth = briefs[at]!.depth + 1;
      queue.push(target);
    }
  }
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
