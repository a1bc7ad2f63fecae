import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { judgeAttempt, readRetryAfter, type Attempt } from './retry.ts';

const now = Date.UTC(2026, 0, 15, 10, 30);
const DAY_MS = 86_400_000;
const came = (given: Partial<Attempt>): Attempt => ({ status: null, cause: 'It failed.', response: null, durationMs: 5, ...given });

suite('what failed is tried again', () => {
  const pauses = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
  for (const [at, seconds] of pauses.entries()) {
    test(`${seconds} s after attempt ${at + 1}, a fifth earlier or later`, () => {
      const wait = (random: number) => (judgeAttempt({ attempts: at + 1, failingSince: now - 1 }, came({}), now, random).nextAt! - now) / 1000;
      assert.deepEqual([wait(0), wait(0.5), wait(1)].map(one => Math.round(one * 10)), [seconds * 8, seconds * 10, seconds * 12]);
    });
  }
  test('ten times in all', () => assert.deepEqual(judgeAttempt({ attempts: 10, failingSince: now - 1 }, came({}), now, 0.5), { state: 'failed', nextAt: null, failingSince: now - 1, disable: null }));
  test('not before the receiver wants it, and within a day', () => {
    const wait = (retryAfterMs: number) => judgeAttempt({ attempts: 1, failingSince: null }, came({ retryAfterMs }), now, 0.5).nextAt! - now;
    assert.deepEqual([wait(60_000), wait(1000), wait(30 * DAY_MS)], [60_000, 5000, DAY_MS]);
  });
});

suite('an attempt is judged', () => {
  const cases: [says: string, failingSince: number | null, attempt: Partial<Attempt>, expected: object][] = [
    ['that arrived', now - DAY_MS, { cause: null }, { state: 'delivered', nextAt: null, failingSince: null, disable: null }],
    ['that is the first to fail', null, {}, { state: 'waiting', failingSince: now, disable: null }],
    ['that fails like those before', now - DAY_MS, {}, { state: 'waiting', failingSince: now - DAY_MS, disable: null }],
    ['that cannot help to repeat', null, { permanent: true }, { state: 'failed', nextAt: null, failingSince: now, disable: null }],
    ['that was answered with 410', null, { gone: true }, { state: 'failed', nextAt: null, failingSince: now, disable: 'The receiver answered 410 Gone: it wants no more messages.' }],
    ['that fails after five days of nothing else', now - 5 * DAY_MS, {}, { state: 'failed', nextAt: null, failingSince: now - 5 * DAY_MS, disable: 'Every attempt has failed for 5 days. The last cause: It failed.' }],
  ];
  for (const [says, failingSince, attempt, expected] of cases) {
    test(says, () => {
      const verdict = judgeAttempt({ attempts: 1, failingSince }, came(attempt), now, 0.5);
      assert.deepEqual({ ...verdict, ...('nextAt' in expected ? {} : { nextAt: undefined }) }, { nextAt: undefined, ...expected });
    });
  }
});

suite('Retry-After', () => {
  const cases: [value: string | null, ms: number | null][] = [
    [null, null], ['120', 120_000], ['0', 0], ['Thu, 15 Jan 2026 10:31:00 GMT', 60_000], ['Thu, 15 Jan 2026 10:00:00 GMT', 0], ['soon', null], ['-5', null], ['9'.repeat(12), null],
  ];
  for (const [value, ms] of cases) test(`${value} is ${ms} ms`, () => assert.equal(readRetryAfter(value, now), ms));
});
