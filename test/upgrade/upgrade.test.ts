// Databases and backups of earlier commits come to the schema of this one with nothing lost: see README.md next to it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { backup, restore, type Row, type Store } from '../../src/store/index.ts';
import { makePostgresql, makeSqlite, onEachDatabaseOf, type TestDatabase } from '../databases.ts';
import { startService } from '../processes.ts';
import { program } from '../program.ts';
import { faultsOf, uselessMoves } from './compare.ts';
import { ask, columnsOf, fixtureFile, fixtureNames, readContent, type Content } from './fixture.ts';
import { moved } from './moved.ts';
import { loadPostgresql } from './postgresql-dump.ts';

const names = fixtureNames();

/** The database of the commit, as it was left. */
async function unpack(name: string, dialect: Store['dialect'], t: TestContext): Promise<TestDatabase> {
  const database = await emptyDatabase(dialect, t, true);
  if (dialect === 'postgresql') await loadPostgresql(database.url!, gunzipSync(readFileSync(fixtureFile(name, '.postgresql.sql.gz'))).toString());
  else writeFileSync(join(database.dataDir, 'dss.sqlite'), gunzipSync(readFileSync(fixtureFile(name, '.sqlite.gz'))));
  return database;
}

async function emptyDatabase(dialect: Store['dialect'], t: TestContext, bare = false): Promise<TestDatabase> {
  const database = dialect === 'sqlite' ? makeSqlite() : await makePostgresql({ bare });
  t.after(() => database.remove());
  return database;
}

async function assertNothingLost(store: Store, { tables }: Content): Promise<void> {
  assert.deepEqual(await faultsOf(tables, moved, { columns: await columnsOf(store), ask: query => ask(store, query) }), []);
}

/** Asks the program itself, as anyone who has upgraded would. */
async function assertChainsWhole({ dataDir, url }: TestDatabase, { tables }: Content): Promise<void> {
  const env = { ...process.env, DSS_DATA_DIR: dataDir, DATABASE_URL: url ?? '' };
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'audit', 'verify'], { env });
  for (const { account_id: accountId, seq } of tables['audit_head']!.rows) assert.match(stdout, new RegExp(`^${String(accountId)} +${String(seq)} `, 'm'));
}

/** All rows of the tables that `store` has, those of `other` by the same names. */
async function assertSameRows(store: Store, other: Store): Promise<void> {
  for (const [table, columns] of await columnsOf(store)) {
    const query = `select ${columns.map(column => `"${column}"`).join(', ')} from "${table}"`;
    const [rows, others] = [await ask(store, query), await ask(other, query)].map(found => found.map((row: Row) => JSON.stringify(row)).toSorted());
    assert.deepEqual(others, rows, table);
  }
}

test('there are fixtures, and every move is of something that one of them holds', () => {
  assert.ok(names.length > 0);
  assert.deepEqual(uselessMoves(moved, names.map(name => readContent(name).tables)), []);
});

onEachDatabaseOf('An upgrade', (_, dialect) => {
  for (const name of names) {
    test(`of a database of ${name} loses nothing, and its audit log holds`, async t => {
      const content = readContent(name);
      const database = await unpack(name, dialect, t);
      const store = await database.open();
      await assertNothingLost(store, content);
      await assertChainsWhole(database, content);
    });

    test(`of a database of ${name} is made by the start of the program, which serves, and its people and domains are there`, async t => {
      const { secret, tables } = readContent(name);
      const database = await unpack(name, dialect, t);
      const service = await startService(database, { DSS_SECRET: secret });
      assert.equal((await fetch(`${service.origin}/readyz`)).status, 200);
      service.child.kill('SIGTERM');
      assert.equal((await service.ended).code, 0);
      const store = await database.open();
      for (const [table, columns] of [['account', ['id', 'name']], ['auth_user', ['id', 'email']], ['domain', ['id', 'name']]] as const) {
        const rows = await ask(store, `select ${columns.join(', ')} from ${table} order by id`);
        assert.ok(rows.length > 0, table);
        assert.deepEqual(rows, tables[table]!.rows.map(row => Object.fromEntries(columns.map(column => [column, row[column]!]))).toSorted((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1)), table);
      }
    });

    test(`of a backup of ${name} loses nothing, and its audit log holds`, async t => {
      const content = readContent(name);
      const database = await emptyDatabase(dialect, t);
      const store = await database.open();
      const rows = Object.values(content.tables).reduce((sum, table) => sum + table.rows.length, 0);
      assert.deepEqual(await restore(store, fixtureFile(name, '.backup'), { replace: false }), { rows, blobs: 0, secret: content.secret });
      await assertNothingLost(store, content);
      await assertChainsWhole(database, content);
    });

    if (dialect === 'postgresql') {
      for (const [from, to] of [['sqlite', 'postgresql'], ['postgresql', 'sqlite']] as const) {
        test(`of a database of ${name} on ${from} is one whose backup restores into ${to} with the same rows`, async t => {
          const [store, other] = [await (await unpack(name, from, t)).open(), await (await emptyDatabase(to, t)).open()];
          const file = join((await emptyDatabase('sqlite', t)).dataDir, 'upgraded.backup');
          await backup(store, file, { secret: null });
          await restore(other, file, { replace: false });
          await assertSameRows(store, other);
        });
      }
    }
  }
});
