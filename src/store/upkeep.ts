import { sql } from 'kysely';
import type { Expiring } from './schema.ts';
import type { Store } from './store.ts';
import { untyped } from './tables.ts';
import type { Db } from './db.ts';

const ROWS_A_BATCH = 1000;

/** Deletes what has been kept long enough, in batches that hold no lock for long; gives the number of rows. */
export async function deleteExpired({ db, schema, mayForget }: Pick<Store, 'db' | 'schema' | 'mayForget'>, now: number): Promise<number> {
  if (!mayForget()) return 0;
  let deleted = 0;
  for (const one of schema.expiring) {
    let batch: number;
    do {
      batch = await deleteBatch(db, one, now);
      deleted += batch;
    } while (batch === ROWS_A_BATCH);
  }
  return deleted;
}

async function deleteBatch(db: Db, { table, key, column, keptMs, only, iso }: Expiring, now: number): Promise<number> {
  const before = iso ? new Date(now - keptMs).toISOString() : now - keptMs;
  const those = only ? sql`${sql.ref(only.column)} = ${only.value} and` : sql``;
  const keys = sql.join(key.map(name => sql.ref(name)));
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where (${keys}) in
    (select ${keys} from ${sql.table(table)} where ${those} ${sql.ref(column)} < ${before} limit ${sql.lit(ROWS_A_BATCH)})`.execute(untyped(db));
  return Number(numAffectedRows ?? 0);
}
