import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { HOUR_MS } from './hourly-limits.ts';
import { firstHourOf, summarize } from './usage.ts';

const now = Date.UTC(2026, 0, 15, 10, 30);
const hour = (ago: number) => Date.UTC(2026, 0, 15, 10) - ago * HOUR_MS;

suite('the usage of 24 hours', () => {
  test('has all 24 hours, oldest first, the current one last, also without any call', () => {
    const { byHour, ...rest } = summarize([], now);
    assert.deepEqual(rest, { requests: 0, errors: 0, limited: 0, byOperation: [], byStatus: {} });
    assert.equal(byHour.length, 24);
    assert.deepEqual(byHour[0], { startsAt: '2026-01-14T11:00:00.000Z', requests: 0, errors: 0, limited: 0 });
    assert.equal(byHour[23]?.startsAt, '2026-01-15T10:00:00.000Z');
    assert.equal(new Date(firstHourOf(now)).toISOString(), byHour[0]?.startsAt);
  });

  test('counts refusals as errors and calls above the limit apart from them', () => {
    const row = { operation: 'check.domain' };
    const usage = summarize([
      { ...row, hour: hour(0), status: 200, requests: 5 },
      { ...row, hour: hour(0), status: 429, requests: 3 },
      { ...row, hour: hour(23), status: 400, requests: 2 },
      { operation: 'auth.me', hour: hour(23), status: 500, requests: 11 },
      { ...row, hour: hour(24), status: 200, requests: 100 },
    ], now);
    assert.deepEqual([usage.requests, usage.errors, usage.limited], [21, 13, 3]);
    assert.deepEqual(usage.byHour[0], { startsAt: '2026-01-14T11:00:00.000Z', requests: 13, errors: 13, limited: 0 });
    assert.deepEqual(usage.byHour[23], { startsAt: '2026-01-15T10:00:00.000Z', requests: 8, errors: 0, limited: 3 });
    assert.deepEqual(usage.byOperation, [{ operation: 'auth.me', requests: 11 }, { operation: 'check.domain', requests: 10 }]);
    assert.deepEqual(usage.byStatus, { 200: 5, 400: 2, 429: 3, 500: 11 });
  });
});
