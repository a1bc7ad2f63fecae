import { sql } from 'kysely';
import type { Db } from './db.ts';
import type { Schema } from './schema.ts';
import { untyped, type SealedBy } from './tables.ts';

const ROWS_AT_ONCE = 200;

/** Gives a text that was encrypted for `owner` encrypted anew, one that is not encrypted as it is, and null for one that does not open. */
export type Reseal = (text: string, owner: string) => string | null | Promise<string | null>;

/** Encrypts everything anew that tables declare as sealed, all in `tx`; gives the number of values, and of those that did not open and stay as they are. */
export async function reseal(tx: Db, { sealed }: Pick<Schema, 'sealed'>, by: Readonly<Record<SealedBy, Reseal>>): Promise<{ values: number; unreadable: number }> {
  const counted = { values: 0, unreadable: 0 };
  for (const { table, columns, by: kind, key = 'id', owner = key } of sealed) {
    for (let last = ''; ;) {
      const { rows } = await sql<Record<string, string | null>>`select ${sql.join([...new Set([key, owner, ...columns])].map(column => sql.ref(column)))} from ${sql.table(table)} where ${sql.ref(key)} > ${last} order by ${sql.ref(key)} limit ${sql.lit(ROWS_AT_ONCE)}`.execute(untyped(tx));
      for (const row of rows) {
        for (const column of columns) {
          const text = row[column];
          if (text === null || text === undefined) continue;
          const fresh = await by[kind](text, row[owner]!);
          if (fresh === null) counted.unreadable++;
          else if (fresh !== text) {
            counted.values++;
            await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${fresh} where ${sql.ref(key)} = ${row[key]}`.execute(untyped(tx));
          }
        }
      }
      if (rows.length < ROWS_AT_ONCE) break;
      last = rows.at(-1)![key]!;
    }
  }
  return counted;
}
