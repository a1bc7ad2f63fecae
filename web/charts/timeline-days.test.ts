import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { daysOf, marksOf, occurring } from './timeline-days.ts';

const none = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };

suite('days of events', () => {
  test('every day is there with the figures of the service', () => {
    const counted = [{ ...none, day: '2026-11-23', info: 1 }, { ...none, day: '2026-11-21', critical: 1, low: 60 }, { ...none, day: '2026-10-01', high: 9 }];
    assert.deepEqual(daysOf(counted, '2026-11-21', '2026-11-23T01:00:00Z'), [counted[1], { ...none, day: '2026-11-22' }, counted[0]]);
  });
  test('of a very long time the last 400 days are shown', () => {
    const days = daysOf([], '1990-01-01', '2026-11-23');
    assert.deepEqual([days.length, days.at(-1)?.day], [400, '2026-11-23']);
  });
  test('an end before the beginning has no days', () => assert.deepEqual(daysOf([], '2026-11-23', '2026-11-21'), []));
  test('only severities that occur are named, most severe first', () => assert.deepEqual(occurring({ ...none, low: 2, high: 1 }), [['high', 1], ['low', 2]]));
  test('all are drawn where they fit', () => assert.deepEqual(marksOf({ ...none, low: 1, critical: 2 }, 6), { marks: ['critical', 'critical', 'low'], more: 0 }));
  test('else the most severe, and the rest is a number', () => {
    assert.deepEqual(marksOf({ ...none, high: 2, info: 4900 }, 6), { marks: ['high', 'high', 'info', 'info', 'info'], more: 4897 });
  });
});
