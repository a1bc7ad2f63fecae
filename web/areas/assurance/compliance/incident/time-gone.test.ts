import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { timeGone } from './time-gone.ts';

const cases: readonly [says: string, startsAt: number, dueAt: number, now: number, gone: number | null][] = [
  ['a clock that has just begun', 100, 200, 100, 0],
  ['a quarter', 100, 200, 125, 0.25],
  ['the last moment', 100, 200, 199, 0.99],
  ['a clock that begins later, such as at the end of the year', 100, 200, 50, 0],
  ['what is over has no time to share out', 100, 200, 200, null],
  ['nor has what was due long ago', 100, 200, 9000, null],
  ['nor what is due at once', 100, 100, 100, null],
];

suite('how much of the time of a duty is gone', () => {
  for (const [says, startsAt, dueAt, now, gone] of cases) test(says, () => assert.equal(timeGone(startsAt, dueAt, now), gone));
});
