import type { Flag, JsonText, Millis } from './column-types.ts';
import { defineTables, publish } from './tables.ts';

const DAY_MS = 86_400_000;
/** How long a reply is remembered. */
export const REMEMBERED_MS = DAY_MS;

/** A weekly digest waits for a week, and then for the end of quiet hours. */
const LONGEST_WAIT_MS = 9 * DAY_MS;
const LONGEST_LEASE_MS = 3_600_000;

/** How often something happened in one window; rows of past windows are deleted. */
interface CounterTable {
  /** Such as `key_hourly:key_…` or `website_scans:acc_…`. */
  name: string;
  window_start: Millis;
  used: number;
}

/** Replies by request key, kept for 24 hours. */
interface RememberedReplyTable {
  owner: string;
  request_key: string;
  /** SHA-256 of operation and canonical input. */
  fingerprint: string;
  /** Names the call that fills it. */
  token: string;
  started_at: Millis;
  /** Null while the call runs. */
  reply: JsonText | null;
}

/** The last turn that each account has taken in the line, once for what somebody waits for and once for the rest. */
interface JobTurnTable {
  account_id: string;
  background: Flag;
  turn: number;
}

/** Work that waits or is being done; the row goes when it is done. */
interface JobTable {
  id: string;
  kind: string;
  account_id: string;
  /** At most one job of a kind has it; null for as many as there are. */
  dedupe_key: string | null;
  payload: JsonText;
  /** Its place in the line of all accounts: accounts take turns, however many jobs each has. */
  turn: number;
  run_at: Millis;
  attempts: number;
  /** Names the worker's hold on it; it ends at `lease_until`, which is 0 while nobody has it. */
  lease: string | null;
  lease_until: Millis;
  created_at: Millis;
}

/** Bytes by their SHA-256, cut into parts. */
interface BlobTable {
  /** Hexadecimal, of all parts together. */
  sha256: string;
  /** 0, 1, 2, … */
  part: number;
  bytes: Uint8Array;
}

/** What is known of jobs that wait or are being done. */
export const jobColumns = publish<JobTable>()('job', ['id', 'kind', 'account_id', 'dedupe_key', 'run_at', 'attempts', 'lease_until']);

/** One row: when a service last wrote to this database. */
interface HeartbeatTable {
  id: number;
  at: Millis;
}

/** The tables that belong to no area. */
export interface StoreTables {
  counter: CounterTable;
  remembered_reply: RememberedReplyTable;
  job_turn: JobTurnTable;
  job: JobTable;
  blob: BlobTable;
  heartbeat: HeartbeatTable;
}

export const storeTables = defineTables<StoreTables>()('store', {
  counter: { key: ['name', 'window_start'], expires: [{ column: 'window_start', keptMs: 2 * DAY_MS }] },
  remembered_reply: { key: ['owner', 'request_key'], expires: [{ column: 'started_at', keptMs: REMEMBERED_MS }] },
  job_turn: {},
  job: { due: [{ column: 'run_at', withinMs: LONGEST_WAIT_MS }, { column: 'lease_until', withinMs: LONGEST_LEASE_MS }] },
  blob: {},
  heartbeat: {},
});
