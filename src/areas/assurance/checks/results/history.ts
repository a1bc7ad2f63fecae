import { emptyBucket, percentile, type Bucket } from './bucket.ts';

/** A bucket as `check_history` keeps it: numbers in the order of their fields, seconds instead of milliseconds. */
type StoredBucket = [from: number, results: number, failed: number, up: number, degraded: number, down: number, unknown: number, maintenance: number, min: number | null, max: number | null, latencies: number[]];

/** An hour, as one of the buckets of its day. */
export function storeBucket({ from, results, failed, ms, minMs, maxMs, latencies }: Bucket): StoredBucket {
  const seconds = (value: number) => Math.round(value / 1000);
  return [from / 1000, results, failed, seconds(ms.up), seconds(ms.degraded), seconds(ms.down), seconds(ms.unknown), seconds(ms.maintenance), minMs, maxMs, Object.entries(latencies).flatMap(([latency, times]) => [Number(latency), times])];
}

export function readBucket([from, results, failed, up, degraded, down, unknown, maintenance, minMs, maxMs, latencies]: StoredBucket): Bucket {
  const bucket = emptyBucket(from * 1000);
  const pairs: Record<number, number> = {};
  for (let index = 0; index < latencies.length; index += 2) pairs[latencies[index]!] = latencies[index + 1]!;
  return { ...bucket, results, failed, ms: { up: up * 1000, degraded: degraded * 1000, down: down * 1000, unknown: unknown * 1000, maintenance: maintenance * 1000 }, minMs, maxMs, latencies: pairs };
}

export function readBuckets(text: string): Bucket[] {
  return (JSON.parse(text) as StoredBucket[]).map(readBucket);
}

/** A day, as one of the buckets of its year: what lists show, without classes of latency. */
export type StoredDay = [from: number, results: number, failed: number, up: number, degraded: number, down: number, unknown: number, maintenance: number, min: number | null, p50: number | null, p95: number | null, p99: number | null, max: number | null];

export function storeDay(bucket: Bucket): StoredDay {
  const [from, results, failed, up, degraded, down, unknown, maintenance, min, max] = storeBucket(bucket);
  return [from, results, failed, up, degraded, down, unknown, maintenance, min, percentile(bucket, 0.5), percentile(bucket, 0.95), percentile(bucket, 0.99), max];
}

/** The days of a stored year from `first` on, a start of a day in epoch milliseconds; what stands before it in a year that has it is not parsed. */
export function readDays(year: string, first: number): StoredDay[] {
  const at = year.indexOf(`[${first / 1000},`);
  if (at > 0) return JSON.parse(`[${year.slice(at)}`) as StoredDay[];
  return (JSON.parse(year) as StoredDay[]).filter(([from]) => from * 1000 >= first);
}

/** The start of the year of `at`, UTC, epoch milliseconds. */
export function yearOf(at: number): number {
  return Date.UTC(new Date(at).getUTCFullYear(), 0, 1);
}
