import type { ClockStart, Deadline } from '../catalogue/deadlines.ts';
import { addDays, endOfDay, localDay } from './days.ts';
import { isBusinessDay } from './federal-holidays.ts';

const HOUR_MS = 3_600_000;

/** The moments of an incident from which clocks run, in epoch milliseconds; null where they have not come. */
export interface Moments {
  discoveredAt: number;
  reportedAt: number | null;
  materialityDeterminedAt: number | null;
  occurredAt: number | null;
  containedAt: number | null;
}

/** When a duty is due, in epoch milliseconds; null while its clock does not run. */
export function dueAt({ start, dueIn }: Pick<Deadline, 'start' | 'dueIn'>, moments: Moments, timeZone: string): number | null {
  const from = startsAt(start, moments, timeZone);
  if (from === null) return null;
  const [, days, hours, seconds, businessDays] = /^P(?:(\d+)D|T(\d+)H|T(\d+)S|(\d+)BD)$/.exec(dueIn) ?? [];
  if (hours !== undefined) return from + Number(hours) * HOUR_MS;
  if (seconds !== undefined) return from + Number(seconds) * 1000;
  if (days !== undefined) return endOfDay(addDays(localDay(from, timeZone), Number(days)), timeZone);
  if (businessDays !== undefined) return endOfDay(afterBusinessDays(localDay(from, timeZone), Number(businessDays)), timeZone);
  throw new Error(`No time limit: ${dueIn}`);
}

/** From when a clock runs, in epoch milliseconds; null while it does not. Where the law counts days, the day from which it counts is none of them, and the last one counts to its end. */
export function startsAt(start: ClockStart, { discoveredAt, reportedAt, materialityDeterminedAt, occurredAt, containedAt }: Moments, timeZone: string): number | null {
  switch (start) {
    case 'discovery': return discoveredAt;
    case 'endOfYearOfDiscovery': return endOfDay(`${localDay(discoveredAt, timeZone).slice(0, 4)}-12-31`, timeZone);
    case 'reportSubmitted': return reportedAt;
    case 'materialityDetermined': return materialityDeterminedAt;
    case 'occurrence': return occurredAt;
    case 'containment': return containedAt;
  }
}

function afterBusinessDays(day: string, count: number): string {
  let at = day;
  for (let left = count; left > 0;) {
    at = addDays(at, 1);
    if (isBusinessDay(at)) left--;
  }
  return at;
}
