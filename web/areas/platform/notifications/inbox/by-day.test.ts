import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { byDay } from './by-day.ts';

const now = Date.parse('2026-03-02T00:30:00Z');
const row = (createdAt: string): { createdAt: string } => ({ createdAt });

suite('notifications by day', () => {
  test('today, yesterday and other days, as UTC counts them, in the order in which they come', () => {
    const rows = [row('2026-03-02T00:10:00.000Z'), row('2026-03-01T23:59:00.000Z'), row('2026-03-01T00:00:00.000Z'), row('2026-02-20T12:00:00.000Z')];
    assert.deepEqual(byDay(rows, now), [{ day: 'Today', rows: [rows[0]] }, { day: 'Yesterday', rows: [rows[1], rows[2]] }, { day: 'Friday, February 20, 2026', rows: [rows[3]] }]);
  });
  test('none for none', () => assert.deepEqual(byDay([], now), []));
});
