import { existsSync } from 'node:fs';
import type { Clock } from '../core/clock.ts';
import { openSqlite, sqlitePath } from './sqlite/open.ts';
import type { Store } from './store.ts';

/** Whether there is a database to open; of a PostgreSQL server nothing is asked. */
export function databaseExists({ dataDir, url }: { dataDir: string; url: string | null }): boolean {
  return url !== null || existsSync(sqlitePath(dataDir));
}

/**
 * Opens the database, made and migrated when needed: PostgreSQL at `url`, or else SQLite in `dataDir`.
 * Throws `StoreInUse` while it is being restored, `DatabaseNewer` when a newer version of the program has changed it.
 */
export async function openStore({ dataDir, url, clock }: { dataDir: string; url: string | null; clock: Clock }): Promise<Store> {
  if (url === null) return openSqlite(dataDir, clock);
  const { openPostgresql } = await import('./postgresql/open.ts');
  return openPostgresql(url, clock);
}
