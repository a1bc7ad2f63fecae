import type { Compilable } from 'kysely';
import type { Clock } from '../core/clock.ts';
import { createSharedCounts } from './postgresql/counters.ts';
import type { PostgresqlStore } from './postgresql/open.ts';
import { createMemoryCounts } from './sqlite/counters.ts';
import type { Db } from './db.ts';
import type { Store } from './store.ts';
import { storeTables } from './store-tables.ts';
import type { CountedRead, CountedRow, Counters, Counts } from './counts.ts';
import { createCountedRead } from './postgresql/counted-reads.ts';

/** The counters of this process over `store`. A name is either counted or spent, never both. */
export function createCounters(store: Store, clock: Clock): Counters {
  const counts: Counts = store.dialect === 'sqlite' ? createMemoryCounts(store, clock) : createSharedCounts(store as PostgresqlStore);
  const { count, read, flush, learn } = counts;
  return {
    count, read, flush,
    async spend(name, windowStart, max, { count, db } = { count: 1, db: store.db }) {
      const row = max < count ? undefined : await storeTables(db).insertInto('counter').values({ name, window_start: windowStart, used: count })
        .onConflict(conflict => conflict.columns(['name', 'window_start'])
          .doUpdateSet(eb => ({ used: eb('counter.used', '+', count) })).where('counter.used', '<=', max - count))
        .returning('used').executeTakeFirst();
      if (!row) return { spent: false, used: await spentOf(db, name, windowStart) };
      learn(name, windowStart, row.used);
      return { spent: true, used: row.used };
    },
    async refund(name, windowStart, db = store.db) {
      const row = await storeTables(db).updateTable('counter').set(eb => ({ used: eb('used', '-', 1) }))
        .where('name', '=', name).where('window_start', '=', windowStart).where('used', '>', 0).returning('used').executeTakeFirst();
      if (row) learn(name, windowStart, row.used);
    },
  };
}

/** Reads by secrets and counts with one statement, on PostgreSQL; null on SQLite, where both answer at once. The first value of `query` is the moment, the second one all secrets joined by commas. */
export function countedRead<Result extends CountedRow>(store: Store, query: Compilable<Result>): CountedRead<Result> | null {
  return store.dialect === 'postgresql' ? createCountedRead(store as PostgresqlStore, query) : null;
}

async function spentOf(db: Db, name: string, windowStart: number): Promise<number> {
  const row = await storeTables(db).selectFrom('counter').select('used').where('name', '=', name).where('window_start', '=', windowStart).executeTakeFirst();
  return row?.used ?? 0;
}
