import type { Clock } from '../core/clock.ts';
import { createSharedCounts } from './postgresql/counters.ts';
import type { PostgresqlStore } from './postgresql/open.ts';
import { createMemoryCounts } from './sqlite/counters.ts';
import type { Db } from './tables.ts';
import type { Store } from './store.ts';
import { storeTables } from './store-tables.ts';

/** How often something happened in a window; names such as `key_hourly:key_…`, windows by their start in epoch milliseconds. */
export interface Counters {
  /**
   * Counts one and gives the number in this window so far, this one included; exact under parallel calls, on PostgreSQL
   * over all processes. On SQLite it answers at once and reaches the disk within a second.
   */
  count(name: string, windowStart: number): number | Promise<number>;
  /** Numbers in this window so far; nothing is counted. */
  read(names: readonly string[], windowStart: number): readonly number[] | Promise<readonly number[]>;
  /** Spends one, or `several` together, unless that makes more than `max`; `used` is the number spent after it. On disk when it answers, or with the transaction `several.db`. */
  spend(name: string, windowStart: number, max: number, several?: { count: number; db: Db }): Promise<{ spent: boolean; used: number }>;
  /** Gives one back that was spent; in the transaction `db`, where there is one. */
  refund(name: string, windowStart: number, db?: Db): Promise<void>;
  /** Brings everything counted to the disk. */
  flush(): Promise<void>;
}

/** What differs between the databases. */
export interface Counts extends Pick<Counters, 'count' | 'read' | 'flush'> {
  /** Hears how much was spent of a name, for what is kept in memory. */
  learn(name: string, windowStart: number, used: number): void;
}

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

async function spentOf(db: Db, name: string, windowStart: number): Promise<number> {
  const row = await storeTables(db).selectFrom('counter').select('used').where('name', '=', name).where('window_start', '=', windowStart).executeTakeFirst();
  return row?.used ?? 0;
}
