import { existsSync } from 'node:fs';
import type { Clock } from '../core/clock.ts';
import { watchQueries } from './guard.ts';
import type { Schema } from './schema.ts';
import { openSqlite, sqlitePath } from './sqlite/open.ts';
import type { Store } from './store.ts';

/** Which database, and what it holds. */
export interface OpenOptions {
  dataDir: string;
  url: string | null;
  clock: Clock;
  schema: Schema;
  /** Has every query of an area checked against its declaration; for tests. */
  watched?: boolean;
}

/** Whether there is a database to open; of a PostgreSQL server nothing is asked. */
export function databaseExists({ dataDir, url }: { dataDir: string; url: string | null }): boolean {
  return url !== null || existsSync(sqlitePath(dataDir));
}

/**
 * Opens the database, made and migrated when needed: PostgreSQL at `url`, or else SQLite in `dataDir`.
 * Throws `StoreInUse` while it is being restored, `DatabaseNewer` when a newer version of the program has changed it.
 */
export async function openStore({ dataDir, url, clock, schema, watched = false }: OpenOptions): Promise<Store> {
  const store = url === null ? await openSqlite(dataDir, clock, schema) : await (await import('./postgresql/open.ts')).openPostgresql(url, clock, schema);
  if (watched) watchQueries(store.db);
  return store;
}
