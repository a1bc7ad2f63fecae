import { createHash } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Blobs } from '../core/outside/blobs.ts';
import { encrypting } from './backup-cipher.ts';
import { MAX_LINE_BYTES, type BackupHeader } from './backup-file.ts';
import { migrationsOf } from './migrate.ts';
import { BackupRefused } from './refusals.ts';
import type { Schema } from './schema.ts';
import type { ReadTable, Row, Store } from './store.ts';

const PART_BYTES = 4 * 1024 * 1024;

/** What goes into a backup besides the rows. */
export interface BackupTerms {
  /** The service's secret where the program made it itself. */
  secret: string | null;
  /** Encrypts the file; null for none. */
  passphrase?: string | null;
  /** Gives the bytes that rows need, from wherever they lie; null leaves them out. */
  blobs?: Pick<Blobs, 'get'> | null;
}

/**
 * Writes everything that the database holds at one moment to a new file that only this user may read, while the service
 * goes on. The same file restores into either database. Gives the number of rows and of blobs, and of blobs that were not there; throws `BackupRefused`
 * when the file exists.
 */
export async function backup(store: Store, path: string, { secret, passphrase = null, blobs = null }: BackupTerms): Promise<Content> {
  if (existsSync(path)) throw new BackupRefused(`${path} exists already. Name a file that does not.`);
  const header: BackupHeader = {
    format: 'dss-backup',
    version: blobs === null ? 1 : 2,
    createdAt: new Date(store.clock.now()).toISOString(),
    migrations: await migrationsOf(store.db),
    secret,
  };
  const partial = `${path}.partial`;
  rmSync(partial, { force: true });
  const content: Content = { rows: 0, blobs: 0, missing: 0 };
  // Opened before anything can fail: a file that is still being created when its stream is destroyed would appear after its removal.
  const file = await open(partial, 'wx', 0o600);
  try {
    await store.snapshot(read => pipeline(
      contentOf({ header, schema: store.schema, blobs }, read, content),
      createGzip(),
      encrypting(passphrase),
      file.createWriteStream({ flush: true }),
    ));
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
  return content;
}

/** The row with its bytes as JSON can say them. */
function sayable(row: Row): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value]));
}

interface Content {
  rows: number;
  blobs: number;
  missing: number;
}

interface Source {
  header: BackupHeader;
  schema: Schema;
  blobs: Pick<Blobs, 'get'> | null;
}

async function* contentOf({ header, schema, blobs }: Source, read: ReadTable, counted: Content): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const line = (value: unknown): string => {
    const text = `${JSON.stringify(value)}\n`;
    if (Buffer.byteLength(text) > MAX_LINE_BYTES) throw new BackupRefused(`A row is too large to be restored: ${text.slice(0, 100)}…`);
    hash.update(text);
    return text;
  };
  yield line(header);
  for (const table of schema.tables) {
    for await (const portion of read(table)) {
      counted.rows += portion.length;
      yield portion.map(row => line({ table, row: sayable(row) })).join('');
    }
  }
  if (blobs !== null) {
    for await (const name of blobsNamed(schema, read)) {
      const bytes = await blobs.get(name);
      // What was removed since the moment of the rows is missed by nobody.
      if (bytes === null) counted.missing++;
      else {
        counted.blobs++;
        for (let at = 0; at === 0 || at < bytes.length; at += PART_BYTES) {
          yield line({ blob: name, last: at + PART_BYTES >= bytes.length, base64: Buffer.from(bytes.subarray(at, at + PART_BYTES)).toString('base64') });
        }
      }
    }
  }
  yield `${JSON.stringify({ rows: counted.rows, sha256: hash.digest('hex') })}\n`;
}

/** Each blob once that a row needs. */
async function* blobsNamed({ blobs }: Schema, read: ReadTable): AsyncGenerator<string> {
  const seen = new Set<string>();
  for (const { table, column } of blobs) {
    for await (const portion of read(table)) {
      for (const row of portion) {
        const name = row[column];
        if (typeof name !== 'string' || seen.has(name)) continue;
        seen.add(name);
        yield name;
      }
    }
  }
}
