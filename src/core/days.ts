import { z } from 'zod';
import { severities, type Severity } from './finding.ts';

const DAY_MS = 86_400_000;
const Count = z.number().int();

/** So many days have figures of their own, the newest. */
const MAX_DAYS = 400;
/** How many rows a query needs for them that is grouped by day and severity. */
export const MAX_DAY_ROWS = MAX_DAYS * severities.length;

/** How many of each severity there are. */
export const BySeverity = z.object(Object.fromEntries(severities.map(severity => [severity, Count])) as Record<Severity, typeof Count>).meta({ id: 'CountsBySeverity' });
type BySeverity = z.output<typeof BySeverity>;

/** The days on which something happened, newest first. */
export const DaysBySeverity = z.array(BySeverity.extend({ day: z.string().describe('UTC') })).describe(`The days with events, newest first: ${MAX_DAYS} at most`);

/** Rows of a query, counted by severity; databases give counts as numbers or as text. */
export function countsBySeverity(rows: readonly { severity: string; count: number | string }[]): BySeverity {
  return Object.fromEntries(severities.map(severity => [severity, rows.filter(row => row.severity === severity).reduce((sum, { count }) => sum + Number(count), 0)])) as BySeverity;
}

/** The same by day; `day` is its beginning in epoch milliseconds, and rows come newest first. */
export function daysBySeverity(rows: readonly { day: number | string; severity: string; count: number | string }[]): z.output<typeof DaysBySeverity> {
  return [...Map.groupBy(rows, ({ day }) => Number(day))].slice(0, MAX_DAYS).map(([at, of]) => ({ day: new Date(at - at % DAY_MS).toISOString().slice(0, 10), ...countsBySeverity(of) }));
}
