import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import test, { suite } from 'node:test';
import { Worker } from 'node:worker_threads';
import { bulkStates } from '../../../core/outside/bulk-lookup.ts';
import { systemClock as clock } from '../../../core/clock.ts';
import { truthOf } from '../testing/bulk-truth.ts';
import { createTransport, openPath } from '../transport.ts';
import { createBulkLookup } from './lookup.ts';
import { createBulkLookupInThreads } from './threads.ts';

/** A machine without a free core can lose all tries of a name, which is then unknown and says so. */
const MOST_UNKNOWN = 1 / 5000;

suite('no answer is wrong and next to none is lost, whatever goes wrong on the way', () => {
  for (const [count, servers, threads] of [[10_000, 1, 0], [20_000, 2, 0], [25_000, 2, 2]] as const) {
    test(`${count} names, ${threads === 0 ? 'the main thread' : `${threads} threads`}, ${servers} server(s) with loss, reordering, truncation, forged replies and bursts of SERVFAIL`, async t => {
      const ports = await Promise.all(Array.from({ length: servers }, async (_, at) => {
        const worker = new Worker(new URL('../testing/bulk-server.ts', import.meta.url), { workerData: 7 + at });
        t.after(() => worker.terminate());
        return (await once(worker, 'message') as [number])[0];
      }));
      const means = { servers: ports.map(port => ({ address: '127.0.0.1', port })), ratePerSecond: Infinity };
      const bulkLookup = threads === 0 ? createBulkLookup({ ...means, transport: createTransport(openPath), clock, randomBytes }) : createBulkLookupInThreads({ ...means, threads });
      const names = Array.from({ length: count }, (_, at) => `brand-${at.toString(36)}.example`);
      const answers = await bulkLookup(names, 'A', t.signal);
      const differing = names.flatMap((name, at) => {
        const [seen, truth] = [[bulkStates[answers.states[at]!], answers.records(at).join()], truthOf(name)];
        return seen[0] === truth.state && seen[1] === truth.addresses.join() ? [] : [{ name, seen, truth, cause: answers.cause(at) }];
      });
      const [lost, wrong] = [differing.filter(({ cause }) => cause?.startsWith('timeout at ')), differing.filter(({ cause }) => !cause?.startsWith('timeout at '))];
      assert.deepEqual(wrong, []);
      assert.ok(lost.length <= count * MOST_UNKNOWN, `${lost.length} names got no answer`);
      assert.ok(lost.every(({ seen: [state, addresses] }) => state === 'unknown' && addresses === ''));
    });
  }
});
