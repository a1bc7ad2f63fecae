export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** A full hour of the week. */
export interface WeeklyTime {
  weekday: (typeof weekdays)[number];
  /** 0 to 23. */
  hour: number;
  /** IANA time zone. */
  timeZone: string;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const WEEK_MINUTES = 7 * DAY_MINUTES;

/** The first such hour after `now`, in epoch milliseconds; where the clocks skip it, the hour that follows. */
export function nextWeekly({ weekday, hour, timeZone }: WeeklyTime, now: number): number {
  const wanted = weekdays.indexOf(weekday) * DAY_MINUTES + hour * 60;
  const ahead = (wanted - minuteOfWeek(now, timeZone) + WEEK_MINUTES - 1) % WEEK_MINUTES + 1;
  const at = now - now % MINUTE_MS + ahead * MINUTE_MS;
  // The clocks may be put forward or back meanwhile: then it is an hour off.
  const off = (wanted - minuteOfWeek(at, timeZone) + WEEK_MINUTES * 1.5) % WEEK_MINUTES - WEEK_MINUTES / 2;
  const fixedCount = at + off * MINUTE_MS;
  return fixedCount > now && minuteOfWeek(fixedCount, timeZone) === wanted ? fixedCount : at;
}

/** Minutes since Monday 00:00, as the clocks of the time zone show. */
function minuteOfWeek(at: number, timeZone: string): number {
  const shown = new Intl.DateTimeFormat('en', { timeZone, weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).formatToParts(at);
  const { weekday, hour, minute } = Object.fromEntries(shown.map(({ type, value }) => [type, value])) as Record<'weekday' | 'hour' | 'minute', string>;
  return weekdays.indexOf(weekday.toLowerCase() as WeeklyTime['weekday']) * DAY_MINUTES + Number(hour) * 60 + Number(minute);
}
