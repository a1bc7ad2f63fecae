import type { Db } from '../../../../store/index.ts';
import type { Result } from '../machine/outcome.ts';
import { isoOf } from '../present.ts';
import type { ResultRecord } from '../shapes.ts';
import { tables } from '../tables.ts';
import { foldResults, percentile, uptimeOf, type Bucket } from './bucket.ts';
import { readBuckets, yearOf, type StoredDay } from './history.ts';
import { decodePack, PACK_SPAN_MS } from './pack.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A time of which results are wanted: from the first on, and before the second. */
export interface Span {
  from: number;
  before: number;
}

/** Results of the check in the order of time. */
export async function rawResults(db: Db, checkId: string, { from, before }: Span): Promise<Result[]> {
  const packs = await tables(db).selectFrom('check_pack').select(['at', 'results']).where('check_id', '=', checkId).where('at', '>', from - PACK_SPAN_MS).where('at', '<', before).orderBy('at').execute();
  return packs.flatMap(({ at, results }) => decodePack(at, results)).filter(({ at }) => at >= from && at < before).sort((a, b) => a.at - b.at);
}

/** How long a result holds where no other follows, by the interval of its check. */
export function holdsFor(intervalSeconds: number): number {
  return intervalSeconds * 1500;
}

/** What the results of each minute, hour or day add up to, in the order of time. */
export async function bucketsOf(db: Db, { id, interval_seconds: interval }: { id: string; interval_seconds: number }, resolution: 'minute' | 'hour' | 'day', span: Span): Promise<ResultRecord[]> {
  if (resolution === 'minute') {
    const holdsMs = holdsFor(interval);
    const results = await rawResults(db, id, { from: span.from - holdsMs, before: span.before });
    return foldResults(results, { ...span, lengthMs: MINUTE_MS, holdsMs }).map(bucket => showBucket('minute', bucket));
  }
  const oldest = resolution === 'hour' ? span.from - DAY_MS : yearOf(span.from);
  const rows = await tables(db).selectFrom('check_history').select('buckets').where('check_id', '=', id).where('resolution', '=', resolution).where('at', '>=', oldest).where('at', '<', span.before).orderBy('at').execute();
  const shown = rows.flatMap(({ buckets }) => (resolution === 'hour' ? readBuckets(buckets).map(bucket => showBucket('hour', bucket)) : (JSON.parse(buckets) as StoredDay[]).map(showDay)));
  return shown.filter(one => 'from' in one && Date.parse(one.from) >= span.from && Date.parse(one.from) < span.before);
}

export function showResult({ at, outcome, cause, durationMs, status }: Result): ResultRecord {
  return { resolution: 'raw', at: isoOf(at)!, outcome, cause, durationMs, status };
}

function showBucket(resolution: 'minute' | 'hour', bucket: Bucket): ResultRecord {
  const { ms, results, failed, minMs, maxMs } = bucket;
  const seconds = (value: number) => Math.round(value / 1000);
  return {
    resolution, from: isoOf(bucket.from)!, results, failed,
    upSeconds: seconds(ms.up), degradedSeconds: seconds(ms.degraded), downSeconds: seconds(ms.down), unknownSeconds: seconds(ms.unknown), maintenanceSeconds: seconds(ms.maintenance),
    uptime: uptimeOf(ms), minMs, p50Ms: percentile(bucket, 0.5), p95Ms: percentile(bucket, 0.95), p99Ms: percentile(bucket, 0.99), maxMs,
  };
}

function showDay([from, results, failed, up, degraded, down, unknown, maintenance, minMs, p50Ms, p95Ms, p99Ms, maxMs]: StoredDay): ResultRecord {
  return {
    resolution: 'day', from: isoOf(from * 1000)!, results, failed, upSeconds: up, degradedSeconds: degraded, downSeconds: down, unknownSeconds: unknown, maintenanceSeconds: maintenance,
    uptime: uptimeOf({ up, degraded, down, unknown, maintenance }), minMs, p50Ms, p95Ms, p99Ms, maxMs,
  };
}
