import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { DatabaseNewer } from './refusals.ts';
import type { Schema } from './schema.ts';
import { untyped } from './tables.ts';
import type { Db } from './db.ts';

/** Names of the migrations that the database has, in order; none when it is empty. */
export async function migrationsOf(handle: Db): Promise<string[]> {
  const db = untyped(handle);
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Whether the database has every migration. Throws `DatabaseNewer` when it has one that this program does not know. */
export async function isCurrent(db: Db, { migrations }: Pick<Schema, 'migrations'>): Promise<boolean> {
  const known = Object.keys(migrations);
  const applied = await migrationsOf(db);
  const foreign = applied.filter(name => !known.includes(name));
  if (foreign.length > 0) {
    throw new DatabaseNewer(`The database was changed by a newer version of the program (${foreign.join(', ')}). Run that version, or restore a backup made by this one.`);
  }
  return applied.length === known.length;
}

/** Brings the database to the migration `last`, or to the latest; `tx` is a transaction that keeps out all others who migrate. */
export async function migrate(tx: Db, { migrations }: Pick<Schema, 'migrations'>, last?: string): Promise<void> {
  const migrator = new Migrator({ db: untyped(tx), provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
  const { error } = last === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(last);
  if (error !== undefined) throw error;
}
