import assert from 'node:assert/strict';
import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { sql } from 'kysely';
import { schema } from '../app/registry.ts';
import type { PostgresqlStore } from './postgresql/open.ts';
import { untyped } from './tables.ts';
import type { Db } from './db.ts';
import { onEachDatabase, onEachDatabaseOf } from '../../test/databases.ts';
import { allTables } from '../../test/tables.ts';

const message = { id: 'msg_1', name: null, email: 'a@example.org', message: 'Hello there', created_at: 1_790_000_000_000 };

onEachDatabase('A store', open => {
  test('a prepared statement reads what is committed, and nothing else', async () => {
    const store = await open();
    const contact = store.statement<{ email: string; created_at: number }>(allTables(store.db).selectFrom('contact_message').select(['email', 'created_at']).where('id', '=', '').where('email', '=', ''));
    await store.transaction(async tx => {
      await allTables(tx).insertInto('contact_message').values(message).execute();
      assert.equal(await contact('msg_1', message.email), undefined);
    });
    assert.deepEqual({ ...await contact('msg_1', message.email) }, { email: message.email, created_at: message.created_at });
    assert.deepEqual(await allTables(store.db).selectFrom('contact_message').selectAll().execute(), [message]);
  });

  test('a transaction that throws leaves nothing behind', async () => {
    const store = await open();
    await assert.rejects(store.transaction(async tx => {
      await allTables(tx).insertInto('contact_message').values(message).execute();
      throw new Error('no');
    }), /^Error: no$/);
    assert.deepEqual(await allTables(store.db).selectFrom('contact_message').selectAll().execute(), []);
  });

  test('parallel transactions that read and then write lose no change', async () => {
    const store = await open();
    await allTables(store.db).insertInto('counter').values({ name: 'n', window_start: 0, used: 0 }).execute();
    await Promise.all(Array.from({ length: 20 }, () => store.transaction(async tx => {
      await allTables(tx).updateTable('counter').set(eb => ({ used: eb('used', '+', 1) })).where('name', '=', 'n').execute();
      const { used } = await allTables(tx).selectFrom('counter').select('used').where('name', '=', 'n').executeTakeFirstOrThrow();
      await allTables(tx).updateTable('counter').set({ used }).where('name', '=', 'n').execute();
    })));
    assert.deepEqual(await allTables(store.db).selectFrom('counter').select('used').execute(), [{ used: 20 }]);
  });

  test('a row never refers to one that is not there', async () => {
    const store = await open();
    await assert.rejects(allTables(store.db).insertInto('key_usage').values({ key_id: 'key_none', hour: 0, operation: 'o', status: 200, requests: 1 }).execute(), /foreign key/i);
  });

  test('whole numbers of 64 bits and their sums are numbers', async () => {
    const store = await open();
    await allTables(store.db).insertInto('contact_message').values([message, { ...message, id: 'msg_2' }]).execute();
    const { rows } = await sql`select count(*) as rows, sum(created_at) as total from contact_message`.execute(allTables(store.db));
    assert.deepEqual(rows, [{ rows: 2, total: 2 * message.created_at }]);
  });

  test('the list of tables names every table of the database', async () => {
    const store = await open();
    const found = (await untyped(store.db).introspection.getTables()).map(({ name }) => name);
    const parts = 'dialect' in store && store.dialect === 'postgresql' ? (await sql<{ relname: string }>`select relname from pg_class where relispartition`.execute(allTables(store.db))).rows : [];
    const whole = new Set(found).difference(new Set(parts.map(({ relname }) => relname)));
    assert.deepEqual([...whole].toSorted(), [...schema.tables].toSorted());
  });

  test('it answers until it is closed; closing does its last work first, and once', async () => {
    const store = await open();
    let done = 0;
    store.beforeClose(async () => {
      assert.equal(await store.state(), 'ok');
      done++;
    });
    await Promise.all([store.close(), store.close()]);
    assert.equal(done, 1);
  });
});

onEachDatabaseOf('A database', (make, dialect) => {
  test('a second start finds what the first one wrote', async () => {
    const database = await make();
    const first = await database.open();
    await allTables(first.db).insertInto('contact_message').values(message).execute();
    await first.close();
    assert.deepEqual(await allTables((await database.open()).db).selectFrom('contact_message').selectAll().execute(), [message]);
  });

  test('one that a newer version of the program has changed is refused', async () => {
    const database = await make();
    const store = await database.open();
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', ${new Date(2).toISOString()})`.execute(allTables(store.db));
    await store.close();
    await assert.rejects(database.open(), { name: 'DatabaseNewer', message: /9999-later/ });
  });

  test('work alone is refused while another has it open, and keeps out others meanwhile', async () => {
    const database = await make();
    const [first, second] = [await database.open(), await database.open()];
    await assert.rejects(first.alone(async () => {}), { name: 'StoreInUse' });
    await second.close();
    await first.alone(() => assert.rejects(database.open(), { name: 'StoreInUse', message: /is being restored/ }));
    await database.open();
  });

  test(dialect === 'sqlite' ? 'one process serves at a time' : 'any number of processes serve', async () => {
    const database = await make();
    const [first, second] = [await database.open(), await database.open()];
    const end = await first.serve();
    if (dialect === 'sqlite') await assert.rejects(second.serve(), { name: 'StoreInUse', message: new RegExp(`${database.dataDir}.*DATABASE_URL`) });
    else await second.serve();
    end();
    await second.serve();
  });

  if (dialect === 'sqlite') {
    test('is for this user only, also in a folder that is open to others', async () => {
      const database = await make();
      chmodSync(database.dataDir, 0o755);
      await database.open();
      for (const name of ['dss.sqlite', 'dss.sqlite-wal']) assert.equal(statSync(join(database.dataDir, name)).mode & 0o777, 0o600);
    });
  } else {
    test('figures do not wait for the disk of the server, everything else does', async () => {
      const store = await (await make()).open() as PostgresqlStore;
      const setting = { compile: () => ({ sql: 'show synchronous_commit' }) } as never;
      assert.deepEqual([await store.figure<{ synchronous_commit: string }>(setting)(), await store.statement<{ synchronous_commit: string }>(setting)()], [{ synchronous_commit: 'off' }, { synchronous_commit: 'on' }]);
    });

    test('of two transactions that wait for each other both come to their end', async () => {
      const store = await (await make()).open();
      await allTables(store.db).insertInto('counter').values(['a', 'b'].map(name => ({ name, window_start: 0, used: 0 }))).execute();
      const count = (tx: Db, name: string) => allTables(tx).updateTable('counter').set(eb => ({ used: eb('used', '+', 1) })).where('name', '=', name).execute();
      const first = Promise.withResolvers<void>(), second = Promise.withResolvers<void>();
      let tries = 0;
      const cross = (own: PromiseWithResolvers<void>, other: PromiseWithResolvers<void>, names: [string, string]) => store.transaction(async tx => {
        tries++;
        await count(tx, names[0]);
        own.resolve();
        await other.promise;
        await count(tx, names[1]);
      });
      await Promise.all([cross(first, second, ['a', 'b']), cross(second, first, ['b', 'a'])]);
      assert.deepEqual(await allTables(store.db).selectFrom('counter').select('used').execute(), [{ used: 2 }, { used: 2 }]);
      assert.ok(tries > 2, `${tries} tries`);
    });

    test('a connection that the server ends is replaced, also that of the lock', async () => {
      const database = await make();
      const [first, second] = [await database.open(), await database.open()];
      await allTables(first.db).selectFrom('account').select('id').execute();
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(allTables(second.db));
      const answered = await until(async () => await first.state() === 'ok' && await second.state() === 'ok');
      assert.ok(answered);
      assert.deepEqual(await allTables(first.db).selectFrom('account').select('id').execute(), []);
      await second.close();
      const held = await until(async () => {
        const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(allTables(first.db));
        return rows.length === 1;
      });
      assert.ok(held);
    });
  }
});

/** Whether `holds` comes true within ten seconds. */
async function until(holds: () => Promise<boolean>): Promise<boolean> {
  const deadlineMs = performance.now() + 10_000;
  while (!await holds()) {
    if (performance.now() > deadlineMs) return false;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  return true;
}
