// Processes that remind people of compliance are killed again and again: each reminder is sent once.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { schema } from '../src/app/registry.ts';
import { complianceService } from '../src/areas/assurance/compliance/compliance.sample.ts';
import { systemClock } from '../src/core/clock.ts';
import type { RemindersTask } from './compliance-reminders-child.ts';
import { seeded } from './kill-loop.ts';
import { onEachDatabaseWithProcesses } from './processes.ts';
import { killScript, startScript } from './store-processes.ts';
import { allTables } from './tables.ts';

const ACCOUNTS = 24;
const ROUNDS = 4;
/** Within this time all accounts have had their turn, somewhere in it the process is killed. */
const MOST_OF_A_ROUND_MS = 150;
const DAY_MS = 86_400_000;

onEachDatabaseWithProcesses('Reminders whose processes are killed', make => {
  test('are sent once, also where two processes send them at once (seed 27)', { timeout: 300_000 }, async context => {
    const database = await make();
    const store = await database.open(systemClock);
    const service = complianceService(store);
    const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
    const accounts: string[] = [];
    for (let at = 0; at < ACCOUNTS; at++) {
      const { account, choose, call } = await service.addAccount();
      await choose('cmmc-l2');
      for (const id of ['AC.L2-3.1.1', 'AC.L2-3.1.2']) assert.equal((await call('compliance.update', { id: `cmmc-l2:${id}`, version: 0, status: 'notMet', dueOn: tomorrow })).status, 200);
      accounts.push(account.id);
    }
    const task: RemindersTask = { dataDir: database.dataDir, url: database.url, migrations: Object.keys(schema.migrations), accounts };
    const start = () => startScript(new URL('compliance-reminders-child.ts', import.meta.url), [JSON.stringify(task)]);
    const countSent = async () => (await allTables(store.db).selectFrom('compliance_reminder').select('account_id').execute()).length;
    const random = seeded(27);
    const sentAfter: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const pair = [start(), start()];
      await Promise.all(pair.map(child => child.said('working')));
      await sleep(random() * MOST_OF_A_ROUND_MS);
      for (const child of pair) await killScript(child);
      sentAfter.push(await countSent());
    }
    const last = start();
    await last.said('round');
    await killScript(last);

    const jobs = await service.services.queue.take(['notify'], 10 * ACCOUNTS);
    const noticesOf = Map.groupBy(jobs, ({ accountId }) => accountId);
    context.diagnostic(`reminders of ${2 * ACCOUNTS} that stood after each of ${ROUNDS} kills: ${sentAfter.join(', ')}`);
    assert.equal(await countSent(), 2 * ACCOUNTS);
    assert.deepEqual(accounts.map(id => noticesOf.get(id)?.length), accounts.map(() => 1));
    assert.ok(jobs.every(({ payload }) => (payload as { notification: { title: string } }).notification.title === '2 compliance tasks are due'));
  });
});
