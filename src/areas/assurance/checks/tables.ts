import { defineTables, type Flag, type JsonText, type Millis } from '../../../store/index.ts';
import { accountColumns } from '../../platform/account/index.ts';
import { domainColumns } from '../../domains/inventory/index.ts';

/** A check that a user defines, or that a domain has for its uptime. */
interface CustomCheckTable {
  id: string;
  account_id: string;
  domain_id: string | null;
  /** `website` or `mail`: what it is for its domain. */
  role: string | null;
  /** What a file of checks calls it. */
  reference: string | null;
  name: string;
  kind: string;
  target: string;
  /** Lower-case; empty for push. */
  host: string;
  spec: JsonText;
  /** The values of secret headers by their names. */
  secrets: string | null;
  /** SHA-256 of the token that a push check is called with. */
  push_hash: string | null;
  interval_seconds: number;
  enabled: Flag;
  parent_id: string | null;
  state: string;
  state_since: Millis | null;
  machine: JsonText;
  last: JsonText | null;
  /** Figures of its history, as the last rollup left them. */
  summary: JsonText;
  incident_id: string | null;
  tls_expires_at: Millis | null;
  /** When it is done next; null while it is switched off. */
  due_at: Millis | null;
  /** The last period that has a result. */
  last_slot: Millis;
  rolled_at: Millis;
  created_at: Millis;
  updated_at: Millis;
  version: number;
}

/** Raw results of one check over an hour or a day, one behind the other. */
interface CheckPackTable {
  check_id: string;
  at: Millis;
  results: string;
}

/** What results add up to: the hours of a day, or the days of a year. */
interface CheckHistoryTable {
  check_id: string;
  resolution: string;
  at: Millis;
  buckets: JsonText;
}

/** What was seen when a check failed. */
interface CheckFailureTable {
  id: string;
  account_id: string;
  check_id: string;
  at: Millis;
  seen: JsonText;
}

interface CheckIncidentTable {
  id: string;
  account_id: string;
  host: string;
  cause: string;
  title: string;
  started_at: Millis;
  resolved_at: Millis | null;
  acknowledged_at: Millis | null;
  acknowledged_by: string | null;
  note: string | null;
  checks: JsonText;
  services: JsonText;
  timeline: JsonText;
}

/** The tables of this area, by name. */
export interface ChecksTables {
  custom_check: CustomCheckTable;
  check_pack: CheckPackTable;
  check_history: CheckHistoryTable;
  check_failure: CheckFailureTable;
  check_incident: CheckIncidentTable;
}

const DAY_MS = 86_400_000;

export const tables = defineTables<ChecksTables>()('checks', {
  custom_check: { due: [{ column: 'due_at', withinMs: DAY_MS }], sealed: { by: 'sealer', columns: ['secrets'] } },
  check_pack: { key: ['check_id', 'at'], expires: [{ column: 'at', keptMs: 92 * DAY_MS }] },
  check_history: { key: ['check_id', 'resolution', 'at'], expires: [{ column: 'at', keptMs: 800 * DAY_MS }] },
  check_failure: { key: ['id'], expires: [{ column: 'at', keptMs: 30 * DAY_MS }] },
  check_incident: { key: ['id'], expires: [{ column: 'resolved_at', keptMs: 400 * DAY_MS }] },
}, [accountColumns, domainColumns]);
