import type { Db } from '../../../../store/index.ts';
import type { CheckRecord } from '../shapes.ts';
import { tables } from '../tables.ts';
import { uptimeOf } from './bucket.ts';
import { readDays, yearOf, type StoredDay } from './history.ts';

const DAY_MS = 86_400_000;

/** The last `days` days of these checks, as replies have them; empty for none. */
export function daysOf(db: Db, ids: readonly string[], days: number, now: number): Promise<(id: string) => CheckRecord['days']> {
  const dates = new Map<number, string>();
  return daysAs(db, ids, { days, now }, day => showDay(day, dates));
}

/** What the results of a day say, in seconds; the uptime is in per cent, null where nothing is known. */
export interface DaySeconds {
  date: string;
  up: number;
  degraded: number;
  down: number;
  unknown: number;
  maintenance: number;
  uptime: number | null;
}

/** How long these checks were in each state on the last `days` days. */
export function secondsOf(db: Db, ids: readonly string[], days: number, now: number): Promise<(id: string) => DaySeconds[]> {
  return daysAs(db, ids, { days, now }, ([from, , , up, degraded, down, unknown, maintenance]) => ({ date: new Date(from * 1000).toISOString().slice(0, 10), up, degraded, down, unknown, maintenance, uptime: uptimeOf({ up, degraded, down, unknown, maintenance }) }));
}

async function daysAs<Day>(db: Db, ids: readonly string[], { days, now }: { days: number; now: number }, show: (day: StoredDay) => Day): Promise<(id: string) => Day[]> {
  if (days === 0 || ids.length === 0) return () => [];
  const first = now - now % DAY_MS - (days - 1) * DAY_MS;
  const rows = await tables(db).selectFrom('check_history').select(['check_id', 'buckets']).where('check_id', 'in', ids).where('resolution', '=', 'day').where('at', '>=', yearOf(first)).orderBy('at').execute();
  const byCheck = Map.groupBy(rows, row => row.check_id);
  return id => (byCheck.get(id) ?? []).flatMap(({ buckets }) => readDays(buckets, first).map(show));
}

/** `dates` keeps what the many checks of a page have in common. */
function showDay([from, , , up, degraded, down, unknown, , , , p95]: StoredDay, dates: Map<number, string>): CheckRecord['days'][number] {
  const date = dates.get(from) ?? new Date(from * 1000).toISOString().slice(0, 10);
  dates.set(from, date);
  return { date, uptime: uptimeOf({ up, degraded, down, unknown, maintenance: 0 }), downSeconds: down, degradedSeconds: degraded, unknownSeconds: unknown, p95Ms: p95 };
}
