import { Kysely, PostgresDialect } from 'kysely';
import { isCurrent } from './migrate.ts';
import { databaseExists } from './open.ts';
import type { Schema } from './schema.ts';
import { handleOf } from './tables.ts';
import { connect, kyselyDatabase, TransactionalSqliteDialect } from './sqlite/driver.ts';
import { sqlitePath } from './sqlite/open.ts';

/**
 * How the database stands, which is not changed: `behind` lacks migrations, which the next start makes.
 * Throws `DatabaseNewer` when a newer version of the program has changed it, and the error of opening.
 */
export async function inspectDatabase({ dataDir, url, schema }: { dataDir: string; url: string | null; schema: Schema }): Promise<'missing' | 'current' | 'behind'> {
  if (!databaseExists({ dataDir, url })) return 'missing';
  const db = new Kysely<never>({ dialect: await dialectOf(dataDir, url) });
  try {
    return await isCurrent(handleOf(db), schema) ? 'current' : 'behind';
  } finally {
    await db.destroy();
  }
}

async function dialectOf(dataDir: string, url: string | null) {
  if (url === null) return new TransactionalSqliteDialect({ database: kyselyDatabase(connect(sqlitePath(dataDir), true)) });
  const { openPool } = await import('./postgresql/connect.ts');
  return new PostgresDialect({ pool: openPool(url, { max: 1 }) });
}
