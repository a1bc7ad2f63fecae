import type { Outcome, Result } from '../machine/outcome.ts';

/** What the results of some time add up to; latencies stand in classes that are 8 % wide, so that buckets can be merged. */
export interface Bucket {
  /** Epoch milliseconds. */
  from: number;
  results: number;
  failed: number;
  /** Milliseconds by outcome. */
  ms: Record<Outcome, number>;
  minMs: number | null;
  maxMs: number | null;
  /** How many results by class of latency. */
  latencies: Record<number, number>;
}

const CLASS = Math.log(1.08);

export function emptyBucket(from: number): Bucket {
  return { from, results: 0, failed: 0, ms: { up: 0, degraded: 0, down: 0, unknown: 0, maintenance: 0 }, minMs: null, maxMs: null, latencies: {} };
}

/**
 * What `results`, in the order of time, say of each span of `lengthMs` between `from` and `before`. A result holds until the next one, at most `holdsMs`:
 * what is covered by none is in no bucket, and so counts as nothing.
 */
export function foldResults(results: readonly Result[], { from, before, lengthMs, holdsMs }: { from: number; before: number; lengthMs: number; holdsMs: number }): Bucket[] {
  const buckets = new Map<number, Bucket>();
  const bucketOf = (at: number): Bucket => {
    const start = at - at % lengthMs;
    const known = buckets.get(start) ?? emptyBucket(start);
    buckets.set(start, known);
    return known;
  };
  for (const [index, result] of results.entries()) {
    const end = Math.min(results[index + 1]?.at ?? Infinity, result.at + holdsMs, before);
    if (result.at >= from && result.at < before) count(bucketOf(result.at), result);
    for (let at = Math.max(result.at, from); at < end;) {
      const until = Math.min(end, at - at % lengthMs + lengthMs);
      bucketOf(at).ms[result.outcome] += until - at;
      at = until;
    }
  }
  return [...buckets.values()].sort((a, b) => a.from - b.from);
}

function count(bucket: Bucket, { outcome, durationMs }: Result): void {
  bucket.results++;
  if (outcome === 'down') bucket.failed++;
  if (durationMs === null || outcome === 'down' || outcome === 'unknown') return;
  bucket.minMs = Math.min(bucket.minMs ?? Infinity, durationMs);
  bucket.maxMs = Math.max(bucket.maxMs ?? 0, durationMs);
  const latency = Math.round(Math.log(Math.max(1, durationMs)) / CLASS);
  bucket.latencies[latency] = (bucket.latencies[latency] ?? 0) + 1;
}

/** All of them as one that begins at `from`. */
export function mergeBuckets(from: number, buckets: readonly Bucket[]): Bucket {
  const merged = emptyBucket(from);
  for (const one of buckets) {
    merged.results += one.results;
    merged.failed += one.failed;
    for (const outcome of Object.keys(merged.ms) as Outcome[]) merged.ms[outcome] += one.ms[outcome];
    if (one.minMs !== null) merged.minMs = Math.min(merged.minMs ?? Infinity, one.minMs);
    if (one.maxMs !== null) merged.maxMs = Math.max(merged.maxMs ?? 0, one.maxMs);
    for (const [latency, times] of Object.entries(one.latencies)) merged.latencies[Number(latency)] = (merged.latencies[Number(latency)] ?? 0) + times;
  }
  return merged;
}

/** The latency that `share` of the results do not exceed, in milliseconds within 4 %; null without results. */
export function percentile({ latencies, minMs, maxMs }: Bucket, share: number): number | null {
  const classes = Object.entries(latencies).map(([latency, times]) => [Number(latency), times] as const).sort(([a], [b]) => a - b);
  const wanted = classes.reduce((sum, [, times]) => sum + times, 0) * share;
  let passed = 0;
  for (const [latency, times] of classes) {
    passed += times;
    if (passed >= wanted) return Math.round(Math.min(maxMs ?? Infinity, Math.max(minMs ?? 0, Math.exp(latency * CLASS))));
  }
  return null;
}

/** Uptime in per cent, of the time in which the target was known to work or not; null where it was not known at all. */
export function uptimeOf(ms: Bucket['ms']): number | null {
  const worked = ms.up + ms.degraded;
  const known = worked + ms.down;
  return known === 0 ? null : Math.round(worked / known * 1e6) / 1e4;
}
