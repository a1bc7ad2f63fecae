import type { JsonText, Millis } from './schema-values.ts';

/** Tokens by which reports find their account: they stand in addresses, which DNS makes public. */
interface DmarcIntakeTable {
  /** 32 hexadecimal characters. */
  token: string;
  account_id: string;
  created_at: Millis;
  /** When it stops to work; null for the current one. */
  ends_at: Millis | null;
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
  /** Why the last look failed; null where it did not. */
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
  /** Domain of the envelope sender. */
  sender_domain: string | null;
  /** Whether the envelope sender was authenticated: spf, none or unknown. */
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

/** The tables of the ways in. */
export interface DmarcSpoolSchema {
  dmarc_intake: DmarcIntakeTable;
  dmarc_mailbox: DmarcMailboxTable;
  dmarc_message: DmarcMessageTable;
  dmarc_spooled: DmarcSpooledTable;
}
