import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { afterEach } from 'node:test';
import { backup, createCounters, restore } from '../src/store/index.ts';
import { makePostgresql, onEachDatabaseOf, testClock } from './databases.ts';
import { startChild, type Spoken } from './store-processes.ts';
import { allTables } from './tables.ts';

const children: Spoken[] = [];
const start = (...given: Parameters<typeof startChild>): Spoken => {
  const child = startChild(...given);
  children.push(child);
  return child;
};
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.process.kill('SIGKILL');
    await child.ended;
  }
});

onEachDatabaseOf('Processes on one database', (make, dialect) => {
  test('several that start at once on an empty one migrate it once', async t => {
    const database = dialect === 'sqlite' ? await make() : await makePostgresql({ bare: true });
    t.after(() => database.remove());
    const started = Array.from({ length: 3 }, () => start('open', database));
    await Promise.all(started.map(child => child.said('open')));
    const store = await database.open();
    assert.deepEqual(await allTables(store.db).selectFrom('account').selectAll().execute(), []);
  });

  test('two spend together never above the maximum', async () => {
    const database = await make();
    const spenders = [start('spend', database), start('spend', database)];
    assert.deepEqual(await Promise.all(spenders.map(child => child.ended)), [0, 0]);
    const spent = spenders.flatMap(child => child.lines.slice(1)).map(line => JSON.parse(line) as { spent: boolean; used: number }).filter(one => one.spent);
    assert.deepEqual(spent.map(({ used }) => used).toSorted((a, b) => a - b), Array.from({ length: 70 }, (_, index) => index + 1));
    const clock = testClock();
    assert.deepEqual(await createCounters(await database.open(clock), clock).read(['scans'], 0), [70]);
  });

  test('one that is killed holds nothing any more', async () => {
    const database = await make();
    const other = start('serve', database);
    await other.said('serving');
    const store = await database.open();
    if (dialect === 'sqlite') await assert.rejects(store.serve(), { name: 'StoreInUse' });
    await assert.rejects(store.alone(async () => {}), { name: 'StoreInUse' });
    other.process.kill('SIGKILL');
    await other.ended;
    await until(() => store.alone(async () => {}));
    (await store.serve())();
  });

  test('a backup taken while another writes has whole transactions only, and all that came before', async () => {
    const database = await make();
    const writer = start('write', database);
    await writer.said('wrote');
    const before = writer.lines.filter(line => line.startsWith('wrote')).map(line => line.slice('wrote '.length));
    const file = join(database.dataDir, 'backup');
    await backup(await database.open(), file, { secret: null });
    const target = await (await make()).open();
    await restore(target, file, { replace: false });
    const messages = (await allTables(target.db).selectFrom('contact_message').select('id').execute()).map(({ id }) => id);
    const links = (await allTables(target.db).selectFrom('operator_link').select('token_hash').execute()).map(row => row.token_hash);
    assert.deepEqual(links.toSorted(), messages.toSorted());
    assert.deepEqual(before.filter(id => !messages.includes(id)), []);
  });
});

/** Tries `work` for ten seconds: the server may notice the end of a process a little later. */
async function until(work: () => Promise<void>): Promise<void> {
  const deadlineMs = performance.now() + 10_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  }
}
