import { defineTables, publish, type JsonText, type Millis } from '../../../store/index.ts';
import { hashingKeyColumns } from '../account/index.ts';

/** Append-only: triggers refuse UPDATE and DELETE. */
interface AuditEntryTable {
  id: string;
  account_id: string;
  /** 1, 2, 3, … in the account's chain. */
  seq: number;
  at: Millis;
  actor: JsonText;
  action: string;
  resource_type: string;
  resource_id: string;
  details: JsonText;
  request_id: string | null;
  previous_hash: string;
  hash: string;
}

/** The last link of each account's chain. */
interface AuditHeadTable {
  account_id: string;
  seq: number;
  hash: string;
}

/** The tables of this area, by name. */
export interface AuditTables {
  audit_entry: AuditEntryTable;
  audit_head: AuditHeadTable;
}

/** Entries, for who may see those of all accounts. */
export const auditEntryColumns = publish<AuditEntryTable>()('audit_entry', ['id', 'account_id', 'seq', 'at', 'actor', 'action', 'resource_type', 'resource_id', 'details', 'request_id', 'previous_hash', 'hash']);

/** How long each chain is. */
export const auditHeadColumns = publish<AuditHeadTable>()('audit_head', ['account_id', 'seq']);

export const tables = defineTables<AuditTables>()('audit', {
  audit_entry: {},
  audit_head: {},
}, [hashingKeyColumns]);
