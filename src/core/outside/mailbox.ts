/** Why something of a mailbox could not be done; `unreadable` and `tooLarge` are of one message alone, the others may be read. `cause` is a phrase for people that has no secret in it. */
export interface MailboxFault {
  fault: 'credentials' | 'notFound' | 'limited' | 'notAllowed' | 'unreachable' | 'tooLarge' | 'unreadable';
  cause: string;
  /** How long the server wants to be left alone, where it says so. */
  retryAfterMs?: number;
}

/** A message that waits in a mailbox. */
export interface MailItem {
  id: string;
  /** Its size where the mailbox tells it. */
  bytes: number | null;
  /** What to list after once it is done; null where done messages are no longer listed. */
  cursor: string | null;
}

/** A mailbox, folder or prefix that reports are fetched from. Any call may come again after a fault: what was done stays done. */
export interface Mailbox {
  /** The next messages after `cursor`, oldest first, some hundred at most. */
  list(cursor: string | null): Promise<readonly MailItem[] | MailboxFault>;
  /** The message as it came. `notFound` is one that somebody has taken away meanwhile. */
  read(id: string): Promise<Uint8Array | MailboxFault>;
  /** Marks or moves the message; only for one that is kept elsewhere. */
  done(id: string): Promise<MailboxFault | null>;
  close(): Promise<void>;
}

/** IMAP by TLS from the first byte (RFC 8314 §3.2), the only port that mailboxes are reached at: any other would make them a prober of other services. */
export const IMAPS_PORT = 993;

/** A mailbox that an account names, with everything that opens it. `authservId` is the name by which its mail server signs Authentication-Results (RFC 8601 §2.5). */
export type MailboxAccess = { authservId?: string | null } & (
  | { kind: 'imap'; host: string; port: number; user: string; password: string; folder: string; moveTo: string | null }
  | { kind: 'graph'; tenant: string; clientId: string; clientSecret: string; mailbox: string; folder: string; moveTo: string }
  | { kind: 'gmail'; clientId: string; clientSecret: string; refreshToken: string; label: string }
);

/** Opens a mailbox; failures are values. */
export type OpenMailbox = (access: MailboxAccess, signal: AbortSignal) => Promise<Mailbox | MailboxFault>;

/** Whether it is a fault in place of a result. */
export function isMailboxFault(result: unknown): result is MailboxFault {
  return typeof result === 'object' && result !== null && 'fault' in result;
}
