import { z } from 'zod';

export const days = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const;
const Time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Give a time such as 09:00.');

/** When a business is open: on these days from one time to another; one that is not later is of the next day. */
export const OpeningHours = z.array(z.strictObject({ days: z.array(z.enum(days)).min(1).max(7), opens: Time, closes: Time.describe('Not later than `opens`: on the next day') })).max(28);
export type OpeningHours = z.output<typeof OpeningHours>;

/** Why nothing can wait for opening hours. */
export const NEVER_OPENS = 'Enter the time zone of the business, and hours with at least one time at which it is open.';

const DAY = 24 * 60;
const STEP_MS = 15 * 60_000;
const WEEK_STEPS = 8 * DAY / 15;

/** Whether the business is open at a moment; null where its hours or its time zone are not known. */
export function isOpen(hours: OpeningHours | null, timeZone: string | null, at: number): boolean | null {
  return hours === null || timeZone === null ? null : opensIn(hours, clockIn(timeZone))(at);
}

/** When it is open next, from `from` on, to a quarter of an hour; null where that is not known or it never is. */
export function nextOpen(hours: OpeningHours | null, timeZone: string | null, from: number): number | null {
  if (hours === null || timeZone === null) return null;
  const opens = opensIn(hours, clockIn(timeZone));
  for (let step = 0; step <= WEEK_STEPS; step++) {
    const at = step === 0 ? from : from - from % STEP_MS + step * STEP_MS;
    if (opens(at)) return at;
  }
  return null;
}

function opensIn(hours: OpeningHours, minuteOfWeek: (at: number) => number): (at: number) => boolean {
  const spans = hours.flatMap(({ days: on, opens, closes }) => on.map(day => {
    const [from, to] = [minuteOf(opens), minuteOf(closes)];
    return { from: days.indexOf(day) * DAY + from, minutes: to > from ? to - from : to + DAY - from };
  }));
  return at => spans.some(({ from, minutes }) => (minuteOfWeek(at) - from + 7 * DAY) % (7 * DAY) < minutes);
}

function minuteOf(time: string): number {
  const [hour, minute] = time.split(':').map(Number);
  return hour! * 60 + minute!;
}

/** Minutes since Monday 00:00 on the clock of a time zone. */
function clockIn(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return at => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return days.findIndex(day => parts.get('weekday')!.toLowerCase().startsWith(day)) * DAY + Number(parts.get('hour')) * 60 + Number(parts.get('minute'));
  };
}
