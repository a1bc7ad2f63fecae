import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'node:test';
import { Kysely, sql } from 'kysely';
import { connect, kyselyDatabase, TransactionalSqliteDialect } from './driver.ts';

const open = () => new Kysely<Record<string, Record<string, unknown>>>({ dialect: new TransactionalSqliteDialect({ database: kyselyDatabase(new DatabaseSync(':memory:')) }) });

test('rows are plain objects with the names of their columns, of whatever type the values are', async () => {
  const db = open();
  await sql`create table thing (id integer primary key, name text, share real, bytes blob, note text)`.execute(db);
  await db.insertInto('thing').values({ id: 1, name: 'a', share: 0.5, bytes: Buffer.of(1, 2), note: null }).execute();
  const rows = await db.selectFrom('thing').selectAll().select('name as called').execute();
  assert.deepEqual(rows, [{ id: 1, name: 'a', share: 0.5, bytes: new Uint8Array([1, 2]), note: null, called: 'a' }]);
  assert.equal(Object.getPrototypeOf(rows[0]), Object.prototype);
  await db.destroy();
});

test('a query that was asked before shows columns that were added, renamed or dropped since', async () => {
  const db = open();
  const ask = () => db.selectFrom('thing').selectAll().executeTakeFirst();
  await sql`create table thing (id integer, name text)`.execute(db);
  await db.insertInto('thing').values({ id: 1, name: 'a' }).execute();
  assert.deepEqual(await ask(), { id: 1, name: 'a' });
  await db.schema.alterTable('thing').addColumn('note', 'text').execute();
  assert.deepEqual(await ask(), { id: 1, name: 'a', note: null });
  await sql`ALTER TABLE thing RENAME COLUMN note TO remark`.execute(db);
  assert.deepEqual(await ask(), { id: 1, name: 'a', remark: null });
  await db.schema.alterTable('thing').dropColumn('name').execute();
  assert.deepEqual(await ask(), { id: 1, remark: null });
  await db.destroy();
});

test('a query that was asked before shows columns by their names after another process has changed the table, in transactions too', async context => {
  const folder = mkdtempSync(join(tmpdir(), 'dss-driver-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const [own, other] = [connect(join(folder, 'a.sqlite')), connect(join(folder, 'a.sqlite'))];
  const db = new Kysely<Record<string, Record<string, unknown>>>({ dialect: new TransactionalSqliteDialect({ database: kyselyDatabase(own) }) });
  other.exec("create table thing (id integer, name text, share real); insert into thing values (1, 'a', 0.5)");
  const ask = (from: typeof db = db) => from.selectFrom('thing').selectAll().executeTakeFirst();
  const change = () => db.updateTable('thing').set({ id: 1 }).returningAll().executeTakeFirst();
  for (const query of [ask, change]) assert.deepEqual(await query(), { id: 1, name: 'a', share: 0.5 });
  other.exec("alter table thing drop column name; alter table thing add column note text default 'b'");
  for (const query of [ask, change]) assert.deepEqual(await query(), { id: 1, share: 0.5, note: 'b' });
  await db.transaction().execute(async tx => assert.deepEqual(await ask(tx), { id: 1, share: 0.5, note: 'b' }));
  other.exec('alter table thing drop column share');
  await db.transaction().execute(async tx => assert.deepEqual(await ask(tx), { id: 1, note: 'b' }));
  other.close();
  await db.destroy();
});
