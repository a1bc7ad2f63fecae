import { z } from 'zod';
import type { Severity } from '../../../core/finding.ts';
import { TimeZone } from '../../../core/inputs.ts';

/** When a rule tells: at once, or together at the next full hour, 07:00 UTC, or Monday 07:00 UTC. */
export const digests = ['immediate', 'hourly', 'daily', 'weekly'] as const;
export type Digest = (typeof digests)[number];

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Give a time of the day such as 22:00.');

/** The part of the day in which all but critical notifications wait. */
export const QuietHours = z.strictObject({
  from: TimeOfDay.describe('Such as 22:00'),
  to: TimeOfDay.describe('Such as 07:00; earlier than `from`, it is that of the next day'),
  timeZone: TimeZone,
}).refine(({ from, to }) => from !== to, 'Give an end that is not the beginning.');
export type QuietHours = z.output<typeof QuietHours>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const DAY_MINUTES = 24 * 60;
const MORNING_MS = 7 * HOUR_MS;
/** 1970-01-05 was a Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** When a notification that comes at `now` is sent, in epoch milliseconds; `now` itself means at once. */
export function dueAt({ digest, quiet }: { digest: Digest; quiet: QuietHours | null }, severity: Severity, now: number): number {
  const due = nextWindow(digest, now);
  return quiet === null || severity === 'critical' ? due : endOfQuiet(quiet, due);
}

function nextWindow(digest: Digest, now: number): number {
  switch (digest) {
    case 'immediate': return now;
    case 'hourly': return nextAfter(now, HOUR_MS, 0);
    case 'daily': return nextAfter(now, DAY_MS, MORNING_MS);
    case 'weekly': return nextAfter(now, 7 * DAY_MS, FIRST_MONDAY_MS + MORNING_MS);
  }
}

/** The first moment after `now` that lies a whole number of `stepMs` after `originMs`. */
export function nextAfter(now: number, stepMs: number, originMs: number): number {
  return now + stepMs - (now - originMs) % stepMs;
}

/** `at` itself where it is not quiet then, else the end of the quiet hours, to the minute. */
function endOfQuiet({ from, to, timeZone }: QuietHours, at: number): number {
  const [begin, end, local] = [minutesOf(from), minutesOf(to), localMinutes(at, timeZone)];
  const quiet = begin < end ? local >= begin && local < end : local >= begin || local < end;
  if (!quiet) return at;
  const until = at - at % MINUTE_MS + (end - local + DAY_MINUTES) % DAY_MINUTES * MINUTE_MS;
  // The clocks may be put forward or back meanwhile: then the end is an hour off.
  const off = (end - localMinutes(until, timeZone) + DAY_MINUTES * 1.5) % DAY_MINUTES - DAY_MINUTES / 2;
  return until + off * MINUTE_MS;
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function localMinutes(at: number, timeZone: string): number {
  const text = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
  return minutesOf(text);
}
