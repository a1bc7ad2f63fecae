import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { MAX_LINE_BYTES, type BackupHeader } from './backup-file.ts';
import { migrationsOf } from './migrate.ts';
import { BackupRefused } from './refusals.ts';
import type { ReadTable, Row, Store } from './store.ts';

/**
 * Writes everything that the database holds at one moment to a new file that only this user may read, while the service
 * goes on. The same file restores into either database. Gives the number of rows; throws `BackupRefused` when the file exists.
 */
export async function backup(store: Store, path: string, { secret }: { secret: string | null }): Promise<{ rows: number }> {
  if (existsSync(path)) throw new BackupRefused(`${path} exists already. Name a file that does not.`);
  const header: BackupHeader = {
    format: 'dss-backup',
    version: 1,
    createdAt: new Date(store.clock.now()).toISOString(),
    migrations: await migrationsOf(store.db),
    secret,
  };
  const partial = `${path}.partial`;
  rmSync(partial, { force: true });
  let rows = 0;
  try {
    await store.snapshot(read => pipeline(
      contentOf({ header, tables: store.schema.tables }, read, total => { rows = total; }),
      createGzip(),
      createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
    ));
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
  return { rows };
}

/** The row with its bytes as JSON can say them. */
function sayable(row: Row): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value]));
}

async function* contentOf({ header, tables }: { header: BackupHeader; tables: readonly string[] }, read: ReadTable, counted: (rows: number) => void): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const line = (value: unknown): string => {
    const text = `${JSON.stringify(value)}\n`;
    if (Buffer.byteLength(text) > MAX_LINE_BYTES) throw new BackupRefused(`A row is too large to be restored: ${text.slice(0, 100)}…`);
    hash.update(text);
    return text;
  };
  let rows = 0;
  yield line(header);
  for (const table of tables) {
    for await (const portion of read(table)) {
      rows += portion.length;
      yield portion.map(row => line({ table, row: sayable(row) })).join('');
    }
  }
  counted(rows);
  yield `${JSON.stringify({ rows, sha256: hash.digest('hex') })}\n`;
}
