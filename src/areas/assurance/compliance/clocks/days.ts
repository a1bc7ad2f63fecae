// Days as calendars have them: `YYYY-MM-DD`, without hours and zones.

const DAY_MS = 86_400_000;

function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}

function dayOf(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

export function addDays(day: string, count: number): string {
  return dayOf(dayNumber(day) + count);
}

/** The same day of the next year; February 29 has its anniversary on February 28. */
export function yearAfter(day: string): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year + 1, month, 0)).getUTCDate();
  return new Date(Date.UTC(year + 1, month - 1, Math.min(date, last))).toISOString().slice(0, 10);
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

const MAX_ZONES = 100;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one takes far longer than using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  if (formats.size >= MAX_ZONES) formats.clear();
  const format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit', calendar: 'gregory', numberingSystem: 'latn' });
  formats.set(timeZone, format);
  return format;
}

/** The day that calendars in the time zone show at `at`. */
export function localDay(at: number, timeZone: string): string {
  const parts = formatOf(timeZone).formatToParts(at);
  const { year, month, day } = Object.fromEntries(parts.map(({ type, value }) => [type, value])) as Record<'year' | 'month' | 'day', string>;
  return `${year.padStart(4, '0')}-${month}-${day}`;
}

/** The last millisecond of the day in the time zone, in epoch milliseconds; days of 23 and 25 hours included. */
export function endOfDay(day: string, timeZone: string): number {
  // No zone is further than 14 hours from UTC, and none changes its clocks within 36 hours twice.
  let [low, high] = [dayNumber(day) * DAY_MS - DAY_MS, (dayNumber(day) + 2) * DAY_MS];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (localDay(middle, timeZone) > day) high = middle;
    else low = middle;
  }
  return low;
}
