import { z } from 'zod';

const DAY_MS = 86_400_000;

/** A date or a date-time in a query; a date is that day, UTC. */
export const Moment = z.string().max(40)
  .refine(text => z.iso.date().safeParse(text).success || z.iso.datetime({ offset: true }).safeParse(text).success, 'Give a date such as 2026-11-22, or a date-time such as 2026-11-22T08:00:00Z.');

/** The query of a list of things that happened at a time. */
export const periodInput = {
  from: Moment.optional().describe('Only from this date or date-time on'),
  to: Moment.optional().describe('Only up to the end of this date, or before this date-time'),
};

/** The moment, or the last millisecond of the date, in epoch milliseconds. */
export function endOf(moment: string): number {
  return Date.parse(moment) + (moment.includes('T') ? 0 : DAY_MS - 1);
}

/** The two as epoch milliseconds: from the first on, and before the second; undefined where it is left out. */
export function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }): { from: number | undefined; before: number | undefined } {
  return { from: from === undefined ? undefined : Date.parse(from), before: to === undefined ? undefined : Date.parse(to) + (to.includes('T') ? 0 : DAY_MS) };
}
