import type { Db } from '../../../store/index.ts';
import { worstOf, type Level } from './feeds/report.ts';
import { tables } from './tables.ts';

export const DAY_MS = 86_400_000;
export const HISTORY_DAYS = 90;

/** From when until when, in epoch milliseconds, a service had a level. */
export interface LevelSpan {
  from: number;
  to: number;
  level: Level;
}

/** The spans of a feed that reach past `from`, the oldest first; they do not overlap. */
export async function levelSpans(db: Db, feedId: string, from: number): Promise<LevelSpan[]> {
  const rows = await tables(db).selectFrom('status_level').selectAll().where('feed_id', '=', feedId).where('lasted_until', '>=', from).orderBy('at').execute();
  return rows.map(row => ({ from: row.at, to: row.lasted_until, level: row.level as Level }));
}

interface Day {
  date: string;
  worstLevel: Level;
  uptimePercent: number | null;
  outageSeconds: number;
  degradedSeconds: number;
  maintenanceSeconds: number;
  unknownSeconds: number;
}

/** Each day of the period, which begins at one, by its spans. Whatever no span covers is unknown. */
export function daysOf(spans: readonly LevelSpan[], { from, to }: { from: number; to: number }): { uptimePercent: number | null; days: Day[] } {
  const starts = Array.from({ length: Math.ceil((to - from) / DAY_MS) }, (_, day) => from + day * DAY_MS);
  return { uptimePercent: uptimeOf(within(spans, from, to)), days: starts.map(start => dayOf(spans, start, Math.min(start + DAY_MS, to))) };
}

function dayOf(spans: readonly LevelSpan[], from: number, to: number): Day {
  const inside = within(spans, from, to);
  const known = inside.filter(({ level }) => level !== 'unknown');
  const secondsOf = (...levels: readonly Level[]) => Math.round(lengthOf(inside.filter(({ level }) => levels.includes(level))) / 1000);
  return {
    date: new Date(from).toISOString().slice(0, 10), worstLevel: worstOf(known.map(({ level }) => level)), uptimePercent: uptimeOf(inside),
    outageSeconds: secondsOf('partialOutage', 'majorOutage'), degradedSeconds: secondsOf('degraded'), maintenanceSeconds: secondsOf('maintenance'),
    unknownSeconds: Math.round((to - from - lengthOf(known)) / 1000),
  };
}

function within(spans: readonly LevelSpan[], from: number, to: number): LevelSpan[] {
  return spans.map(span => ({ ...span, from: Math.max(span.from, from), to: Math.min(span.to, to) })).filter(span => span.to > span.from);
}

function uptimeOf(spans: readonly LevelSpan[]): number | null {
  const known = lengthOf(spans.filter(({ level }) => level !== 'unknown'));
  if (known === 0) return null;
  const out = lengthOf(spans.filter(({ level }) => level === 'partialOutage' || level === 'majorOutage'));
  return Math.round((1 - out / known) * 100_000) / 1000;
}

function lengthOf(spans: readonly LevelSpan[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0);
}
