const DAY_MS = 86_400_000;

/** What became of messages or sessions; the first is what should be. */
export type DayKind = 'passed' | 'failed' | 'quarantined' | 'rejected';

/** How many of each kind there were on a day, an ISO date. */
export interface DayCounts {
  day: string;
  counts: Readonly<Partial<Record<DayKind, number>>>;
}

/** All that was counted on a day. */
export function totalOfDay({ counts }: DayCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** The share of a day that passed; null of nothing. */
export function rateOfDay(day: DayCounts): number | null {
  const total = totalOfDay(day);
  return total === 0 ? null : (day.counts.passed ?? 0) / total;
}

/** What is known of each day from `from` to `to`, both ISO dates and included; `none` stands for days of which nothing is known. */
export function eachDay<Day extends { day: string }>(from: string, to: string, known: readonly Day[], none: (day: string) => Day): Day[] {
  const byDay = new Map(known.map(one => [one.day, one]));
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => {
    const day = new Date(Date.parse(from) + at * DAY_MS).toISOString().slice(0, 10);
    return byDay.get(day) ?? none(day);
  });
}
