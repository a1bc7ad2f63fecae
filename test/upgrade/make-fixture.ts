// Makes the fixture of the version that this is, from a module with `fill(store)` and `SECRET`: node test/upgrade/make-fixture.ts <name> <module>
import assert from 'node:assert/strict';
import { rmSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { backup, untyped, type Row, type Store } from '../../src/store/index.ts';
import { makePostgresql, makeSqlite, type TestDatabase } from '../databases.ts';
import { ask, columnsOf, fixtureFile, storedContent, type Content, type Table } from './fixture.ts';
import { dumpPostgresql, loadPostgresql } from './postgresql-dump.ts';

interface Filling {
  fill(store: Store): Promise<void>;
  /** Seals what the rows hold. */
  SECRET: string;
}

const MIGRATED_AT = '2026-11-23T00:00:00.000Z';

const [name, module] = process.argv.slice(2) as [string, string];
const { fill, SECRET } = await import(resolve(module)) as Filling;
const content = await makeOfSqlite();
await makeOfPostgresql(content);

/** Also makes the backup, which is the same whatever database it comes from, and the list of rows. */
async function makeOfSqlite(): Promise<Content> {
  const database = makeSqlite();
  const store = await openFilled(database);
  const made: Content = { secret: SECRET, tables: await contentOf(store) };
  const empty = Object.entries(made.tables).filter(([, { rows }]) => rows.length === 0);
  assert.deepEqual(empty.map(([table]) => table), [], 'tables without a row');
  rmSync(fixtureFile(name, '.backup'), { force: true });
  await backup(store, fixtureFile(name, '.backup'), { secret: SECRET });
  await store.close();
  write('.sqlite.gz', readFileSync(join(database.dataDir, 'dss.sqlite')));
  write('.rows.json.gz', Buffer.from(JSON.stringify(storedContent(made))));
  await database.remove();
  return made;
}

async function makeOfPostgresql(made: Content): Promise<void> {
  const [database, other] = [await makePostgresql(), await makePostgresql({ bare: true })];
  const store = await openFilled(database);
  for (const [table, { columns, rows }] of Object.entries(made.tables)) {
    assert.deepEqual(await rowsOf(store, table, columns), rows, `${table} is not the same on both databases`);
  }
  await store.close();
  const dump = await dumpPostgresql(database.url!);
  await loadPostgresql(other.url!, dump);
  assert.equal(await dumpPostgresql(other.url!), dump, 'what the dump makes is another database');
  write('.postgresql.sql.gz', Buffer.from(dump));
  for (const one of [database, other]) await one.remove();
}

async function openFilled(database: TestDatabase): Promise<Store> {
  const store = await database.open();
  await fill(store);
  await sql`update kysely_migration set timestamp = ${MIGRATED_AT}`.execute(untyped(store.db));
  return store;
}

async function contentOf(store: Store): Promise<Record<string, Table>> {
  const content: Record<string, Table> = {};
  for (const [table, columns] of [...await columnsOf(store)].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { rows: key } = await sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0 order by pk`.execute(untyped(store.db));
    content[table] = { key: key.map(column => column.name), columns, rows: await rowsOf(store, table, columns) };
  }
  return content;
}

/** In an order that depends on their values alone. */
async function rowsOf(store: Store, table: string, columns: readonly string[]): Promise<Row[]> {
  const rows = await ask(store, `select ${columns.map(column => `"${column}"`).join(', ')} from "${table}"`);
  return rows.map(row => [JSON.stringify(row), row] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function write(kind: string, bytes: Buffer): void {
  writeFileSync(fixtureFile(name, kind), gzipSync(bytes, { level: 9 }));
}
