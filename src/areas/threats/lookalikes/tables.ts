import { defineTables, jobColumns, type JsonText, type Millis } from '../../../store/index.ts';
import { domainColumns } from '../../domains/inventory/index.ts';
import { accountColumns } from '../../platform/account/index.ts';

const DAY_MS = 86_400_000;

/** How far each stream of names was read, such as a certificate log; of no account. */
interface NameStreamTable {
  id: string;
  /** Where to go on; null before the first step. */
  cursor: string | null;
  due_at: Millis;
  /** When it was read last; null before the first time. */
  advanced_at: Millis | null;
  /** Why the last step gave nothing; null where it gave something. */
  failure: string | null;
}

/** Where the sweeps of a domain stand. */
interface LookalikeWatchTable {
  domain_id: string;
  account_id: string;
  /** The way of making names that `states` belongs to. */
  generator: number;
  /** Two bits for each generated name, in the order of the generator: unknown, unregistered, kept as a candidate, or not a name of its own. */
  states: Uint8Array;
  names: number;
  /** The soonest of the three below. */
  due_at: Millis;
  /** When the candidates that do harm now are checked next; null while there are none. */
  hot_at: Millis | null;
  daily_at: Millis;
  weekly_at: Millis;
  /** When all names were last checked; null before the first time, which tells of no changes. */
  swept_at: Millis | null;
  /** The last candidate that a sweep had time for, behind which the next one begins; empty where all had their turn. */
  look_after: string;
  /** How often a name of the streams was left out, because too many wait for people. */
  left_out: number;
}

/** A name that may pass for a domain's and is registered, or was named by another source than the generator. */
interface LookalikeTable {
  id: string;
  account_id: string;
  domain_id: string;
  name: string;
  /** One bit for each source that named it. */
  sources: number;
  /** The class of the generator, or why another source named it. */
  kind: string;
  state: string;
  review: string;
  note: string | null;
  reviewed_by: JsonText | null;
  reviewed_at: Millis | null;
  /** What is certain of it, subject by subject. */
  facts: JsonText;
  /** What one probe saw otherwise, and waits for a second; null where nothing does. */
  pending: JsonText | null;
  /** What is shown of the last probe that changed the facts. */
  details: JsonText;
  /** What a registry said; null where none has answered yet. */
  registration: JsonText | null;
  /** When a registry was last asked. */
  registry_asked_at: Millis | null;
  similarity: JsonText | null;
  /** When a certificate for it was last seen in a log. */
  certified_at: Millis | null;
  /** When something that did harm was first gone, and when it came back after that. */
  taken_down_at: Millis | null;
  reemerged_at: Millis | null;
  risk: number;
  threat: number;
  /** `risk` and `threat` together: the order of the queue. */
  rank: number;
  reasons: JsonText;
  /** When it is checked next outside of sweeps: it is new, or waits for a second probe; null where it does not. */
  probe_at: Millis | null;
  /** Counts the writes of this row. */
  version: number;
  first_seen_at: Millis;
  changed_at: Millis;
}

/** Something that happened to a candidate; rows are only ever added. */
interface LookalikeEventTable {
  id: string;
  account_id: string;
  domain_id: string;
  lookalike_id: string;
  name: string;
  kind: string;
  severity: string;
  title: string;
  before: JsonText;
  after: JsonText;
  risk_before: number;
  risk: number;
  threat_before: number;
  threat: number;
  /** The same for the same happening, so that it is kept once. */
  dedupe_key: string;
  at: Millis;
}

/** A name that people want watched for a domain. */
interface WatchlistNameTable {
  id: string;
  account_id: string;
  domain_id: string;
  name: string;
  note: string | null;
  created_at: Millis;
}

/** What was seen of a lookalike at one moment, signed. */
interface LookalikeEvidenceTable {
  id: string;
  account_id: string;
  domain_id: string;
  name: string;
  /** 1, 2, 3, … in the chain of the name. */
  seq: number;
  captured_at: Millis;
  /** Canonical; its SHA-256 stands in the next one of the chain. */
  manifest: JsonText;
  /** Ed25519, base64. */
  signature: string;
}

/** A blob of evidence; written before the blob is, and there until it was removed. */
interface EvidenceContentTable {
  sha256: string;
  /** When evidence was last taken that needs it; below 0 while it is being removed. */
  referred_at: Millis;
}

/** Which evidence needs which blob; of domains that are gone, until the next sweep. */
interface EvidenceBlobTable {
  sha256: string;
  evidence_id: string;
  domain_id: string;
}

/** The tables of this area, by name. */
export interface LookalikeTables {
  name_stream: NameStreamTable;
  lookalike_watch: LookalikeWatchTable;
  lookalike: LookalikeTable;
  lookalike_event: LookalikeEventTable;
  watchlist_name: WatchlistNameTable;
  lookalike_evidence: LookalikeEvidenceTable;
  evidence_content: EvidenceContentTable;
  evidence_blob: EvidenceBlobTable;
}

export const tables = defineTables<LookalikeTables>()('lookalikes', {
  name_stream: { due: [{ column: 'due_at', withinMs: 2 * DAY_MS }] },
  lookalike_watch: { due: [{ column: 'due_at', withinMs: 8 * DAY_MS }, { column: 'hot_at', withinMs: 8 * DAY_MS }, { column: 'daily_at', withinMs: 8 * DAY_MS }, { column: 'weekly_at', withinMs: 8 * DAY_MS }] },
  lookalike: { due: [{ column: 'probe_at', withinMs: 8 * DAY_MS }] },
  lookalike_event: {},
  watchlist_name: {},
  lookalike_evidence: {},
  evidence_content: { blob: 'sha256' },
  evidence_blob: {},
}, [accountColumns, domainColumns, jobColumns]);
