import { sql } from 'kysely';
import { REMEMBERED_MS } from './remembered-replies.ts';
import type { Db, Schema } from './schema.ts';

const DAY_MS = 24 * 3_600_000;
const ROWS_A_BATCH = 1000;

interface Expiring {
  table: keyof Schema;
  key: readonly string[];
  /** The column that says when; rows are deleted once it is `keptMs` ago. */
  column: string;
  keptMs: number;
  /** Only rows of which a column says this. */
  only?: { column: string; value: string };
  /** Whether the column is ISO 8601 text, as in the tables of the sign-in library. */
  iso?: true;
}

/** How long what is kept for a time is kept. */
const expiring: readonly Expiring[] = [
  { table: 'counter', key: ['name', 'window_start'], column: 'window_start', keptMs: 2 * DAY_MS },
  { table: 'key_usage', key: ['key_id', 'hour', 'operation', 'status'], column: 'hour', keptMs: 30 * DAY_MS },
  { table: 'remembered_reply', key: ['owner', 'request_key'], column: 'started_at', keptMs: REMEMBERED_MS },
  { table: 'contact_message', key: ['id'], column: 'created_at', keptMs: 365 * DAY_MS },
  { table: 'run', key: ['id'], column: 'finished_at', keptMs: 90 * DAY_MS, only: { column: 'trigger', value: 'manual' } },
  // Nobody waited for these, and what they saw is kept in the history.
  { table: 'run', key: ['id'], column: 'finished_at', keptMs: 7 * DAY_MS, only: { column: 'trigger', value: 'schedule' } },
  // No run lasts so long: these are events of runs that have ended.
  { table: 'run_event', key: ['run_id', 'seq'], column: 'at', keptMs: 7 * DAY_MS },
  { table: 'known_registration', key: ['name'], column: 'learnt_at', keptMs: DAY_MS },
  { table: 'host_name', key: ['address'], column: 'looked_at', keptMs: 7 * DAY_MS },
  { table: 'invitation', key: ['id'], column: 'expires_at', keptMs: 0 },
  { table: 'operator_link', key: ['token_hash'], column: 'expires_at', keptMs: 0 },
  { table: 'notification', key: ['id'], column: 'created_at', keptMs: 180 * DAY_MS },
  { table: 'delivery', key: ['id'], column: 'created_at', keptMs: 30 * DAY_MS },
  { table: 'mail_token', key: ['token_hash'], column: 'created_at', keptMs: 180 * DAY_MS },
  { table: 'account', key: ['id'], column: 'delete_after', keptMs: 0 },
  { table: 'auth_session', key: ['id'], column: 'expiresAt', keptMs: 0, iso: true },
  { table: 'auth_verification', key: ['id'], column: 'expiresAt', keptMs: 0, iso: true },
];

/** Deletes what has been kept long enough, in batches that hold no lock for long; gives the number of rows. */
export async function deleteExpired(db: Db, now: number): Promise<number> {
  let deleted = 0;
  for (const one of expiring) {
    let batch: number;
    do {
      batch = await deleteBatch(db, one, now);
      deleted += batch;
    } while (batch === ROWS_A_BATCH);
  }
  return deleted;
}

async function deleteBatch(db: Db, { table, key, column, keptMs, only, iso }: Expiring, now: number): Promise<number> {
  const before = iso ? new Date(now - keptMs).toISOString() : now - keptMs;
  const those = only ? sql`${sql.ref(only.column)} = ${only.value} and` : sql``;
  const keys = sql.join(key.map(name => sql.ref(name)));
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where (${keys}) in
    (select ${keys} from ${sql.table(table)} where ${those} ${sql.ref(column)} < ${before} limit ${sql.lit(ROWS_A_BATCH)})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
