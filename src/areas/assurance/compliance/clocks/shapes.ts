import { z } from 'zod';
import { By } from '../by.ts';
import { clockStarts, deadlines, DEADLINES_AS_OF, type Deadline } from '../catalogue/deadlines.ts';
import type { ClockRow } from './store.ts';

const units = ['hours', 'days', 'businessDays'] as const;
export type ClockUnit = (typeof units)[number];
export const ClockUnit = z.enum(units);
/** Longer ones are no deadlines of incidents; business days are counted one by one. */
export const mostOf: Readonly<Record<ClockUnit, number>> = { hours: 8784, days: 3660, businessDays: 60 };
export const ClockStarts = z.enum(clockStarts).describe('The moment from which it runs; where that is not known it does not run');

export const ClockRecord = z.object({
  id: z.string(),
  own: z.boolean().describe('Whether the account added it'),
  title: z.string(),
  source: z.string().describe('The law, contract or rule that it comes from'),
  asOf: z.iso.date().describe('The day as of which it was read from its source'),
  appliesWhen: z.string(),
  start: ClockStarts,
  within: z.int(),
  unit: ClockUnit.describe('Hours run as hours; days count to the end of the last one, business days without weekends and federal holidays (5 USC 6103)'),
  note: z.string().nullable(),
  addedAt: z.iso.datetime().nullable(),
  addedBy: By.nullable(),
}).meta({ id: 'ComplianceClock' });
export type ClockRecord = z.output<typeof ClockRecord>;

const forms: Readonly<Record<ClockUnit, (count: number) => string>> = { hours: count => `PT${count}H`, days: count => `P${count}D`, businessDays: count => `P${count}BD` };

/** A time limit as clocks have it. */
export function limitOf(count: number, unit: ClockUnit): string {
  return forms[unit](count);
}

function readLimit(dueIn: string): { within: number; unit: ClockUnit } {
  const [, count, unit] = /^PT?(\d+)(H|D|S|BD)$/.exec(dueIn)!;
  return { within: Number(count), unit: unit === 'D' ? 'days' : unit === 'BD' ? 'businessDays' : 'hours' };
}

/** A clock of the account as the duty that incidents bring by it. */
export function deadlineOf({ id, title, source, applies_when: appliesWhen, start, due_in: dueIn, note }: ClockRow): Deadline {
  return { id, title, citation: source, start: start as Deadline['start'], dueIn, appliesWhen, note, threshold: null };
}

/** The clocks that come with the service. */
export const standardClocks: readonly ClockRecord[] = deadlines.map(one => present(one, { own: false, asOf: DEADLINES_AS_OF, addedAt: null, addedBy: null }));

export function presentClock(row: ClockRow): ClockRecord {
  return present(deadlineOf(row), { own: true, asOf: row.as_of, addedAt: new Date(row.added_at).toISOString(), addedBy: By.parse(JSON.parse(row.added_by)) });
}

function present({ id, title, citation, appliesWhen, start, dueIn, note }: Deadline, more: Pick<ClockRecord, 'own' | 'asOf' | 'addedAt' | 'addedBy'>): ClockRecord {
  return { id, title, source: citation, appliesWhen, start, ...readLimit(dueIn), note, ...more };
}
