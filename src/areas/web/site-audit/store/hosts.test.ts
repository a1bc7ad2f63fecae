import assert from 'node:assert/strict';
import test from 'node:test';
import { onEachDatabase, testClock } from '../../../../../test/databases.ts';
import { allTables } from '../../../../../test/tables.ts';
import { takeConnections, whileHolding } from './hosts.ts';

const HOST = 'shop.example';
const MINUTE_MS = 60_000;

onEachDatabase('the connections that all audits together have to a host', open => {
  test('stay with an audit for as long as it works, and then go to the one that waits', async context => {
    context.mock.timers.enable({ apis: ['setInterval'] });
    const { db } = await open();
    const clock = testClock();
    const means = { db, clock };
    const { signal } = new AbortController();
    const waiting = new AbortController();
    const take = (holder: string, stop: AbortSignal) => takeConnections(means, { host: HOST, holder, max: 2 }, stop);
    let other = Promise.resolve(0);
    await whileHolding(means, 'run_1', async () => {
      assert.equal(await take('run_1', signal), 2);
      for (let minute = 0; minute < 3; minute++) {
        for (let third = 0; third < 3; third++) {
          clock.advance(MINUTE_MS / 3 - 1);
          context.mock.timers.tick(MINUTE_MS / 3);
          // The renewal is a statement of its own.
          const renewed = allTables(db).selectFrom('crawl_connection').select('slot').where('held_until', '=', clock.now() + MINUTE_MS);
          while ((await renewed.execute()).length < 2) await new Promise(setImmediate);
        }
      }
      other = take('run_2', waiting.signal);
      assert.equal(await Promise.race([other, new Promise<null>(resolve => setTimeout(resolve, 100, null))]), null);
    });
    assert.equal(await other, 2);
  });

  test('go to another audit a minute after their holder was last heard of', async () => {
    const { db } = await open();
    const clock = testClock();
    const { signal } = new AbortController();
    assert.equal(await takeConnections({ db, clock }, { host: HOST, holder: 'run_1', max: 2 }, signal), 2);
    clock.advance(MINUTE_MS);
    assert.equal(await takeConnections({ db, clock }, { host: HOST, holder: 'run_2', max: 2 }, signal), 2);
  });
});
