import type { Selectable } from 'kysely';
import type { DmarcTables } from '../tables.ts';

/** How a message came in. */
export const messageSources = ['smtp', 'https', 'upload', 'imap', 'graph', 'gmail', 'maildir', 's3'] as const;
export type MessageSource = (typeof messageSources)[number];

/** What became of a message; it is in exactly one of these. */
export const messageStates = ['received', 'parsed', 'duplicate', 'held', 'refused'] as const;
export type MessageState = (typeof messageStates)[number];

/**
 * What proves who sent a message: a signature (DKIM), the address that it came from (SPF), what the mail server of the mailbox says of both
 * (RFC 8601), a person who uploaded it, or the secret address; `publishedAddress` was secret once. `unknown`: the DNS did not answer.
 */
export const senderStates = ['dkim', 'spf', 'authenticationResults', 'upload', 'secretAddress', 'publishedAddress', 'none', 'unknown'] as const;
export type SenderState = (typeof senderStates)[number];

/** Whether it proves who sent the message. */
export function isProven(state: SenderState): boolean {
  return state !== 'none' && state !== 'unknown' && state !== 'publishedAddress';
}

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
  sender: Sender;
}

/** Who sent a message, and what proves it; `domain` is null where none is proven, unless it is that of an envelope. */
export interface Sender {
  domain: string | null;
  authenticated: SenderState;
}
