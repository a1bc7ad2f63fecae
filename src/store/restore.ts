import { sql, type Kysely } from 'kysely';
import { readBackup, type BackupRow } from './backup-file.ts';
import { migrate } from './migrate.ts';
import { BackupRefused } from './refusals.ts';
import type { Schema } from './schema.ts';
import type { Store } from './store.ts';
import { untyped } from './tables.ts';
import type { Db } from './db.ts';

const ROWS_A_STATEMENT = 200;

/**
 * Puts the rows of a backup in place of all that the database holds, in one transaction, and brings them to the schema of
 * this program. Gives their number, and the secret that the backup carries. Throws `BackupRefused` for a file that is not
 * whole or is newer, and for a database with rows unless `replace`; `StoreInUse` while another process has it open.
 */
export async function restore(store: Store, path: string, { replace }: { replace: boolean }): Promise<{ rows: number; secret: string | null }> {
  const { schema } = store;
  await readBackup(path, schema, () => {}, () => {});
  return store.alone(async tx => {
    if (!replace && !await isEmpty(tx, schema)) {
      throw new BackupRefused('The database is not empty. Restore into an empty one, or give --replace: what it holds is then gone.');
    }
    await removeEverything(tx, store.dialect, schema);
    return insertRows(tx, path, schema);
  });
}

async function isEmpty(tx: Db, { tables }: Schema): Promise<boolean> {
  for (const table of tables) {
    if ((await sql`select 1 from ${sql.table(table)} limit 1`.execute(untyped(tx))).rows.length > 0) return false;
  }
  return true;
}

/** Tables go, not rows: the audit log lets nobody delete rows, and a backup may be of an older schema. */
async function removeEverything(handle: Db, dialect: Store['dialect'], { tables }: Schema): Promise<void> {
  const tx = untyped(handle);
  const functions = dialect === 'postgresql' ? await triggerFunctions(tx, tables) : [];
  for (const table of [...tables.toReversed(), 'kysely_migration', 'kysely_migration_lock']) await tx.schema.dropTable(table).execute();
  for (const name of functions) await sql`drop function ${sql.ref(name)}`.execute(tx);
}

async function triggerFunctions(tx: Kysely<never>, tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select distinct tgfoid::regproc::text as name from pg_trigger
    where not tgisinternal and tgrelid in (${sql.join(tables.map(table => sql`${table}::regclass`))})`.execute(tx);
  return rows.map(({ name }) => name);
}

async function insertRows(tx: Db, path: string, schema: Schema): Promise<{ rows: number; secret: string | null }> {
  let secret: string | null = null;
  let columns = new Map<string, string>();
  let pending: BackupRow[] = [];

  const insertPending = async (): Promise<void> => {
    const [table, rows] = [pending[0]?.table, pending.map(({ row }) => row)];
    pending = [];
    if (table === undefined) return;
    if (rows.some(row => columnList(Object.keys(row)) !== columns.get(table))) throw new BackupRefused(`${path} has other columns in ${table} than that version of the program.`);
    await untyped(tx).insertInto(table as never).values(rows as never).execute().catch((error: Error) => {
      throw new BackupRefused(`${path} has rows in ${table} that do not fit the others: ${error.message}`, { cause: error });
    });
  };

  const rows = await readBackup(path, schema, async header => {
    ({ secret } = header);
    await migrate(tx, schema, header.migrations.at(-1));
    columns = await columnsOf(tx);
  }, async row => {
    if (pending.length >= ROWS_A_STATEMENT || (pending.length > 0 && pending[0]!.table !== row.table)) await insertPending();
    pending.push(row);
  });
  await insertPending();
  await migrate(tx, schema);
  return { rows, secret };
}

async function columnsOf(tx: Db): Promise<Map<string, string>> {
  const found = await untyped(tx).introspection.getTables();
  return new Map(found.map(({ name, columns }) => [name, columnList(columns.map(column => column.name))]));
}

function columnList(names: string[]): string {
  return names.toSorted().join(' ');
}
