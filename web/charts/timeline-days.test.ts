import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { countBySeverity, daysOf } from './timeline-days.ts';

suite('days of events', () => {
  test('every day is there, in UTC, with its events gravest first', () => {
    const events = [
      { createdAt: '2026-11-21T23:59:59.999Z', severity: 'low' as const },
      { createdAt: '2026-11-21T00:00:00.000Z', severity: 'critical' as const },
      { createdAt: '2026-11-23T12:00:00.000Z', severity: 'info' as const },
    ];
    assert.deepEqual(daysOf(events, '2026-11-21', '2026-11-23T01:00:00Z'), [
      { day: '2026-11-21', severities: ['critical', 'low'] }, { day: '2026-11-22', severities: [] }, { day: '2026-11-23', severities: ['info'] },
    ]);
  });
  test('of a very long time the last 400 days are shown', () => {
    const days = daysOf([], '1990-01-01', '2026-11-23');
    assert.deepEqual([days.length, days.at(-1)?.day], [400, '2026-11-23']);
  });
  test('an end before the beginning has no days', () => assert.deepEqual(daysOf([], '2026-11-23', '2026-11-21'), []));
  test('counts name what occurs, gravest first', () => assert.deepEqual(countBySeverity(['low', 'high', 'low']), [['high', 1], ['low', 2]]));
});
