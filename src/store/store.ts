import type { Db } from './schema.ts';

export type Value = string | number | null;
export type Row = Record<string, Value>;

/** A prepared query for the path of every request: at most one row. Answers at once on SQLite. */
export type Statement<Result extends Row> = (...values: Value[]) => Result | undefined | Promise<Result | undefined>;

/** The one database of the service. */
export interface Store {
  dialect: 'sqlite' | 'postgresql';
  /** For queries outside transactions. */
  db: Db;
  /** Runs `work` in one transaction; what it throws undoes everything. On SQLite it has the write lock from the start. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Prepares `sql`, with `?` for each value, to read what is committed. */
  statement<Result extends Row>(sql: string): Statement<Result>;
  /** Whether the database answers; for /readyz. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}
