import type { Mailbox, OpenMailbox } from '../../../../core/outside/mailbox.ts';
import type { SpoolServices } from '../spool/services.ts';
import type { MessageSource } from '../spool/message.ts';

/** What fetching from mailboxes works with. */
export interface MailboxesServices extends SpoolServices {
  openMailbox: OpenMailbox;
  /** Encrypts what opens a mailbox; `owner` is its id. */
  sealer: { seal(text: string, owner: string): string; open(sealed: string, owner: string): string | null };
  /** Folders that the operator named. */
  reportFolders: readonly ReportFolder[];
}

/** A folder of the operator's, whose messages belong to whom their address says, else to the operator. */
export interface ReportFolder {
  way: MessageSource & ('maildir' | 's3');
  open(signal: AbortSignal): Mailbox;
}
