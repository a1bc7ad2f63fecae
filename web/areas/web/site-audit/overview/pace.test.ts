import assert from 'node:assert/strict';
import test from 'node:test';
import { paceOf } from './pace.ts';

const cases: [says: string, of: Parameters<typeof paceOf>[0], expected: ReturnType<typeof paceOf>][] = [
  ['too few pages say nothing', { done: 4, total: 100, elapsedMs: 1000 }, null],
  ['five a second', { done: 300, total: 1200, elapsedMs: 60_000 }, { pagesPerMinute: 300, minutesLeft: 3 }],
  ['slow', { done: 5, total: 6, elapsedMs: 600_000 }, { pagesPerMinute: 1, minutesLeft: 2 }],
  ['at the end', { done: 50, total: 50, elapsedMs: 10_000 }, { pagesPerMinute: 300, minutesLeft: 0 }],
];
for (const [says, of, expected] of cases) test(says, () => assert.deepEqual(paceOf(of), expected));
