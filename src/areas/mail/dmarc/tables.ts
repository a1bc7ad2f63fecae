import type { Generated } from 'kysely';
import { defineTables, jobColumns, type Flag, type JsonText, type Millis } from '../../../store/index.ts';
import { domainColumns } from '../../domains/inventory/index.ts';
import { accountColumns } from '../../platform/account/index.ts';
import type { Day, RollupTables } from './store/rollup-tables.ts';

const DAY_MS = 86_400_000;
/** How long a report waits for the proof that its domain is the account's. */
export const HELD_DAYS = 60;

/** What the DNS said last of the host name of an address; of no account. */
interface HostNameTable {
  /** As RFC 5952 writes it. */
  address: string;
  /** `known`, `failed`, or `asking` while it is being looked up. */
  state: string;
  /** Confirmed forwards; null where there is none. */
  host: string | null;
  looked_at: Millis;
}

/** Tokens by which reports find their account: they stand in addresses, which DNS makes public. */
interface DmarcIntakeTable {
  /** 32 hexadecimal characters. */
  token: string;
  account_id: string;
  created_at: Millis;
  /** When it stops to work; null for the current one. */
  ends_at: Millis | null;
}

/** Secret addresses: what comes by them counts without another proof. */
interface DmarcSecretIntakeTable {
  /** SHA-256 of the token, which has the form of the others. */
  token_hash: string;
  account_id: string;
  /** The token, sealed for the account. */
  sealed: string;
  created_at: Millis;
  /** When it stops to work; null for the current one. */
  ends_at: Millis | null;
  /** The domain whose DNS was found to show it; it proves nothing from then on. */
  published_on: string | null;
  published_at: Millis | null;
}

/** A mailbox of the account's that is looked into for reports. */
interface DmarcMailboxTable {
  id: string;
  account_id: string;
  kind: string;
  name: string;
  /** Where it is, without what is secret. */
  settings: JsonText;
  /** JSON, sealed for the id. */
  secret: string;
  /** Up to where everything was taken, in the words of its kind. */
  cursor: string | null;
  /** Why the last poll failed; null where it did not. */
  cause: string | null;
  failing_since: Millis | null;
  checked_at: Millis | null;
  due_at: Millis;
  created_at: Millis;
}

/** A message that came in, once for each content, and what became of it. */
interface DmarcMessageTable {
  id: string;
  account_id: string;
  /** Of its bytes, which lie in the blobs. */
  sha256: string;
  way: string;
  mailbox_id: string | null;
  /** What the file was called. */
  name: string | null;
  /** The domain that was proven to have sent it, or that of the envelope sender. */
  sender_domain: string | null;
  /** What proves it: see `senderStates`. */
  authenticated: string;
  bytes: number;
  received_at: Millis;
  /** How often these bytes came. */
  arrivals: number;
  state: string;
  reason: string | null;
  /** Reports in it by what became of them. */
  kept: number;
  duplicates: number;
  held: number;
  refused: number;
  records: number;
  bad_records: number;
  warnings: JsonText;
  parsed_at: Millis | null;
}

/** Content that lies in the blobs for the spool. */
interface DmarcSpooledTable {
  /** Of the message. */
  sha256: string;
  /** The blob that holds it. */
  blob: string;
  /** When it was put there last; -1 while it is being removed. */
  spooled_at: Millis;
}

/** A domain that reports came for, of the account that they came to; its `no` scopes everything below. */
interface DmarcDomainTable {
  /** 53 bits of the hash of account and name. */
  no: number;
  account_id: string;
  /** The domain of the policy, lower-case A-labels. */
  name: string;
  /** The domain of the inventory by which the account owns it; deleting that one deletes this. */
  domain_id: string | null;
  /** Since when its reports wait for the proof of ownership; null where they show. */
  held_since: Millis | null;
  /** The number of the last report; changing it is what writers take turns by. */
  last_report: number;
  /** When it is next looked over for alerts and for what is kept long enough. */
  due_at: Millis;
  /** Whether its reports of earlier versions are still to be judged by the proof of their senders. */
  recheck: Generated<Flag>;
}

/** A report of a domain that is not proven: its message waits in the spool, unread but for this. */
interface DmarcHeldTable {
  account_id: string;
  /** The domain of the policy, lower-case A-labels. */
  domain: string;
  /** The message in the spool. */
  message: string;
  /** aggregate, tls or failure. */
  kind: string;
  organization: string | null;
  held_since: Millis;
}

/** A report that is being stored in slices: what names it does not count before the row is gone. */
interface DmarcStageTable {
  domain_no: number;
  /** Facts and sources are stored under it; of the numbers of reports. */
  no: number;
  /** For whom: the message in the spool, or the naming of a report. */
  owner: string;
  /** When its last slice came. */
  touched_at: Millis;
}

interface DmarcReportTable {
  domain_no: number;
  no: number;
  /** aggregate, tls or failure. */
  kind: string;
  /** SHA-256 of what names a report: a later version of it has the same. */
  key: string;
  content_hash: string;
  organization: string | null;
  report_id: string | null;
  begin_at: Millis;
  end_at: Millis;
  received_at: Millis;
  /** The message in the spool. */
  message: string;
  authenticated: string;
  /** What the reporter says of the policy, or null. */
  policy: JsonText | null;
  /** What a TLS report counts, or what a failure report says; the records of an aggregate report are facts. */
  content: JsonText | null;
  records: number;
  messages: number;
  bad_records: number;
  warnings: JsonText;
  /** The number that its facts are kept under; another with each version and each naming. */
  facts_no: number;
  /** How many versions of it came, this one included. */
  versions: number;
  /** Whether its facts are still there, so that another version can take its place. */
  facts_kept: Flag;
  /** Why it does not count; null where it does. */
  uncounted: string | null;
  /** When it was found not to count although an earlier version of the service had counted it. */
  recounted_at: Millis | null;
}

/** Results that records share, each once for a domain. */
interface DmarcTupleTable {
  domain_no: number;
  /** 53 bits of the hash of `content`. */
  no: number;
  content: JsonText;
}

/** A sender in one of the classes that it has appeared in. */
interface DmarcSenderTable {
  domain_no: number;
  /** 53 bits of the hash of id and class. */
  no: number;
  id: string;
  name: string;
  class: string;
  confidence: string;
  reasons: JsonText;
  evidence: JsonText;
  origin: string | null;
}

/** The records of a report, or ten thousand of them, as one text. On PostgreSQL partitioned by month of `day`. */
interface DmarcFactTable {
  domain_no: number;
  /** `facts_no` of the report. */
  report_no: number;
  /** From 0 on. */
  part: number;
  /** On which the report begins. */
  day: Day;
  /** Numbers of tuples, numbers of senders, then a line for each address with the same results. */
  facts: string;
}

/** What the owner has decided of a sender. */
interface DmarcApprovalTable {
  domain_no: number;
  sender_id: string;
  class: string;
  name: string | null;
  decided_by: string | null;
  decided_at: Millis;
}

/** What people were notified of and is not over. */
interface DmarcAlertTable {
  domain_no: number;
  kind: string;
  subject: string;
  since: Millis;
}

/** What naming senders has learnt of a domain besides its reports. */
interface DmarcLearntTable {
  domain_no: number;
  /** JSON: the addresses that the `a` and `mx` terms of its SPF tree stand for. */
  spf_hosts: string | null;
  spf_hosts_at: Millis | null;
  /** JSON: the networks that valid signatures came from, by selector. */
  signed: string | null;
}

/** The tables of this area, by name. */
export interface DmarcTables extends RollupTables {
  host_name: HostNameTable;
  dmarc_intake: DmarcIntakeTable;
  dmarc_secret_intake: DmarcSecretIntakeTable;
  dmarc_mailbox: DmarcMailboxTable;
  dmarc_message: DmarcMessageTable;
  dmarc_spooled: DmarcSpooledTable;
  dmarc_held: DmarcHeldTable;
  dmarc_domain: DmarcDomainTable;
  dmarc_stage: DmarcStageTable;
  dmarc_report: DmarcReportTable;
  dmarc_tuple: DmarcTupleTable;
  dmarc_sender: DmarcSenderTable;
  dmarc_fact: DmarcFactTable;
  dmarc_approval: DmarcApprovalTable;
  dmarc_alert: DmarcAlertTable;
  dmarc_learnt: DmarcLearntTable;
}

export const tables = defineTables<DmarcTables>()('dmarc', {
  host_name: { key: ['address'], expires: [{ column: 'looked_at', keptMs: 7 * DAY_MS }] },
  dmarc_intake: {},
  dmarc_secret_intake: { sealed: { by: 'sealer', columns: ['sealed'], key: 'token_hash', owner: 'account_id' } },
  dmarc_mailbox: { sealed: { by: 'sealer', columns: ['secret'] }, due: [{ column: 'due_at', withinMs: 2 * DAY_MS }] },
  dmarc_message: { key: ['id'], expires: [{ column: 'received_at', keptMs: 180 * DAY_MS }] },
  dmarc_spooled: { blob: 'blob' },
  dmarc_held: { key: ['account_id', 'domain', 'message', 'kind'], expires: [{ column: 'held_since', keptMs: HELD_DAYS * DAY_MS }] },
  dmarc_domain: { due: [{ column: 'due_at', withinMs: 2 * DAY_MS }] },
  dmarc_stage: {},
  dmarc_report: {},
  dmarc_tuple: {},
  dmarc_sender: {},
  dmarc_fact: {},
  dmarc_day: {},
  dmarc_sender_day: {},
  dmarc_reporter_day: {},
  dmarc_sender_week: {},
  dmarc_reporter_week: {},
  dmarc_detail_day: {},
  dmarc_source: {},
  dmarc_tls_day: {},
  dmarc_approval: {},
  dmarc_alert: {},
  dmarc_learnt: {},
}, [accountColumns, domainColumns, jobColumns]);
