/** What the results of a while add up to; latencies in milliseconds, null without any. */
export interface LatencyBucket {
  from: string;
  results: number;
  failed: number;
  p50Ms: number | null;
  p95Ms: number | null;
}

/** One place of the chart. */
export interface LatencySlot {
  /** Epoch milliseconds. */
  at: number;
  results: number;
  failed: number;
  p50Ms: number | null;
  p95Ms: number | null;
}

/** `count` slots of `stepMs` each until `now`, oldest first. Of several buckets in one slot, the typical latency is their mean by results, the slow one the worst. */
export function slotsOf(buckets: readonly LatencyBucket[], { now, stepMs, count }: { now: number; stepMs: number; count: number }): LatencySlot[] {
  const start = (Math.floor(now / stepMs) - count + 1) * stepMs;
  const inside = Map.groupBy(buckets, ({ from }) => Math.floor((Date.parse(from) - start) / stepMs));
  return Array.from({ length: count }, (_, at) => slotOf(start + at * stepMs, inside.get(at) ?? []));
}

function slotOf(at: number, buckets: readonly LatencyBucket[]): LatencySlot {
  const sum = (valueOf: (bucket: LatencyBucket) => number) => buckets.reduce((total, bucket) => total + valueOf(bucket), 0);
  const measured = buckets.filter(({ p50Ms, results }) => p50Ms !== null && results > 0);
  const weight = measured.reduce((total, { results }) => total + results, 0);
  const slow = buckets.flatMap(({ p95Ms }) => p95Ms ?? []);
  return {
    at, results: sum(({ results }) => results), failed: sum(({ failed }) => failed),
    p50Ms: weight === 0 ? null : Math.round(measured.reduce((total, { p50Ms, results }) => total + p50Ms! * results, 0) / weight),
    p95Ms: slow.length === 0 ? null : Math.max(...slow),
  };
}
