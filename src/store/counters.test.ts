import assert from 'node:assert/strict';
import test from 'node:test';
import { createCounters } from './counters.ts';
import { onEachDatabase, onEachDatabaseOf, testClock } from '../../test/databases.ts';
import { allTables } from '../../test/tables.ts';

const HOUR_MS = 3_600_000;
const parallel = <T>(times: number, work: () => T): Promise<Awaited<T>[]> => Promise.all(Array.from({ length: times }, work));

onEachDatabase('Counters', open => {
  test('parallel calls each get their own number', async () => {
    const clock = testClock();
    const counters = createCounters(await open(clock), clock);
    const numbers = await parallel(200, async () => counters.count('key_hourly:key_1', 0));
    assert.deepEqual(numbers.toSorted((a, b) => a - b), Array.from({ length: 200 }, (_, index) => index + 1));
  });

  test('names and windows are counted apart', async () => {
    const clock = testClock();
    const counters = createCounters(await open(clock), clock);
    await parallel(3, () => counters.count('a', 0));
    await counters.count('a', HOUR_MS);
    await counters.count('b', 0);
    assert.deepEqual(await counters.read(['b', 'none', 'a'], 0), [1, 0, 3]);
    assert.deepEqual(await counters.read(['a'], HOUR_MS), [1]);
    assert.deepEqual(await counters.read([], 0), []);
  });

  test('reads that come together see what was counted before each of them', async () => {
    const clock = testClock();
    const counters = createCounters(await open(clock), clock);
    await counters.count('a', 0);
    const early = counters.read(['a'], 0);
    await counters.count('b', HOUR_MS);
    const all = await Promise.all([early, counters.read(['b', 'a'], 0), counters.read(['b'], HOUR_MS), counters.read(['a', 'b'], 0)]);
    assert.deepEqual(all, [[1], [0, 1], [1], [1, 0]]);
  });

  test('several are spent together with their transaction, or none', async () => {
    const clock = testClock();
    const store = await open(clock);
    const counters = createCounters(store, clock);
    const spend = (count: number) => store.transaction(db => counters.spend('s', 0, 7, { count, db }));
    assert.deepEqual([await spend(8), await spend(5), await spend(3), await spend(2)], [
      { spent: false, used: 0 }, { spent: true, used: 5 }, { spent: false, used: 5 }, { spent: true, used: 7 },
    ]);
    assert.deepEqual(await counters.read(['s'], 0), [7]);
    await assert.rejects(store.transaction(async db => {
      await counters.spend('undone', 0, 7, { count: 5, db });
      throw new Error('undone');
    }));
    assert.deepEqual(await counters.read(['undone'], 0), [0]);
  });

  test('parallel spending ends exactly at the maximum', async () => {
    const clock = testClock();
    const counters = createCounters(await open(clock), clock);
    const spent = await parallel(50, () => counters.spend('manual_scans:acc_1', 0, 7));
    assert.deepEqual(spent.filter(one => one.spent).map(({ used }) => used).toSorted((a, b) => a - b), [1, 2, 3, 4, 5, 6, 7]);
    assert.deepEqual(spent.find(one => !one.spent), { spent: false, used: 7 });
  });

  test('nothing is spent of nothing, or when the maximum has sunk below what is spent', async () => {
    const clock = testClock();
    const counters = createCounters(await open(clock), clock);
    assert.deepEqual(await counters.spend('s', 0, 0), { spent: false, used: 0 });
    await parallel(3, () => counters.spend('s', 0, 5));
    assert.deepEqual(await counters.spend('s', 0, 2), { spent: false, used: 3 });
  });

  test('what is refunded can be spent again, and never more than was spent', async () => {
    const clock = testClock();
    const counters = createCounters(await open(clock), clock);
    await counters.spend('s', 0, 1);
    await parallel(3, () => counters.refund('s', 0));
    assert.deepEqual(await counters.spend('s', 0, 1), { spent: true, used: 1 });
    assert.deepEqual(await counters.spend('s', 0, 1), { spent: false, used: 1 });
  });
});

onEachDatabaseOf('Counters on the disk', (make, dialect) => {
  test('a figure survives the end of the process, and counting goes on from it', async () => {
    const database = await make();
    const clock = testClock();
    const first = await database.open(clock);
    const counters = createCounters(first, clock);
    await parallel(5, () => counters.count('a', 0));
    await first.close();
    const second = createCounters(await database.open(clock), clock);
    assert.equal(await second.count('a', 0), 6);
  });

  if (dialect === 'sqlite') {
    test('counting and flushing at once lose and double nothing', async () => {
      const database = await make();
      const clock = testClock();
      const store = await database.open(clock);
      const counters = createCounters(store, clock);
      await parallel(20, async () => {
        await counters.count('a', 0);
        await counters.flush();
        await counters.count('a', 0);
      });
      await counters.flush();
      assert.deepEqual(await allTables(store.db).selectFrom('counter').select('used').execute(), [{ used: 40 }]);
    });

    test('a flush that fails keeps the figures for the next one', async () => {
      const database = await make();
      const clock = testClock();
      const store = await database.open(clock);
      let failing = true;
      const counters = createCounters({ ...store, transactionOfFigures: work => (failing ? Promise.reject(new Error('disk full')) : store.transaction(work)) }, clock);
      await counters.count('a', 0);
      await assert.rejects(counters.flush(), /disk full/);
      await counters.count('a', 0);
      failing = false;
      await counters.flush();
      assert.deepEqual(await allTables(store.db).selectFrom('counter').select('used').execute(), [{ used: 2 }]);
    });

    test('a window gone by leaves the memory after it was saved, and is read again when somebody asks', async () => {
      const database = await make();
      const clock = testClock();
      const store = await database.open(clock);
      const counters = createCounters(store, clock);
      const hour = clock.now();
      await counters.count('a', hour);
      clock.advance(3 * HOUR_MS);
      await counters.flush();
      await allTables(store.db).updateTable('counter').set({ used: 10 }).execute();
      assert.deepEqual(await counters.read(['a'], hour), [10]);
      assert.equal(await counters.count('a', hour), 11);
    });

    test('counting answers at once', async () => {
      const clock = testClock();
      const counters = createCounters(await (await make()).open(clock), clock);
      assert.equal(counters.count('a', 0), 1);
    });
  } else {
    test('two processes count and spend together', async () => {
      const database = await make();
      const clock = testClock();
      const [first, second] = [createCounters(await database.open(clock), clock), createCounters(await database.open(clock), clock)];
      const numbers = (await Promise.all([first, second].map(one => parallel(50, async () => one.count('a', 0))))).flat();
      assert.equal(new Set(numbers).size, 100);
      assert.equal(Math.max(...numbers), 100);
      const spent = (await Promise.all([first, second].map(one => parallel(20, () => one.spend('s', 0, 11))))).flat();
      assert.equal(spent.filter(one => one.spent).length, 11);
    });
  }
});
