import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { dueAt, type Digest, type QuietHours } from './schedule.ts';

const night: QuietHours = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' };
const lunch: QuietHours = { from: '12:00', to: '13:00', timeZone: 'UTC' };

suite('a notification is told', () => {
  const cases: [says: string, now: string, digest: Digest, quiet: QuietHours | null, due: string][] = [
    ['at once', '2026-01-15T10:30:00.123Z', 'immediate', null, '2026-01-15T10:30:00.123Z'],
    ['at the next full hour', '2026-01-15T10:30:00.123Z', 'hourly', null, '2026-01-15T11:00:00.000Z'],
    ['an hour later where it comes with the full hour', '2026-01-15T10:00:00.000Z', 'hourly', null, '2026-01-15T11:00:00.000Z'],
    ['this morning', '2026-01-15T06:59:59.999Z', 'daily', null, '2026-01-15T07:00:00.000Z'],
    ['tomorrow morning', '2026-01-15T07:00:00.000Z', 'daily', null, '2026-01-16T07:00:00.000Z'],
    ['on Monday, from a Thursday', '2026-01-15T10:30:00.000Z', 'weekly', null, '2026-01-19T07:00:00.000Z'],
    ['on the same Monday', '2026-01-19T06:00:00.000Z', 'weekly', null, '2026-01-19T07:00:00.000Z'],
    ['at once outside quiet hours', '2026-01-15T10:30:00.000Z', 'immediate', night, '2026-01-15T10:30:00.000Z'],
    ['in the morning, before midnight', '2026-01-15T21:30:30.000Z', 'immediate', night, '2026-01-16T06:00:00.000Z'],
    ['in the morning, after midnight', '2026-01-16T03:00:00.000Z', 'immediate', night, '2026-01-16T06:00:00.000Z'],
    ['at once with the end of quiet hours', '2026-01-16T06:00:00.000Z', 'immediate', night, '2026-01-16T06:00:00.000Z'],
    ['after lunch', '2026-01-15T12:59:00.000Z', 'immediate', lunch, '2026-01-15T13:00:00.000Z'],
    ['by the hour, but not in quiet hours', '2026-01-15T11:30:00.000Z', 'hourly', lunch, '2026-01-15T13:00:00.000Z'],
    ['in the morning of the day that has 23 hours', '2026-03-28T22:00:00.000Z', 'immediate', night, '2026-03-29T05:00:00.000Z'],
    ['in the morning of the day that has 25 hours', '2026-10-24T21:00:00.000Z', 'immediate', night, '2026-10-25T06:00:00.000Z'],
  ];
  for (const [says, now, digest, quiet, due] of cases) {
    test(`${says} (${digest})`, () => assert.equal(new Date(dueAt({ digest, quiet }, 'high', Date.parse(now))).toISOString(), due));
  }

  test('at once in quiet hours, where it is critical', () => {
    const now = Date.parse('2026-01-16T03:00:00Z');
    assert.equal(dueAt({ digest: 'immediate', quiet: night }, 'critical', now), now);
  });
});
