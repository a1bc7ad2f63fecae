import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { endingUntil, kinds, monthsOf, spanOf } from './months.ts';

const days = [
  { day: '2026-11-30', registrations: 1, certificates: 0, apiKeys: 0 },
  { day: '2026-12-01', registrations: 0, certificates: 2, apiKeys: 0 },
  { day: '2027-02-10', registrations: 0, certificates: 1, apiKeys: 3 },
];

suite('the months of the expiry calendar', () => {
  for (const [says, counted, expected] of [
    ['each month in turn, also one in which nothing ends', kinds, [['2026-11', 1], ['2026-12', 2], ['2027-01', 0], ['2027-02', 4]]],
    ['the same months when one kind is counted', ['registration'], [['2026-11', 1], ['2026-12', 0], ['2027-01', 0], ['2027-02', 0]]],
    ['another kind stands where its days are', ['apiKey'], [['2026-11', 0], ['2026-12', 0], ['2027-01', 0], ['2027-02', 3]]],
  ] as const) test(says, () => assert.deepEqual(monthsOf(days, counted).map(({ month, total }) => [month, total]), expected));

  test('none where nothing ends', () => assert.deepEqual(monthsOf([], kinds), []));
  test('a month ends with its last day, in leap years too', () => assert.deepEqual(spanOf('2028-02'), { from: '2028-02-01', to: '2028-02-29', next: '2028-03' }));
  test('what ends until a day', () => assert.deepEqual([endingUntil(days, kinds, '2026-12-01'), endingUntil(days, ['certificate'], '2027-02-10')], [3, 3]));
});
