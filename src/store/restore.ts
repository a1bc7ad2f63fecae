import { sql, type Kysely } from 'kysely';
import type { Blobs } from '../core/outside/blobs.ts';
import { readBackup, type BackupRow, type BackupSource } from './backup-file.ts';
import { migrate } from './migrate.ts';
import { BackupRefused } from './refusals.ts';
import type { Schema } from './schema.ts';
import type { Store } from './store.ts';
import { untyped } from './tables.ts';
import type { Db } from './db.ts';

const ROWS_A_STATEMENT = 200;
const MAX_BLOB_BYTES = 256 * 1024 * 1024;

/** How a backup is restored. */
export interface RestoreTerms {
  replace: boolean;
  /** Opens an encrypted file. */
  passphrase?: string | null;
  /** Where its blobs go; null leaves them out. */
  blobs?: Pick<Blobs, 'put'> | null;
}

interface Restored {
  rows: number;
  blobs: number;
  /** The secret that the backup carries. */
  secret: string | null;
}

/**
 * Puts the rows of a backup in place of all that the database holds, in one transaction, and brings them to the schema of
 * this program; then puts its blobs where they belong. Throws `BackupRefused` for a file that is not
 * whole or is newer, and for a database with rows unless `replace`; `StoreInUse` while another process has it open.
 */
export async function restore(store: Store, path: string, { replace, passphrase = null, blobs = null }: RestoreTerms): Promise<Restored> {
  const { schema } = store;
  const source = { path, passphrase };
  let hasBlobs = false;
  await readBackup(source, schema, { header: ({ version }) => { hasBlobs = version === 2; } });
  const restored = await store.alone(async tx => {
    if (!replace && !await isEmpty(tx, schema)) {
      throw new BackupRefused('The database is not empty. Restore into an empty one, or give --replace: what it holds is then gone.');
    }
    await removeEverything(tx, store.dialect, schema);
    return insertRows(tx, source, schema);
  });
  return { ...restored, blobs: blobs === null || !hasBlobs ? 0 : await putBlobs(source, schema, blobs) };
}

/** Blobs are named by what they hold: those that are there already stay as they are. */
async function putBlobs(source: BackupSource, schema: Schema, blobs: Pick<Blobs, 'put'>): Promise<number> {
  let count = 0;
  let [parts, bytes] = [[] as Buffer[], 0];
  await readBackup(source, schema, {
    async blob({ blob, last, base64 }) {
      parts.push(Buffer.from(base64, 'base64'));
      bytes += parts.at(-1)!.length;
      if (bytes > MAX_BLOB_BYTES) throw new BackupRefused(`${source.path} has a blob that is too large: ${blob}.`);
      if (!last) return;
      if (await blobs.put(Buffer.concat(parts)) !== blob) throw new BackupRefused(`${source.path} has a blob with another content than its name says: ${blob}.`);
      [parts, bytes] = [[], 0];
      count++;
    },
  });
  return count;
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

async function insertRows(tx: Db, source: BackupSource, schema: Schema): Promise<Omit<Restored, 'blobs'>> {
  const { path } = source;
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

  const rows = await readBackup(source, schema, {
    async header(header) {
      ({ secret } = header);
      await migrate(tx, schema, header.migrations.at(-1));
      columns = await columnsOf(tx);
    },
    async row(row) {
      if (pending.length >= ROWS_A_STATEMENT || (pending.length > 0 && pending[0]!.table !== row.table)) await insertPending();
      pending.push(row);
    },
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
