import { z } from 'zod';

const CONTROL = '\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f';
const withoutControl = new RegExp(`^[^${CONTROL}]*$`);

/** What people write, `least` to `most` characters long: trimmed, with tabs and line breaks and no other control character. */
export function plainText(most: number, least = 0): z.ZodString {
  const text = z.string().trim().max(most).regex(withoutControl, 'Leave out control characters.');
  return least > 0 ? text.min(least) : text;
}

/** A name or another text on one line, `least` to `most` characters long: trimmed, without control characters. */
export function oneLine(most: number, least = 1): z.ZodString {
  const text = z.string().trim().max(most).regex(/^[^\p{Cc}]*$/u, 'Leave out control characters.');
  return least > 0 ? text.min(least) : text;
}

/** `text` without the characters that {@link plainText} refuses. */
export const leaveOutControl = (text: string): string => text.replaceAll(new RegExp(`[${CONTROL}]`, 'g'), '');

/** The largest number of a version: what a column for whole numbers holds on PostgreSQL. */
export const LAST_VERSION = 2 ** 31 - 1;

/** The version that a change starts from. */
export const VersionRead = z.int().min(1).max(LAST_VERSION).describe('The version that was read; the change is refused when there is a newer one');

/** The name of an IANA time zone; an offset such as +02:00 knows no daylight saving time, and is none. */
export const TimeZone = z.string().max(64).refine(isTimeZone, 'This is no time zone. Give one such as Europe/Berlin.').describe('IANA time zone, such as Europe/Berlin');

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '' && !/^[+-]/.test(name);
  } catch {
    return false;
  }
}
