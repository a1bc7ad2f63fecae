import type { Compilable } from 'kysely';
import type { Clock } from '../core/clock.ts';
import type { Unavailability } from './refusals.ts';
import type { Schema } from './schema.ts';
import type { Db } from './db.ts';

export type Value = string | number | Uint8Array | null;
export type Row = Record<string, Value>;

/** A prepared query for the path of every request: at most one row. Answers at once on SQLite. */
export type Statement<Result extends Row> = (...values: Value[]) => Result | undefined | Promise<Result | undefined>;

/** Reads a table in portions of some hundred rows, in no special order. */
export type ReadTable = (table: string) => AsyncIterable<Row[]>;

/** The one database of the service. */
export interface Store {
  dialect: 'sqlite' | 'postgresql';
  clock: Clock;
  schema: Schema;
  /** For queries outside transactions; inside one they would wait for its end. */
  db: Db;
  /** Runs `work` in one transaction; what it throws undoes everything. On SQLite it has the write lock from the start; on PostgreSQL it may be done again, after a deadlock, so `work` changes nothing else. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** As `transaction`, for what is counted: a power cut may lose the last moment of it, the end of the process never. Does not wait for the disk. */
  transactionOfFigures<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Prepares a query to read what is committed; each call gives its values in their order, in the place of those that it was made with. */
  statement<Result extends Row>(query: Compilable<Result>): Statement<Result>;
  /** Gives `work` all tables as they stand at one moment, while others go on writing. */
  snapshot<T>(work: (read: ReadTable) => Promise<T>): Promise<T>;
  /** Writes to the database, and says how that went; other failures than those of the database or its disk are thrown. */
  state(): Promise<'ok' | Unavailability>;
  /** Whether what has been kept long enough may be deleted: not while the clock is new to the service. */
  mayForget(): boolean;
  /** Has nothing deleted for so long. */
  keepAll(forMs: number): void;
  /** Says that this process serves requests; gives back the end of it. Throws `StoreInUse` when only one may and another does. */
  serve(): Promise<() => void>;
  /** Runs `work` in one transaction while no other process has the database open. Throws `StoreInUse` when one has. */
  alone<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Has `work` done first when the store is closed, such as writing what is still in memory. */
  beforeClose(work: () => Promise<void>): void;
  close(): Promise<void>;
}
