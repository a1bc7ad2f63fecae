import type { Db } from './db.ts';
import type { Row } from './store.ts';

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

/** A row that a call is counted with; `counter` names what is counted, null where the call is not. */
export interface CountedRow extends Row {
  secret: string;
  counter: string | null;
}

/** The row with this secret as it stands now, and how often its counter was counted in the window, this call included; null where it was not. */
export type CountedRead<Result extends CountedRow> = (secret: string, now: number, windowStart: number) => Promise<{ row: Result; used: number | null } | undefined>;

/** What differs between the databases. */
export interface Counts extends Pick<Counters, 'count' | 'read' | 'flush'> {
  /** Hears how much was spent of a name, for what is kept in memory. */
  learn(name: string, windowStart: number, used: number): void;
}
