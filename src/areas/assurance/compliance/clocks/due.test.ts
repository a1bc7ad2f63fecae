import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { deadlines } from '../catalogue/deadlines.ts';
import { endOfDay, localDay } from './days.ts';
import { dueAt } from './due.ts';
import { federalHolidays, isBusinessDay } from './federal-holidays.ts';

const deadline = (id: string) => deadlines.find(one => one.id === id)!;
const at = (iso: string) => Date.parse(iso);

suite('each duty is due when its law says', () => {
  const cases: [says: string, id: string, discovered: string, zone: string, due: string | null, other?: { reportedAt?: string; materialityDeterminedAt?: string }][] = [
    ['60 days after, to the end of the day', 'hipaaIndividuals', '2026-01-10T15:00:00Z', 'America/New_York', '2026-03-12T03:59:59.999Z'],
    ['60 days over the change to summer time', 'hipaaIndividuals', '2026-02-01T12:00:00Z', 'America/New_York', '2026-04-03T03:59:59.999Z'],
    ['60 days over the change to winter time', 'hipaaMedia', '2026-10-01T12:00:00Z', 'America/New_York', '2026-12-01T04:59:59.999Z'],
    ['late in the evening it is still that day', 'hipaaHhsLarge', '2026-06-02T03:30:00Z', 'America/Los_Angeles', '2026-08-01T06:59:59.999Z'],
    ['60 days after the end of the year', 'hipaaHhsSmall', '2025-05-05T00:00:00Z', 'UTC', '2026-03-01T23:59:59.999Z'],
    ['60 days after the end of a year before a leap year', 'hipaaHhsSmall', '2027-12-31T23:59:00Z', 'UTC', '2028-02-29T23:59:59.999Z'],
    ['New Year has come for them and not for UTC', 'hipaaHhsSmall', '2026-12-31T23:30:00Z', 'Pacific/Auckland', '2028-02-29T10:59:59.999Z'],
    ['72 hours are hours, over the change to summer time too', 'dfars7012', '2026-03-07T12:00:00Z', 'America/New_York', '2026-03-10T12:00:00.000Z'],
    ['72 hours of the GDPR', 'gdprAuthority', '2026-10-24T12:00:00Z', 'Europe/Berlin', '2026-10-27T12:00:00.000Z'],
    ['90 days are kept from the report on', 'dfarsPreserve', '2026-01-01T00:00:00Z', 'UTC', '2026-04-11T23:59:59.999Z', { reportedAt: '2026-01-11T08:00:00Z' }],
    ['without a report that clock does not run', 'dfarsPreserve', '2026-01-01T00:00:00Z', 'UTC', null],
    ['30 days over the end of February', 'ftcSafeguards', '2026-01-30T10:00:00Z', 'UTC', '2026-03-01T23:59:59.999Z'],
    ['30 days over a leap day', 'ftcSafeguards', '2028-01-30T10:00:00Z', 'UTC', '2028-02-29T23:59:59.999Z'],
    ['at once', 'pciBrands', '2026-05-05T05:05:05Z', 'UTC', '2026-05-05T05:05:05.000Z'],
    ['at once', 'irsTaxPro', '2026-05-05T05:05:05Z', 'UTC', '2026-05-05T05:05:05.000Z'],
    ['four business days over Thanksgiving', 'sec8k', '2026-11-01T00:00:00Z', 'America/New_York', '2026-12-02T04:59:59.999Z', { materialityDeterminedAt: '2026-11-24T15:00:00Z' }],
    ['four business days over New Year that is kept in the old year', 'sec8k', '2027-12-01T00:00:00Z', 'UTC', '2028-01-04T23:59:59.999Z', { materialityDeterminedAt: '2027-12-28T15:00:00Z' }],
    ['from a Saturday on', 'sec8k', '2026-06-01T00:00:00Z', 'UTC', '2026-06-11T23:59:59.999Z', { materialityDeterminedAt: '2026-06-06T09:00:00Z' }],
    ['before it is known to be material it does not run', 'sec8k', '2026-06-01T00:00:00Z', 'UTC', null],
    ['from the business associate', 'hipaaBaToCe', '2026-07-04T00:00:00Z', 'UTC', '2026-09-02T23:59:59.999Z'],
  ];
  for (const [says, id, discovered, zone, due, { reportedAt, materialityDeterminedAt } = {}] of cases) {
    test(`${id}: ${says}`, () => {
      const found = dueAt(deadline(id), { discoveredAt: at(discovered), reportedAt: reportedAt ? at(reportedAt) : null, materialityDeterminedAt: materialityDeterminedAt ? at(materialityDeterminedAt) : null, occurredAt: null, containedAt: null }, zone);
      assert.equal(found === null ? null : new Date(found).toISOString(), due);
    });
  }
  test('the table has every duty of the catalogue', () => assert.deepEqual(deadlines.map(({ id }) => id).filter(id => !cases.some(([, shown]) => shown === id)), []));
});

suite('days of a time zone end where its clocks turn', () => {
  for (const [zone, day, end] of [
    ['UTC', '2026-03-01', '2026-03-01T23:59:59.999Z'], ['America/New_York', '2026-03-08', '2026-03-09T03:59:59.999Z'], ['America/New_York', '2026-11-01', '2026-11-02T04:59:59.999Z'],
    ['Pacific/Kiritimati', '2026-01-01', '2026-01-01T09:59:59.999Z'], ['Pacific/Pago_Pago', '2026-01-01', '2026-01-02T10:59:59.999Z'], ['America/Santiago', '2026-09-05', '2026-09-06T03:59:59.999Z'],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-04T12:59:59.999Z'], ['Asia/Kathmandu', '2028-02-29', '2028-02-29T18:14:59.999Z'],
  ] as const) test(`${zone} ${day}`, () => {
    assert.equal(new Date(endOfDay(day, zone)).toISOString(), end);
    assert.equal(localDay(endOfDay(day, zone), zone), day);
  });
});

suite('federal holidays are kept as the Office of Personnel Management lists them', () => {
  for (const [year, days] of [
    [2026, '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25'],
    [2027, '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24'],
  ] as const) test(String(year), () => assert.deepEqual(federalHolidays(year), days.split(' ').map(day => `${year}-${day}`)));
  test('2028 begins in 2027', () => {
    assert.equal(federalHolidays(2028)[0], '2027-12-31');
    assert.equal(isBusinessDay('2027-12-31'), false);
    assert.equal(isBusinessDay('2028-01-03'), true);
  });
});
