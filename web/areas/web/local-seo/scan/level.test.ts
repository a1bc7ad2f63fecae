import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { directionOf, levelOf, wordOf } from './level.ts';

suite('a point of a rank grid', () => {
  const cases = [['found', 1, 'first', '1'], ['found', 3, 'first', '3'], ['found', 4, 'ten', '4'], ['found', 10, 'ten', '10'], ['found', 11, 'twenty', '11'], ['notFound', null, 'notFound', '–'], ['unknown', null, 'unknown', '?'], ['waiting', null, 'unknown', '']] as const;
  for (const [status, rank, level, word] of cases) test(`${status} ${rank ?? ''} is ${level}`, () => assert.deepEqual([levelOf(status, rank), wordOf(status, rank)], [level, word]));
  test('lies in the nearest of eight directions', () => assert.deepEqual([0, 22, 23, 90, 337, 338, 359.9].map(directionOf), [0, 0, 1, 2, 7, 0, 0]));
});
