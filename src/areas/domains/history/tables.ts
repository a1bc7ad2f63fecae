import { defineTables, publish, type JsonText, type Millis } from '../../../store/index.ts';
import { domainColumns } from '../inventory/index.ts';

const DAY_MS = 86_400_000;

/** One record of a domain, kept once however often it was seen. */
interface SnapshotPartTable {
  domain_id: string;
  hash: string;
  body: JsonText;
}

/** Which parts made up one scan, kept once however often all were seen together. */
interface SnapshotSetTable {
  domain_id: string;
  hash: string;
  parts: JsonText;
}

interface SnapshotTable {
  domain_id: string;
  at: Millis;
  set_hash: string;
  score: number | null;
}

/** What a registry said last of a registered name; of no account. */
interface KnownRegistrationTable {
  name: string;
  facts: JsonText;
  learnt_at: Millis;
}

/** What a scan saw last of a record that is read once a day, as facts. */
interface KnownRecordTable {
  domain_id: string;
  record: string;
  facts: JsonText;
  /** The version of the program that saw it. */
  program: string;
  learnt_at: Millis;
}

/** The tables of this area, by name. */
export interface HistoryTables {
  known_registration: KnownRegistrationTable;
  known_record: KnownRecordTable;
  snapshot_part: SnapshotPartTable;
  snapshot_set: SnapshotSetTable;
  snapshot: SnapshotTable;
}

/** When a domain was scanned, and its score then. */
export const snapshotColumns = publish<SnapshotTable>()('snapshot', ['domain_id', 'at', 'score']);

export const tables = defineTables<HistoryTables>()('history', {
  known_registration: { key: ['name'], expires: [{ column: 'learnt_at', keptMs: DAY_MS }] },
  known_record: {},
  snapshot_part: {},
  snapshot_set: {},
  snapshot: {},
}, [domainColumns]);
