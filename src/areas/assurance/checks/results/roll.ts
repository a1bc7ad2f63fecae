import { sql } from 'kysely';
import { z } from 'zod';
import type { Plan } from '../../../../core/access.ts';
import { insertMany, updateMany, type Db } from '../../../../store/index.ts';
import { defineJob } from '../../../job.ts';
import type { Plans } from '../../../platform/account/index.ts';
import { keepUpkeep } from '../../../platform/runs/index.ts';
import type { Schedule } from '../../../schedule.ts';
import type { ChecksServices } from '../services.ts';
import { tables } from '../tables.ts';
import { foldResults, mergeBuckets, percentile, uptimeOf, type Bucket } from './bucket.ts';
import { readBuckets, storeBucket, storeDay, yearOf, type StoredDay } from './history.ts';
import { PACK_SPAN_MS } from './pack.ts';
import { holdsFor, rawResults } from './read.ts';
import type { Summary } from './summary.ts';

const rollJob = defineJob('rollChecks', z.object({}));
const PAUSE_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CHECKS_AT_ONCE = 50;
/** Results that were kept late still count in their hour. */
const LATE_MS = 2 * 60_000;
/** Of a check that was not rolled up for long, this much at once. */
const MAX_SPAN_MS = 7 * DAY_MS;

interface Rolled {
  id: string;
  interval_seconds: number;
  rolled_at: number;
  plan: string;
}

/** Adds the results since the last time to the hours and days of each check, and deletes what the plan keeps no longer. */
export const rollChecks = rollJob.handledBy<ChecksServices>(async ({ services: { clock, store, db, plans }, signal }) => {
  for (let last = ''; !signal.aborted;) {
    const rows = await tables(db).selectFrom('custom_check').innerJoin('account', 'account.id', 'custom_check.account_id').select(['custom_check.id', 'interval_seconds', 'rolled_at', 'account.plan'])
      .where('custom_check.id', '>', last).orderBy('custom_check.id').limit(CHECKS_AT_ONCE).execute();
    if (rows.length === 0) break;
    await store.transactionOfFigures(tx => rollThese(tx, rows, plans, clock.now(), store.mayForget()));
    last = rows.at(-1)!.id;
  }
  return { againAt: clock.now() + PAUSE_MS };
});

/** Sees to it that results are rolled up. */
export const rollingChecks: Schedule<ChecksServices> = {
  name: 'rollup of checks',
  due: (tx, { queue }) => keepUpkeep(tx, queue, [rollJob({}, { dedupeKey: 'all' })]),
};

/** Rolls these checks up, in a transaction of the caller. */
async function rollThese(tx: Db, rows: readonly Rolled[], plans: Plans, now: number, mayForget: boolean): Promise<void> {
  const summaries: [id: string, summary: string, rolledAt: number][] = [];
  for (const row of rows) summaries.push(await rollOne(tx, row, now));
  await updateMany(tables(tx), { table: 'custom_check', columns: { id: 'text', summary: 'text', rolled_at: 'bigint' }, rows: summaries });
  if (!mayForget) return;
  for (const [plan, ones] of Map.groupBy(rows, row => row.plan)) {
    const before = now - plans[plan as Plan].rawResultDays * DAY_MS - PACK_SPAN_MS;
    await tables(tx).deleteFrom('check_pack').where('check_id', 'in', ones.map(({ id }) => id)).where('at', '<', before).execute();
  }
}

async function rollOne(tx: Db, { id, interval_seconds: interval, rolled_at: rolledAt }: Rolled, now: number): Promise<[id: string, summary: string, rolledAt: number]> {
  const since = rolledAt === 0 ? now - MAX_SPAN_MS : Math.max(rolledAt - LATE_MS - holdsFor(interval), now - MAX_SPAN_MS);
  const from = since - since % HOUR_MS;
  const holdsMs = holdsFor(interval);
  const hours = foldResults(await rawResults(tx, id, { from: from - holdsMs, before: now }), { from, before: now, lengthMs: HOUR_MS, holdsMs });
  const days = await keepHours(tx, id, hours);
  const year = await keepDays(tx, id, days, now);
  return [id, JSON.stringify(await summaryOf(tx, id, year, now)), now];
}

/** Puts the hours into their days in place of what was there; gives each day as a whole. */
async function keepHours(tx: Db, id: string, hours: readonly Bucket[]): Promise<Bucket[]> {
  const byDay = Map.groupBy(hours, ({ from }) => from - from % DAY_MS);
  if (byDay.size === 0) return [];
  const there = await tables(tx).selectFrom('check_history').select(['at', 'buckets']).where('check_id', '=', id).where('resolution', '=', 'hour').where('at', 'in', [...byDay.keys()]).execute();
  const whole = [...byDay].map(([day, added]) => {
    const before = there.find(({ at }) => at === day);
    const merged = new Map([...(before ? readBuckets(before.buckets) : []), ...added].map(bucket => [bucket.from, bucket]));
    return { day, buckets: [...merged.values()].sort((a, b) => a.from - b.from) };
  });
  await insertHistory(tx, whole.map(({ day, buckets }) => [id, 'hour', day, JSON.stringify(buckets.map(storeBucket))]));
  return whole.map(({ day, buckets }) => mergeBuckets(day, buckets));
}

/** Puts the days into their years; gives the days that are known of the last 90. */
async function keepDays(tx: Db, id: string, days: readonly Bucket[], now: number): Promise<StoredDay[]> {
  const first = now - now % DAY_MS - 89 * DAY_MS;
  const years = [...new Set([yearOf(first), ...days.map(({ from }) => yearOf(from)), yearOf(now)])];
  const there = await tables(tx).selectFrom('check_history').select(['at', 'buckets']).where('check_id', '=', id).where('resolution', '=', 'day').where('at', 'in', years).orderBy('at').execute();
  const known = new Map(there.flatMap(({ buckets }) => JSON.parse(buckets) as StoredDay[]).map(day => [day[0], day]));
  for (const day of days) known.set(day.from / 1000, storeDay(day));
  const all = [...known.values()].sort((a, b) => a[0] - b[0]);
  const touched = new Set(days.map(({ from }) => yearOf(from)));
  await insertHistory(tx, [...touched].map(year => [id, 'day', year, JSON.stringify(all.filter(([from]) => yearOf(from * 1000) === year))]));
  return all.filter(([from]) => from * 1000 >= first);
}

async function insertHistory(tx: Db, rows: readonly [id: string, resolution: string, at: number, buckets: string][]): Promise<void> {
  await insertMany(tables(tx), {
    table: 'check_history', columns: { check_id: 'text', resolution: 'text', at: 'bigint', buckets: 'text' }, rows,
    onConflict: sql`on conflict (check_id, resolution, at) do update set buckets = excluded.buckets`,
  });
}

async function summaryOf(tx: Db, id: string, days: readonly StoredDay[], now: number): Promise<Summary> {
  const rows = await tables(tx).selectFrom('check_history').select('buckets').where('check_id', '=', id).where('resolution', '=', 'hour').where('at', '>', now - 2 * DAY_MS).execute();
  const lastDay = mergeBuckets(0, rows.flatMap(({ buckets }) => readBuckets(buckets)).filter(({ from }) => from > now - DAY_MS));
  const over = (count: number) => {
    const chosen = days.filter(([from]) => from * 1000 > now - now % DAY_MS - count * DAY_MS);
    const sum = (field: 3 | 4 | 5) => chosen.reduce((total, day) => total + day[field], 0);
    return uptimeOf({ up: sum(3), degraded: sum(4), down: sum(5), unknown: 0, maintenance: 0 });
  };
  return { day: uptimeOf(lastDay.ms), week: over(7), month: over(30), quarter: over(90), p50Ms: percentile(lastDay, 0.5), p95Ms: percentile(lastDay, 0.95) };
}
