import { sql } from 'kysely';
import type { Counts } from '../counts.ts';
import type { PostgresqlStore } from './open.ts';
import { storeTables } from '../store-tables.ts';

/** What any number of processes count together: one statement a call, its figure in the database when it answers. */
export function createSharedCounts(store: PostgresqlStore): Counts {
  const add = store.figure<{ used: number }>(storeTables(store.db).insertInto('counter').values({ name: '', window_start: 0, used: sql.lit(1) })
    .onConflict(conflict => conflict.columns(['name', 'window_start']).doUpdateSet(eb => ({ used: eb('counter.used', '+', sql.lit(1)) }))).returning('used'));
  return {
    count: async (name, windowStart) => (await add(name, windowStart))!.used,
    async read(names, windowStart) {
      if (names.length === 0) return [];
      const rows = await storeTables(store.db).selectFrom('counter').select(['name', 'used']).where('name', 'in', names).where('window_start', '=', windowStart).execute();
      const used = new Map(rows.map(row => [row.name, row.used]));
      return names.map(name => used.get(name) ?? 0);
    },
    learn: () => {},
    flush: () => Promise.resolve(),
  };
}
