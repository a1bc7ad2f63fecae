import type { LinkGraph } from '../../site-audit/index.ts';

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
