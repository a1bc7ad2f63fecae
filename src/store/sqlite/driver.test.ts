import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import test from 'node:test';
import { Kysely, sql } from 'kysely';
import { kyselyDatabase, TransactionalSqliteDialect } from './driver.ts';

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
