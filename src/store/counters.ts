import type { Clock } from '../core/clock.ts';
import { createSharedCounts } from './postgresql/counters.ts';
import type { PostgresqlStore } from './postgresql/open.ts';
import { createMemoryCounts } from './sqlite/counters.ts';
import type { Store } from './store.ts';

/** How often something happened in a window; names such as `key_hourly:key_…`, windows by their start in epoch milliseconds. */
export interface Counters {
  /**
   * Counts one and gives the number in this window so far, this one included; exact under parallel calls, on PostgreSQL
   * over all processes. On SQLite it answers at once and reaches the disk within a second.
   */
  count(name: string, windowStart: number): number | Promise<number>;
  /** Numbers in this window so far; nothing is counted. */
  read(names: readonly string[], windowStart: number): readonly number[] | Promise<readonly number[]>;
  /** Spends one unless `max` are spent; `used` is the number spent after it. On disk when it answers. */
  spend(name: string, windowStart: number, max: number): Promise<{ spent: boolean; used: number }>;
  /** Gives one back that was spent. */
  refund(name: string, windowStart: number): Promise<void>;
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
    async spend(name, windowStart, max) {
      const row = max < 1 ? undefined : await store.db.insertInto('counter').values({ name, window_start: windowStart, used: 1 })
        .onConflict(conflict => conflict.columns(['name', 'window_start'])
          .doUpdateSet(eb => ({ used: eb('counter.used', '+', 1) })).where('counter.used', '<', max))
        .returning('used').executeTakeFirst();
      if (!row) return { spent: false, used: (await read([name], windowStart))[0]! };
      learn(name, windowStart, row.used);
      return { spent: true, used: row.used };
    },
    async refund(name, windowStart) {
      const row = await store.db.updateTable('counter').set(eb => ({ used: eb('used', '-', 1) }))
        .where('name', '=', name).where('window_start', '=', windowStart).where('used', '>', 0).returning('used').executeTakeFirst();
      if (row) learn(name, windowStart, row.used);
    },
  };
}
