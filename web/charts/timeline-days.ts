import type { Severity } from '../api/types.ts';

/** How many of each severity there were. */
type CountsBySeverity = Readonly<Record<Severity, number>>;

/** One day, UTC, as the service counted it. */
export type CountedDay = CountsBySeverity & { day: string };

const DAY_MS = 86_400_000;
const MAX_DAYS = 400;
/** Gravest first. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const satisfies readonly Severity[];
const NOTHING: CountsBySeverity = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };

/** Every day from the first to the last one, both ISO dates, with its figures; at most 400 days, the last ones. */
export function daysOf(counted: readonly CountedDay[], from: string, to: string): CountedDay[] {
  const last = Date.parse(to.slice(0, 10));
  const first = Math.max(Date.parse(from.slice(0, 10)), last - (MAX_DAYS - 1) * DAY_MS);
  const byDay = new Map(counted.map(one => [one.day, one]));
  const count = Math.max(0, Math.round((last - first) / DAY_MS) + 1);
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(first + index * DAY_MS).toISOString().slice(0, 10);
    return byDay.get(day) ?? { ...NOTHING, day };
  });
}

/** How many there are of each severity that occurs, gravest first. */
export function occurring(counts: CountsBySeverity): [Severity, number][] {
  return severities.filter(severity => counts[severity] > 0).map(severity => [severity, counts[severity]]);
}

/** The severities of the first `most` events of a day, gravest first, and how many more there are. */
export function marksOf(counts: CountsBySeverity, most: number): { marks: Severity[]; more: number } {
  const total = severities.reduce((sum, severity) => sum + counts[severity], 0);
  const shown = total > most ? most - 1 : most;
  const marks = severities.flatMap(severity => Array.from({ length: Math.min(counts[severity], shown) }, () => severity)).slice(0, shown);
  return { marks, more: total - marks.length };
}
