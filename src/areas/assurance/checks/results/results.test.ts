import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { causes, outcomes, type Result } from '../machine/outcome.ts';
import { foldResults, mergeBuckets, percentile, uptimeOf } from './bucket.ts';
import { readBucket, readDays, storeBucket, storeDay } from './history.ts';
import { decodePack, encodeResult, packAt } from './pack.ts';

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 0, 1);
const result = (at: number, outcome: Result['outcome'] = 'up', durationMs: number | null = 100): Result => ({ at, outcome, cause: outcome === 'down' ? 'timeout' : null, durationMs, status: 200 });

suite('packed results', () => {
  const varied: Result[] = Array.from({ length: 2000 }, (_, index) => ({
    at: START + index * 1777, outcome: outcomes[index % outcomes.length]!, cause: index % 3 === 0 ? null : causes[index % causes.length]!, durationMs: index % 7 === 0 ? null : index * 30, status: index % 5 === 0 ? null : 100 + index % 500,
  }));
  test('come back as they were', () => assert.deepEqual(decodePack(START, varied.map(one => encodeResult(START, one)).join('')), varied));
  test('take at most 12 characters for a usual one', () => {
    for (let minute = 0; minute < 60; minute++) assert.ok(encodeResult(START, result(START + minute * 60_000, 'up', 900)).length <= 12);
  });
  test('that are damaged end where they cannot be read', () => assert.equal(decodePack(START, `${encodeResult(START, result(START))}%%%`).length, 1));
  test('of rare checks lie together for a day', () => assert.deepEqual([packAt(START + 5 * HOUR_MS + 1, 60) - START, packAt(START + 5 * HOUR_MS + 1, 3600) - START], [5 * HOUR_MS, 0]));
});

suite('the days of a stored year', () => {
  const DAY_MS = 24 * HOUR_MS;
  const known = [0, 1, 3, 4].map(day => START + day * DAY_MS);
  const year = JSON.stringify(known.map(from => storeDay(foldResults([result(from)], { from, before: from + HOUR_MS, lengthMs: DAY_MS, holdsMs: HOUR_MS })[0]!)));
  for (const [name, first, days] of [['a day that it has', 1, [1, 3, 4]], ['its first day', 0, [0, 1, 3, 4]], ['a day that it lacks', 2, [3, 4]], ['the last year', -9, [0, 1, 3, 4]], ['tomorrow', 5, []]] as const) {
    test(`from ${name} on`, () => assert.deepEqual(readDays(year, START + first * DAY_MS).map(([from]) => (from * 1000 - START) / DAY_MS), days));
  }
});

suite('what results add up to', () => {
  const span = { from: START, before: START + HOUR_MS, lengthMs: HOUR_MS, holdsMs: 90_000 };
  test('an hour of successes a minute apart is up as a whole', () => {
    const [hour] = foldResults(Array.from({ length: 61 }, (_, minute) => result(START - 30_000 + minute * 60_000)), span);
    assert.deepEqual([hour!.ms.up, uptimeOf(hour!.ms)], [HOUR_MS, 100]);
  });
  test('a gap is neither up nor down', () => {
    const [hour] = foldResults([result(START), result(START + 30 * 60_000)], span);
    assert.deepEqual([hour!.ms.up, hour!.ms.down, hour!.results], [180_000, 0, 2]);
  });
  test('unknown time and maintenance leave the denominator', () => {
    const [hour] = foldResults([result(START, 'up'), result(START + 60_000, 'unknown'), result(START + 120_000, 'down'), result(START + 180_000, 'maintenance'), result(START + 240_000, 'up')], { ...span, before: START + 300_000 });
    assert.deepEqual(hour!.ms, { up: 120_000, unknown: 60_000, down: 60_000, maintenance: 60_000, degraded: 0 });
    assert.equal(uptimeOf(hour!.ms), 66.6667);
  });
  test('nothing known is no uptime', () => assert.equal(uptimeOf({ up: 0, degraded: 0, down: 0, unknown: 5, maintenance: 5 }), null));
  test('percentiles are within 4 % of the exact ones, also of merged and stored buckets', () => {
    const values = Array.from({ length: 5000 }, (_, index) => Math.round(20 * 1.001 ** index));
    const buckets = [0, 1, 2, 3].map(part => foldResults(values.filter((_, index) => index % 4 === part).map((ms, index) => result(START + index * 10, 'up', ms)), span)[0]!);
    const merged = mergeBuckets(START, buckets.map(bucket => readBucket(storeBucket(bucket))));
    for (const share of [0.5, 0.95, 0.99]) {
      const exact = values[Math.ceil(values.length * share) - 1]!;
      assert.ok(Math.abs(percentile(merged, share)! - exact) / exact < 0.045, `${share}: ${percentile(merged, share)} instead of ${exact}`);
    }
    assert.equal(merged.results, 5000);
  });
});
