import assert from 'node:assert/strict';
import test from 'node:test';
import { slotsOf } from './latency-slots.ts';

test('buckets fall into slots of their time; a slot without any has no latency, and what is older is left out', () => {
  const bucket = (from: string, results: number, p50Ms: number | null, p95Ms: number | null, failed = 0) => ({ from, results, failed, p50Ms, p95Ms });
  const slots = slotsOf([
    bucket('2026-11-24T11:59:00Z', 9, 900, 900), bucket('2026-11-24T12:00:00Z', 3, 100, 200), bucket('2026-11-24T12:14:00Z', 1, 200, 400, 1), bucket('2026-11-24T12:30:00Z', 2, null, null, 2),
  ], { now: Date.parse('2026-11-24T12:44:00Z'), stepMs: 900_000, count: 3 });
  assert.deepEqual(slots.map(({ at, ...rest }) => ({ at: new Date(at).toISOString().slice(11, 16), ...rest })), [
    { at: '12:00', results: 4, failed: 1, p50Ms: 125, p95Ms: 400 }, { at: '12:15', results: 0, failed: 0, p50Ms: null, p95Ms: null }, { at: '12:30', results: 2, failed: 2, p50Ms: null, p95Ms: null },
  ]);
});
