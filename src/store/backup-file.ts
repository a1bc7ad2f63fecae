import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { migrations } from './migrations/index.ts';
import { BackupRefused } from './refusals.ts';
import type { Schema } from './schema.ts';

/**
 * A backup is gzip of JSON Lines: a header, one line a row, and a last line with the number of rows and the SHA-256 of
 * everything before it. It holds no trace of which database it came from.
 */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;
const NEWLINE = 10;

/** All tables, each after those that it refers to. */
export const tables = [
  'account', 'account_hashing_key', 'auth_user', 'auth_session', 'auth_credential', 'auth_verification', 'auth_two_factor', 'auth_passkey',
  'invitation', 'operator_link', 'api_key', 'key_usage', 'counter', 'remembered_reply', 'audit_entry', 'audit_head', 'contact_message',
  'job_turn', 'job', 'run', 'run_event', 'domain_group', 'client', 'domain', 'domain_tag', 'ownership', 'known_registration', 'host_name',
  'snapshot_part', 'snapshot_set', 'snapshot', 'known_name', 'baseline', 'suspicion', 'domain_event', 'change_window',
  'notification', 'notification_read', 'channel', 'notification_rule', 'delivery', 'delivery_notification', 'mail_token', 'standard_channel', 'weekly_report', 'name_stream',
  'lookalike_watch', 'lookalike', 'lookalike_event', 'watchlist_name',
  'dmarc_intake', 'dmarc_mailbox', 'dmarc_message', 'dmarc_spooled',
  'dmarc_domain', 'dmarc_report', 'dmarc_tuple', 'dmarc_sender', 'dmarc_fact', 'dmarc_day', 'dmarc_sender_day', 'dmarc_reporter_day', 'dmarc_sender_week', 'dmarc_reporter_week', 'dmarc_detail_day',
  'dmarc_source', 'dmarc_tls_day', 'dmarc_approval', 'dmarc_alert', 'dmarc_learnt',
  'lookalike_evidence', 'evidence_content', 'evidence_blob', 'blob',
] as const satisfies (keyof Schema)[];

const headerShape = z.strictObject({
  format: z.literal('dss-backup'),
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string().max(200)).min(1).max(1000),
  /** The service's secret where the program made it itself: what is encrypted in the rows needs it. */
  secret: z.string().max(1000).nullable(),
});
/** How a line says bytes. */
const bytesShape = z.strictObject({ base64: z.base64() }).transform(({ base64 }): Uint8Array => Buffer.from(base64, 'base64'));
const rowShape = z.strictObject({ table: z.enum(tables), row: z.record(z.string(), z.union([z.string(), z.number(), z.null(), bytesShape])) });
const endShape = z.strictObject({ rows: z.number(), sha256: z.string() });

export type BackupHeader = z.infer<typeof headerShape>;
export type BackupRow = z.infer<typeof rowShape>;

/** Hands over the header, then each row, of a backup; throws `BackupRefused` unless it is whole, unchanged and of a version known here. */
export async function readBackup(path: string, onHeader: (header: BackupHeader) => Promise<void> | void, onRow: (row: BackupRow) => Promise<void> | void): Promise<number> {
  const hash = createHash('sha256');
  let [rows, begun, last] = [0, false, null as Buffer | null];
  for await (const line of linesOf(path)) {
    if (last) {
      hash.update(last).update('\n');
      if (!begun) await onHeader(readHeader(path, last));
      else {
        await onRow(parse(path, last, rowShape));
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

function readHeader(path: string, line: Buffer): BackupHeader {
  const { format, version } = parse(path, line, z.object({ format: z.unknown(), version: z.unknown() }));
  if (format !== 'dss-backup') throw new BackupRefused(`${path} is no backup of this service.`);
  const header = version === 1 ? parse(path, line, headerShape) : null;
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

async function* linesOf(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  const content = file.pipe(createGunzip());
  file.on('error', error => content.destroy(error));
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
