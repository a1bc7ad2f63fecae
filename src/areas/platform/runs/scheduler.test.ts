import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { Store } from '../../../store/index.ts';
import { onEachDatabaseOf, testClock } from '../../../../test/databases.ts';
import { createScheduler, startRun } from './index.ts';
import { nextTime, type Schedule } from '../../schedule.ts';
import { openRuns } from './worker.sample.ts';
import { allTables } from '../../../../test/tables.ts';
import { defineRun } from '../../run-kind.ts';

const kind = defineRun<null>()({ kind: 'domainScan', scope: 'scans' });

const HOUR_MS = 3_600_000;
const THINGS = 250;

type Services = Awaited<ReturnType<typeof openRuns>>['services'];

/** Starts a run for each thing whose time has come; the table of links stands for a table of things. */
const things: Schedule<Services> = {
  name: 'things',
  async due(tx, services, now, max) {
    const due = await allTables(tx).selectFrom('operator_link').select(['token_hash as id', 'expires_at as dueAt']).where('expires_at', '<=', now).orderBy('dueAt').orderBy('id').limit(max).execute();
    for (const { id, dueAt } of due) {
      const { numUpdatedRows } = await allTables(tx).updateTable('operator_link').set({ expires_at: nextTime(now, HOUR_MS, id) })
        .where('token_hash', '=', id).where('expires_at', '=', dueAt).executeTakeFirst();
      if (numUpdatedRows === 0n) continue;
      await startRun(tx, services, { accountId: 'acc_a', kind, subject: { type: 'domain', id, label: id }, input: null, trigger: 'schedule', allowance: null, dedupeKey: id });
    }
    return due.length;
  },
};

async function addThings({ db }: Store): Promise<void> {
  await allTables(db).insertInto('operator_link').values(Array.from({ length: THINGS }, (_, at) => ({ token_hash: `dom_${at}`, created_at: 0, expires_at: 1000 }))).execute();
}

onEachDatabaseOf('A scheduler', (make, dialect) => {
  test('starts each thing that is due once, however many processes wake at the same moment, and again when its time has come', async () => {
    const database = await make();
    const clock = testClock(1000);
    const first = await database.open(clock);
    // Two processes on PostgreSQL; the embedded database has one.
    const stores = [first, dialect === 'sqlite' ? first : await database.open(clock)];
    await openRuns(first);
    await addThings(first);
    const faults: unknown[] = [];
    const schedulers = await Promise.all(stores.map(async store => {
      const { services } = await openRuns(store, { accounts: [] });
      return createScheduler({ store, services, schedules: [things], report: error => { faults.push(error); } });
    }));
    const count = async () => (await allTables(first.db).selectFrom('run').select('subject_id').execute()).length;
    for (let time = 0; time < 2; time++) await Promise.all(schedulers.map(scheduler => scheduler.poll()));
    assert.equal(await count(), THINGS);
    await allTables(first.db).deleteFrom('job').execute();
    clock.advance(2 * HOUR_MS);
    await Promise.all(schedulers.map(scheduler => scheduler.poll()));
    assert.deepEqual([await count(), faults], [2 * THINGS, []]);
  });

  test('goes on with the other schedules where one fails, and tells of it', async () => {
    const store = await (await make()).open();
    const faults: string[] = [];
    let polls = 0;
    const failing = { name: 'broken', due: () => Promise.reject(new Error('broken')) };
    const working = { name: 'working', due: () => Promise.resolve(polls++) };
    await createScheduler({ store, services: {}, schedules: [failing, working], report: (_, about) => { faults.push(about); } }).poll();
    assert.deepEqual([polls, faults], [1, ['schedule broken']]);
  });
});

suite('The next time of a thing', () => {
  test('is up to a tenth earlier or later, spread over all of that, and always the same', () => {
    const times = Array.from({ length: 1000 }, (_, at) => nextTime(0, 1000, `dom_01hzy3v4qk8m0p2r5s7t9w${at.toString(32).padStart(4, '0')}`));
    assert.ok(Math.min(...times) >= 900 && Math.max(...times) <= 1100, `${Math.min(...times)} to ${Math.max(...times)}`);
    for (let tenth = 0; tenth < 10; tenth++) {
      const within = times.filter(time => time >= 900 + tenth * 20 && time < 920 + tenth * 20).length;
      assert.ok(within > 50 && within < 150, `${within} of 1000 in part ${tenth}`);
    }
    assert.equal(nextTime(0, 1000, 'dom_1'), nextTime(0, 1000, 'dom_1'));
  });
});
