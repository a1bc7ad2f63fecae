import type { Severity } from '../api/types.ts';

export interface DatedEvent {
  createdAt: string;
  severity: Severity;
}

/** One day, UTC, and the severities of its events, gravest first. */
export interface DayOfEvents {
  day: string;
  severities: readonly Severity[];
}

const DAY_MS = 86_400_000;
const MAX_DAYS = 400;
/** Gravest first. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const satisfies readonly Severity[];

/** Every day from the first to the last one, both ISO dates, with its events; at most 400 days, the last ones. */
export function daysOf(events: readonly DatedEvent[], from: string, to: string): DayOfEvents[] {
  const last = Date.parse(to.slice(0, 10));
  const first = Math.max(Date.parse(from.slice(0, 10)), last - (MAX_DAYS - 1) * DAY_MS);
  const byDay = Map.groupBy(events, ({ createdAt }) => createdAt.slice(0, 10));
  const count = Math.max(0, Math.round((last - first) / DAY_MS) + 1);
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(first + index * DAY_MS).toISOString().slice(0, 10);
    return { day, severities: (byDay.get(day) ?? []).map(({ severity }) => severity).toSorted((a, b) => severities.indexOf(a) - severities.indexOf(b)) };
  });
}

/** How many there are of each severity that occurs, gravest first. */
export function countBySeverity(seen: readonly Severity[]): [Severity, number][] {
  return severities.flatMap(severity => {
    const count = seen.filter(one => one === severity).length;
    return count === 0 ? [] : [[severity, count] as [Severity, number]];
  });
}
