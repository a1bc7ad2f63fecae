import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { isOpen, nextOpen, type OpeningHours } from './hours.ts';

const weekdays: OpeningHours = [{ days: ['mo', 'tu', 'we', 'th', 'fr'], opens: '09:00', closes: '17:00' }];
const bar: OpeningHours = [{ days: ['fr', 'su'], opens: '20:00', closes: '02:00' }];
const always: OpeningHours = [{ days: ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'], opens: '00:00', closes: '00:00' }];

suite('a business is open on the clock of its time zone', () => {
  // 2026-11-20 is a Friday; Vienna is an hour ahead of UTC in winter and two in summer.
  const cases: readonly (readonly [says: string, hours: OpeningHours | null, zone: string | null, at: string, open: boolean | null])[] = [
    ['on a weekday', weekdays, 'Europe/Vienna', '2026-11-20T08:00:00Z', true],
    ['not a minute before', weekdays, 'Europe/Vienna', '2026-11-20T07:59:59Z', false],
    ['not when it closes', weekdays, 'Europe/Vienna', '2026-11-20T16:00:00Z', false],
    ['not at the weekend', weekdays, 'Europe/Vienna', '2026-11-21T10:00:00Z', false],
    ['in summer time', weekdays, 'Europe/Vienna', '2026-07-17T07:00:00Z', true],
    ['after midnight, of the evening before', bar, 'UTC', '2026-11-21T01:59:00Z', true],
    ['from Sunday into Monday', bar, 'UTC', '2026-11-23T01:00:00Z', true],
    ['not after its end', bar, 'UTC', '2026-11-21T02:00:00Z', false],
    ['day and night', always, 'UTC', '2026-11-22T00:00:00Z', true],
    ['unknown without hours', null, 'UTC', '2026-11-20T08:00:00Z', null],
    ['unknown without a time zone', weekdays, null, '2026-11-20T08:00:00Z', null],
  ];
  for (const [says, hours, zone, at, open] of cases) test(says, () => assert.equal(isOpen(hours, zone, Date.parse(at)), open));
});

suite('the next moment at which a business is open', () => {
  const cases: readonly (readonly [says: string, hours: OpeningHours | null, from: string, wanted: string | null])[] = [
    ['is now where it is open', weekdays, '2026-11-20T12:03:00Z', '2026-11-20T12:03:00Z'],
    ['is after the weekend', weekdays, '2026-11-20T16:10:00Z', '2026-11-23T08:00:00Z'],
    ['is not known without hours', null, '2026-11-21T12:03:00Z', null],
    ['is none where it never is', [], '2026-11-21T12:03:00Z', null],
  ];
  for (const [says, hours, from, wanted] of cases) test(says, () => assert.equal(nextOpen(hours, 'Europe/Vienna', Date.parse(from)), wanted && Date.parse(wanted)));
});
