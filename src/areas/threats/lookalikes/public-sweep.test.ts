import assert from 'node:assert/strict';
import test from 'node:test';
import { bulkStates, type BulkAnswers } from '../../../core/outside/bulk-lookup.ts';
import { systemClock } from '../../../core/clock.ts';
import { Problem } from '../../../core/problem.ts';
import { createPublicSweeps } from './public-sweep.ts';

const nobody = (names: readonly string[]): BulkAnswers => ({ states: new Uint8Array(names.length).fill(bulkStates.indexOf('nxdomain')), records: () => [], cause: () => null });

test('visitors leave resolvers to others: beyond so many searches at once, new ones are asked to come again', async () => {
  const { promise: answer, resolve: answerAll } = Promise.withResolvers<void>();
  const checks = createPublicSweeps({ bulkLookup: names => answer.then(() => nobody(names)), wildcards: () => Promise.resolve([]), clock: systemClock });
  const check = (domain: string) => checks(domain, new AbortController().signal);
  const first = Array.from({ length: 8 }, (_, at) => check(`brand${at}.example`));
  await assert.rejects(check('brand8.example'), (error: unknown) => error instanceof Problem && error.code === 'overloaded' && error.retryAfterSeconds === 10);
  const again = check('brand0.example');
  answerAll();
  assert.deepEqual((await Promise.all([...first, again])).map(({ unknown, registered }) => [unknown, registered.length]), Array.from({ length: 9 }, () => [0, 0]));
  assert.equal((await check('brand8.example')).domain, 'brand8.example');
});
