import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openStore, type Store } from '../src/store/index.ts';
import { startTestServer, unavailable } from './postgresql-server.ts';
import { makeSqlite, testClock, type TestDatabase } from './databases.ts';
import { killLoop, LANES, ROUNDS_A_LANE, seeded } from './kill-loop.ts';
import { startChild, type Spoken } from './store-processes.ts';
import { allTables } from './tables.ts';
import { schema } from '../src/app/registry.ts';

const KILLS = LANES * ROUNDS_A_LANE;
const lanes = Array.from({ length: LANES }, (_, lane) => lane);

suite('What a killed process was told is written', { concurrency: true }, () => {
  test(`is in the SQLite database, whole and sound, after each of ${KILLS} kills`, async t => {
    const written = await Promise.all(lanes.map(lane => {
      const database = makeSqlite();
      t.after(() => database.remove());
      return killLoop({
        rounds: ROUNDS_A_LANE,
        random: seeded(lane),
        start: () => startChild('write', database),
        verify: acknowledged => verifyIn(database, async store => {
          const { rows } = await sql`pragma integrity_check`.execute(allTables(store.db));
          assert.deepEqual(rows, [{ integrity_check: 'ok' }]);
          await assertKept(store, acknowledged);
        }),
      });
    }));
    assert.ok(written.flat().length > KILLS, `${written.flat().length} writes`);
  });

  test(`is in the PostgreSQL database after each of ${KILLS} kills, some of them of a server process`, { skip: unavailable() ?? false }, async t => {
    const server = await startTestServer(['fsync=on', 'full_page_writes=on']);
    t.after(() => server.stop());
    const database = { dataDir: '', url: server.url };
    const store = await openStore({ ...database, clock: testClock(), schema });
    t.after(() => store.close());
    let serverKills = 0;
    const written = await Promise.all(lanes.map(lane => killLoop({
      rounds: ROUNDS_A_LANE,
      random: seeded(100 + lane),
      start: () => startChild('write', database),
      async disturb(child, round) {
        if (lane > 0 || round % 2 > 0) return;
        serverKills++;
        await killBackend(child);
      },
      verify: () => Promise.resolve(),
    })));
    await recovered(store);
    await assertKept(store, written.flat());
    assert.ok(serverKills >= ROUNDS_A_LANE / 3 && written.flat().length > KILLS, `${serverKills} server kills, ${written.flat().length} writes`);
  });
});

async function verifyIn(database: TestDatabase, poll: (store: Store) => Promise<void>): Promise<void> {
  const store = await database.open();
  await poll(store);
  await store.close();
}

/** Every transaction is there with both of its rows or not at all, and every acknowledged one is there. */
async function assertKept({ db }: Store, acknowledged: readonly string[]): Promise<void> {
  const messages = await allTables(db).selectFrom('contact_message').select('id').execute();
  const links = await allTables(db).selectFrom('operator_link').select('token_hash as id').execute();
  const kept = new Set(messages.map(({ id }) => id));
  assert.deepEqual(new Set(links.map(({ id }) => id)), kept);
  assert.deepEqual(acknowledged.filter(id => !kept.has(id)), []);
}

/** Kills the server's process behind `child`: the server then ends all others and recovers. Answers when `child` writes again. */
async function killBackend(child: Spoken): Promise<void> {
  const pid = Number((await child.said('backend ')).slice('backend '.length));
  process.kill(pid, 'SIGKILL');
  const before = child.lines.length;
  const deadlineMs = performance.now() + 30_000;
  while (!child.lines.slice(before).some(line => line.startsWith('wrote '))) {
    assert.ok(performance.now() < deadlineMs, `does not write again: ${child.lines.slice(-3).join('; ')}`);
    await sleep(10);
  }
}

async function recovered(store: Store): Promise<void> {
  const deadlineMs = performance.now() + 30_000;
  while (await store.state() !== 'ok') {
    assert.ok(performance.now() < deadlineMs, 'the server did not recover');
    await sleep(20);
  }
}
