import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { onEachDatabase } from '../../test/databases.ts';
import { inColumns, insertMany, type BulkRow } from './bulk.ts';
import { storeTables } from './store-tables.ts';

const columns = { name: 'text', window_start: 'bigint', used: 'integer' } as const;
/** Everything that is special in JSON, in an array of PostgreSQL, or as a parameter. */
const names = ['plain', '', '"quoted"', 'back\\slash', '{brace,comma}', 'null', 'NULL', 'two\nlines', '×ü漢😀', '?1', '$1'];

onEachDatabase('many rows', open => {
  for (const count of [0, 1, 49, 50, 51, 120]) {
    test(`${count} are inserted as they are given`, async () => {
      const { db } = await open();
      const rows: BulkRow[] = Array.from({ length: count }, (_, at) => [`${names[at % names.length]!} ${at}`, 2 ** 40 + at, at]);
      // Rows as objects have their own order, and fields that the table has not.
      const given = rows.map(([name, start, used]) => ({ used: used!, of: 'nothing', window_start: start!, name: name! }));
      await insertMany(storeTables(db), { table: 'counter', columns, rows: inColumns(columns, given) });
      const found = await storeTables(db).selectFrom('counter').select(['name', 'window_start', 'used']).orderBy('used').execute();
      assert.deepEqual(found.map(row => [row.name, row.window_start, row.used]), rows);
    });
  }
  test('those that are there already are treated as the call says, in every statement', async () => {
    const { db } = await open();
    const insert = (used: number) => insertMany(storeTables(db), {
      table: 'counter', columns, rows: Array.from({ length: 70 }, (_, at) => [`${at}`, 1, used]), onConflict: sql`on conflict (name, window_start) do update set used = counter.used + excluded.used + ${100}`,
    });
    await insert(1);
    await insert(2);
    const found = await storeTables(db).selectFrom('counter').select('used').execute();
    assert.deepEqual([found.length, ...new Set(found.map(({ used }) => used))], [70, 103]);
  });
});
