import { sql } from 'kysely';
import type { Db } from './db.ts';
import type { Schema } from './schema.ts';
import { untyped, type SealedBy } from './tables.ts';

const ROWS_AT_ONCE = 200;

/** Gives a text that was encrypted for the row `id` encrypted anew, one that is not encrypted as it is, and null for one that does not open. */
export type Reseal = (text: string, id: string) => string | null | Promise<string | null>;

/** Encrypts everything anew that tables declare as sealed, all in `tx`; gives the number of values, and of those that did not open and stay as they are. */
export async function reseal(tx: Db, { sealed }: Pick<Schema, 'sealed'>, by: Readonly<Record<SealedBy, Reseal>>): Promise<{ values: number; unreadable: number }> {
  const counted = { values: 0, unreadable: 0 };
  for (const { table, columns, by: kind } of sealed) {
    for (let last = ''; ;) {
      const { rows } = await sql<Record<string, string | null> & { id: string }>`select id, ${sql.join(columns.map(column => sql.ref(column)))} from ${sql.table(table)} where id > ${last} order by id limit ${sql.lit(ROWS_AT_ONCE)}`.execute(untyped(tx));
      for (const row of rows) {
        for (const column of columns) {
          const text = row[column];
          if (text === null || text === undefined) continue;
          const fresh = await by[kind](text, row.id);
          if (fresh === null) counted.unreadable++;
          else if (fresh !== text) {
            counted.values++;
            await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${fresh} where id = ${row.id}`.execute(untyped(tx));
          }
        }
      }
      if (rows.length < ROWS_AT_ONCE) break;
      last = rows.at(-1)!.id;
    }
  }
  return counted;
}
