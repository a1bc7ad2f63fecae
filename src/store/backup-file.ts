import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { decrypted } from './backup-cipher.ts';
import { BackupRefused } from './refusals.ts';
import type { Schema } from './schema.ts';

/**
 * A backup is gzip of JSON Lines, encrypted by age or not: a header, one line a row, in version 2 then one line for each part of a blob, and a last
 * line with the number of rows and the SHA-256 of everything before it. It holds no trace of which database it came from.
 */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;
const NEWLINE = 10;
const BLOB_BEGINS = Buffer.from('{"blob":');

const headerShape = z.strictObject({
  format: z.literal('dss-backup'),
  /** 2 where blobs follow the rows. */
  version: z.literal([1, 2]),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string().max(200)).min(1).max(1000),
  /** The service's secret where the program made it itself: what is encrypted in the rows needs it. */
  secret: z.string().max(1000).nullable(),
});
/** How a line says bytes. */
const bytesShape = z.strictObject({ base64: z.base64() }).transform(({ base64 }): Uint8Array => Buffer.from(base64, 'base64'));
const rowShape = z.strictObject({ table: z.string().max(100), row: z.record(z.string(), z.union([z.string(), z.number(), z.null(), bytesShape])) });
const blobShape = z.strictObject({ blob: z.string().regex(/^[0-9a-f]{64}$/), last: z.boolean(), base64: z.base64().max(MAX_LINE_BYTES) });
const endShape = z.strictObject({ rows: z.number(), sha256: z.string() });

export type BackupHeader = z.infer<typeof headerShape>;
export type BackupRow = z.infer<typeof rowShape>;
/** A part of a blob; the parts of one follow each other. */
export type BackupBlob = z.infer<typeof blobShape>;

/** What hears of the parts of a backup, in their order. */
export interface BackupReader {
  header?(header: BackupHeader): Promise<void> | void;
  row?(row: BackupRow): Promise<void> | void;
  blob?(part: BackupBlob): Promise<void> | void;
}

/** A backup, and what opens it where it is encrypted. */
export interface BackupSource {
  path: string;
  passphrase: string | null;
}

/** Hands over the parts of a backup and gives the number of rows; throws `BackupRefused` unless it is whole, unchanged and of a version known here. */
export async function readBackup(source: BackupSource, schema: Schema, reader: BackupReader): Promise<number> {
  const { path } = source;
  const hash = createHash('sha256');
  const known = new Set(schema.tables);
  let [rows, begun, last] = [0, false, null as Buffer | null];
  for await (const line of linesOf(source)) {
    if (last) {
      hash.update(last).update('\n');
      if (!begun) await reader.header?.(readHeader(path, last, schema));
      else if (last.subarray(0, BLOB_BEGINS.length).equals(BLOB_BEGINS)) await reader.blob?.(parse(path, last, blobShape));
      else {
        const row = parse(path, last, rowShape);
        if (!known.has(row.table)) throw damaged(path);
        await reader.row?.(row);
        rows++;
      }
      begun = true;
    }
    last = line;
  }
  if (!begun || !last) throw damaged(path);
  const end = parse(path, last, endShape);
  if (end.rows !== rows || end.sha256 !== hash.digest('hex')) throw damaged(path);
  return rows;
}

function readHeader(path: string, line: Buffer, { migrations }: Schema): BackupHeader {
  const { format, version } = parse(path, line, z.object({ format: z.unknown(), version: z.unknown() }));
  if (format !== 'dss-backup') throw new BackupRefused(`${path} is no backup of this service.`);
  const header = version === 1 || version === 2 ? parse(path, line, headerShape) : null;
  const known = Object.keys(migrations);
  if (!header || header.migrations.some((name, index) => name !== known[index])) {
    throw new BackupRefused(`${path} was made by a newer version of the program. Restore it with that version.`);
  }
  return header;
}

function parse<Shape extends z.ZodType>(path: string, line: Buffer, shape: Shape): z.infer<Shape> {
  try {
    return shape.parse(JSON.parse(line.toString('utf8')));
  } catch {
    throw damaged(path);
  }
}

async function* linesOf({ path, passphrase }: BackupSource): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  const opened = Readable.from(decrypted(path, file, passphrase));
  const content = opened.pipe(createGunzip());
  opened.on('error', error => content.destroy(error));
  let [begun, begunBytes] = [[] as Buffer[], 0];
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
        yield Buffer.concat([...begun, chunk.subarray(from, end)]);
        [begun, begunBytes, from] = [[], 0, end + 1];
      }
      begun.push(chunk.subarray(from));
      begunBytes += chunk.length - from;
      if (begunBytes > MAX_LINE_BYTES) throw damaged(path);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new BackupRefused(`There is no file ${path}.`);
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw damaged(path);
    throw error;
  } finally {
    file.destroy();
  }
  if (begunBytes > 0) throw damaged(path);
}

function damaged(path: string): BackupRefused {
  return new BackupRefused(`${path} is no whole backup: it is cut off, was changed, or is another kind of file. Nothing was restored.`);
}
