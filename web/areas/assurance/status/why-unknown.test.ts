import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { whyUnknown } from './why-unknown.ts';

const read = '2026-11-24T12:00:00.000Z';
const cases: readonly [says: string, feed: Parameters<typeof whyUnknown>[0], why: ReturnType<typeof whyUnknown>][] = [
  ['followed a moment ago, it has failed at nothing', { readAt: null, failure: null }, 'notYet'],
  ['the first try failed', { readAt: null, failure: 'It answered 503.' }, 'failed'],
  ['a later try failed', { readAt: read, failure: 'It answered 503.' }, 'failed'],
  ['it was read, and the level is unknown all the same', { readAt: read, failure: null }, 'unclear'],
  ['a page without a feed cannot be read', null, 'noFeed'],
];

suite('why the level of a service is unknown', () => {
  for (const [says, feed, why] of cases) test(says, () => assert.equal(whyUnknown(feed), why));
});
