import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import { createNewId } from '../core/ids.ts';
import { createQueue, LEASE_MS, type NewJob, type Queue } from './queue.ts';
import type { Store } from './store.ts';
import { onEachDatabase, testClock } from '../../test/databases.ts';
import { allTables } from '../../test/tables.ts';

const HOUR_MS = 3_600_000;

async function setUp(store: Store, accounts: readonly string[] = ['acc_a', 'acc_b']): Promise<Queue> {
  for (const id of accounts) {
    await allTables(store.db).insertInto('account').values({ id, name: id, plan: 'pro', operator: 0, settings: '{}', settings_version: 0, created_at: 0, delete_after: null }).execute();
  }
  return createQueue(store, createNewId(store.clock, randomBytes));
}

const jobs = (count: number, job: Partial<NewJob> = {}): NewJob[] => Array.from({ length: count }, (_, at) => ({ kind: 'scan', payload: { at }, ...job }));
const add = (store: Store, queue: Queue, account: string, list: readonly NewJob[]) => store.transaction(tx => queue.add(tx, account, list));
const accountsOf = (taken: readonly { accountId: string }[]) => taken.map(({ accountId }) => accountId);

onEachDatabase('the queue', open => {
  test('gives each job to one worker, in the order in which they came', async () => {
    const store = await open();
    const queue = await setUp(store);
    await add(store, queue, 'acc_a', jobs(5));
    const taken = (await Promise.all([queue.take(['scan'], 2), queue.take(['scan'], 2), queue.take(['scan'], 2)])).flat();
    assert.deepEqual(taken.map(({ payload }) => (payload as { at: number }).at).toSorted((a, b) => a - b), [0, 1, 2, 3, 4]);
    assert.equal(new Set(taken.map(({ id }) => id)).size, 5);
    assert.deepEqual(await queue.take(['scan'], 2), []);
  });

  test('lets an account that comes with one job pass one that came with many', async () => {
    const store = await open();
    const queue = await setUp(store);
    await add(store, queue, 'acc_a', jobs(500));
    for (const job of await queue.take(['scan'], 10)) await queue.finish(store.db, job);
    await add(store, queue, 'acc_b', jobs(2));
    assert.deepEqual(accountsOf(await queue.take(['scan'], 4)).toSorted(), ['acc_a', 'acc_a', 'acc_b', 'acc_b']);
  });

  test('takes as fast from a long line as from a short one', async () => {
    const store = await open();
    const queue = await setUp(store);
    const takingMs = async () => {
      const times: number[] = [];
      for (let at = 0; at < 9; at++) {
        const from = performance.now();
        assert.equal((await queue.take(['scan', 'letter'], 2)).length, 2);
        times.push(performance.now() - from);
      }
      return times.toSorted((a, b) => a - b)[4]!;
    };
    await add(store, queue, 'acc_a', jobs(40));
    const shortMs = await takingMs();
    await add(store, queue, 'acc_a', jobs(30_000));
    const longMs = await takingMs();
    assert.ok(longMs < 5 * shortMs + 1, `${longMs.toFixed(2)} ms, ${shortMs.toFixed(2)} ms from the short line`);
  });

  test('gives nobody credit for a time in which it had no work', async () => {
    const store = await open();
    const queue = await setUp(store);
    await add(store, queue, 'acc_a', jobs(20));
    for (const job of await queue.take(['scan'], 20)) await queue.finish(store.db, job);
    await add(store, queue, 'acc_b', jobs(6));
    await add(store, queue, 'acc_a', jobs(6));
    assert.equal(accountsOf(await queue.take(['scan'], 6)).filter(account => account === 'acc_a').length, 3);
  });

  test('takes a job again when its worker has died, and lets the dead one end nothing', async () => {
    const clock = testClock();
    const store = await open(clock);
    const queue = await setUp(store);
    await add(store, queue, 'acc_a', jobs(1));
    const [first] = await queue.take(['scan'], 1);
    clock.advance(LEASE_MS - 1);
    assert.deepEqual(await queue.take(['scan'], 1), []);
    assert.equal(await queue.keep(first!), true);
    clock.advance(LEASE_MS - 1);
    assert.deepEqual(await queue.take(['scan'], 1), []);
    clock.advance(1);
    const [second] = await queue.take(['scan'], 1);
    assert.equal(second!.attempts, 2);
    assert.equal(await queue.keep(first!), false);
    assert.equal(await queue.finish(store.db, first!), false);
    assert.equal(await queue.putOff(store.db, first!, 0), false);
    assert.equal(await queue.finish(store.db, second!), true);
    assert.equal(await queue.waiting(), 0);
  });

  test('keeps a job until its time, also one that was put off', async () => {
    const clock = testClock();
    const store = await open(clock);
    const queue = await setUp(store);
    await add(store, queue, 'acc_a', jobs(1, { runAt: clock.now() + HOUR_MS }));
    assert.deepEqual(await queue.take(['scan'], 1), []);
    clock.advance(HOUR_MS);
    const [job] = await queue.take(['scan'], 1);
    assert.equal(await queue.putOff(store.db, job!, clock.now() + HOUR_MS), true);
    assert.deepEqual(await queue.take(['scan'], 1), []);
    clock.advance(HOUR_MS);
    assert.equal((await queue.take(['scan'], 1)).length, 1);
  });

  test('keeps one job of a kind and key, until that is done', async () => {
    const store = await open();
    const queue = await setUp(store);
    await add(store, queue, 'acc_a', jobs(1, { dedupeKey: 'dom_1' }));
    await add(store, queue, 'acc_a', jobs(1, { dedupeKey: 'dom_1' }));
    const taken = await queue.take(['scan'], 9);
    assert.equal(taken.length, 1);
    await queue.finish(store.db, taken[0]!);
    await add(store, queue, 'acc_a', jobs(1, { dedupeKey: 'dom_1' }));
    assert.equal((await queue.take(['scan'], 9)).length, 1);
  });

  test('lets what somebody waits for pass what nobody does, of the same account, and counts the turns of both', async () => {
    const store = await open();
    const queue = await setUp(store);
    await add(store, queue, 'acc_a', jobs(50, { background: true }));
    await add(store, queue, 'acc_a', jobs(50));
    await add(store, queue, 'acc_b', jobs(1, { kind: 'letter' }));
    const taken = await queue.take(['scan', 'letter'], 7);
    assert.deepEqual(accountsOf(taken).filter(account => account === 'acc_b'), ['acc_b']);
    assert.equal((await queue.take(['scan'], 93)).length, 93);
  });

  test('takes a job out of the background when somebody waits for it', async () => {
    const store = await open();
    const queue = await setUp(store);
    await add(store, queue, 'acc_a', [...jobs(50, { background: true }), ...jobs(1, { background: true, id: 'run_1' })]);
    await store.transaction(tx => queue.bringForward(tx, 'acc_a', 'run_1'));
    assert.ok((await queue.take(['scan'], 2)).some(({ id }) => id === 'run_1'));
  });

  test('says how many were added, also to those who listen, and forgets what is dropped', async () => {
    const store = await open();
    const queue = await setUp(store);
    let heard = 0;
    const stop = queue.onAdded(() => { heard++; });
    assert.equal(await add(store, queue, 'acc_a', jobs(2)), 2);
    assert.equal(await add(store, queue, 'acc_a', jobs(1, { dedupeKey: 'dom_1', id: 'run_1' })), 1);
    assert.equal(await add(store, queue, 'acc_a', jobs(1, { dedupeKey: 'dom_1' })), 0);
    stop();
    await add(store, queue, 'acc_a', jobs(1));
    assert.equal(heard, 2);
    await queue.drop(store.db, 'run_1');
    assert.equal(await queue.waiting(), 3);
  });

  test('tells of each kind how many are due that nobody has, and since when', async () => {
    const clock = testClock();
    const store = await open(clock);
    const queue = await setUp(store);
    const begin = clock.now();
    await add(store, queue, 'acc_a', [...jobs(1), ...jobs(2, { runAt: begin + 5 }), ...jobs(1, { kind: 'letter', runAt: begin + 7 }), ...jobs(1, { runAt: begin + 8 })]);
    clock.advance(7);
    assert.deepEqual(await queue.line(), [{ kind: 'letter', count: 1, since: begin + 7 }, { kind: 'scan', count: 3, since: begin }]);
    await queue.take(['scan'], 1);
    assert.deepEqual((await queue.line())[1], { kind: 'scan', count: 2, since: begin + 5 });
  });

  test('gives back what the workers of a dead process hold, and what is put off with as many attempts as are said', async () => {
    const store = await open();
    const queue = await setUp(store);
    await add(store, queue, 'acc_a', jobs(1));
    await queue.take(['scan'], 1);
    await queue.releaseAll();
    const [again] = await queue.take(['scan'], 1);
    assert.equal(again!.attempts, 2);
    assert.equal(await queue.putOff(store.db, again!, store.clock.now(), 0), true);
    assert.equal((await queue.take(['scan'], 1))[0]!.attempts, 1);
  });

  test('gives a worker only the kinds that it asks for, and forgets jobs whose change was undone', async () => {
    const store = await open();
    const queue = await setUp(store);
    await add(store, queue, 'acc_a', [...jobs(1), ...jobs(1, { kind: 'letter' })]);
    await assert.rejects(store.transaction(async tx => {
      await queue.add(tx, 'acc_a', jobs(3));
      throw new Error('undone');
    }));
    assert.deepEqual((await queue.take(['letter'], 9)).map(({ kind }) => kind), ['letter']);
    assert.equal((await queue.take(['scan'], 9)).length, 1);
  });
});
