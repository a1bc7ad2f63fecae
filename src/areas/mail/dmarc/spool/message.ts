import type { Selectable } from 'kysely';
import type { DmarcTables } from '../tables.ts';

/** How a message came in. */
export const messageSources = ['smtp', 'https', 'upload', 'imap', 'graph', 'gmail', 'maildir', 's3'] as const;
export type MessageSource = (typeof messageSources)[number];

/** What became of a message; it is in exactly one of these. */
export const messageStates = ['received', 'parsed', 'duplicate', 'held', 'refused'] as const;
export type MessageState = (typeof messageStates)[number];

/** Whether the domain of the envelope sender was shown to be the sender. */
export const senderStates = ['spf', 'none', 'unknown'] as const;
export type SenderState = (typeof senderStates)[number];

/** Largest message that is taken, whatever way it comes. */
export const MAX_MESSAGE_BYTES = 50 * 1024 * 1024;

/** How long the bytes of a message are kept, so that it can be parsed again. */
export const SPOOL_DAYS = 90;
/** The same of a message that was refused; one that a fault of ours refused is kept like others. */
export const REFUSED_DAYS = 7;

export type MessageRow = Selectable<DmarcTables['dmarc_message']>;

/** A message on its way in. */
export interface Arrival {
  way: MessageSource;
  bytes: Uint8Array;
  /** The mailbox that it came from. */
  mailboxId?: string;
  /** What the file was called. */
  name?: string;
  sender?: Sender;
}

/** The domain of the envelope sender, null for none, and whether it was authenticated. */
export interface Sender {
  domain: string | null;
  authenticated: SenderState;
}
