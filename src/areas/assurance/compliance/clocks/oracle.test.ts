// Every clock of the catalogue from moments around each change of clocks, month end and leap day, in zones on both sides of the date line, compared with days that are counted hour by hour.
import assert from 'node:assert/strict';
import test from 'node:test';
import { deadlines } from '../catalogue/deadlines.ts';
import { dueAt } from './due.ts';

const QUARTER_MS = 900_000;
const HOUR_MS = 3_600_000;
const zones = ['UTC', 'America/New_York', 'America/Los_Angeles', 'Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Kiritimati', 'America/Santiago', 'Asia/Kathmandu'];
const moments = [
  '2026-03-08T06:59:59.999Z', '2026-03-08T07:00:00Z', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', '2026-03-29T00:59:00Z', '2026-10-25T00:30:00Z', '2026-04-04T14:59:00Z', '2026-10-03T15:30:00Z', '2026-09-06T03:30:00Z',
  '2026-01-30T23:59:59Z', '2026-01-31T00:00:00Z', '2026-02-28T23:00:00Z', '2027-02-28T12:00:00Z', '2027-12-31T23:59:59Z', '2028-01-01T00:00:00Z', '2028-01-30T12:00:00Z', '2028-02-28T23:59:59Z', '2028-02-29T00:00:00Z', '2028-02-29T23:59:59Z', '2026-12-31T11:00:00Z',
].map(iso => Date.parse(iso));
/** Federal holidays as the Office of Personnel Management lists them, for the days that follow the moments. */
const holidays = new Set('2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25 2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-12-24 2027-12-31 2028-01-17 2028-02-21 2028-05-29'.split(' '));

const formats = new Map(zones.map(zone => [zone, new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })]));
const dayAt = (at: number, zone: string) => formats.get(zone)!.format(at);
const plus = (day: string, days: number) => {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

/** The first quarter of an hour, from 15 hours before the day on, whose day is a later one. */
function endOf(day: string, zone: string): number {
  let at = Date.parse(`${day}T00:00:00Z`) - 15 * HOUR_MS;
  while (dayAt(at, zone) <= day) at += QUARTER_MS;
  return at - 1;
}

function expected(start: string, dueIn: string, moment: number, zone: string): number {
  const from = start === 'endOfYearOfDiscovery' ? endOf(`${dayAt(moment, zone).slice(0, 4)}-12-31`, zone) : moment;
  const [, time, count, unit] = /^P(T?)(\d+)(\w+)$/.exec(dueIn)!;
  if (time) return from + Number(count) * (unit === 'H' ? HOUR_MS : 1000);
  if (unit === 'D') return endOf(plus(dayAt(from, zone), Number(count)), zone);
  let day = dayAt(from, zone);
  for (let left = Number(count); left > 0;) {
    day = plus(day, 1);
    if (![0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay()) && !holidays.has(day)) left--;
  }
  return endOf(day, zone);
}

for (const { id, start, dueIn } of deadlines) {
  test(`${id} is due as the calendar of each zone says, over ${moments.length} moments at changes of clocks, month ends and leap days`, () => {
    for (const zone of zones) {
      for (const moment of moments) {
        const all = { discoveredAt: moment, reportedAt: moment, materialityDeterminedAt: moment, occurredAt: moment, containedAt: moment };
        assert.equal(new Date(dueAt({ start, dueIn }, all, zone)!).toISOString(), new Date(expected(start, dueIn, moment, zone)).toISOString(), `${zone} from ${new Date(moment).toISOString()}`);
      }
    }
  });
}
