import type { ProofServices } from '../intake/authentication.ts';
import type { Mailbox, OpenMailbox } from '../../../../core/outside/mailbox.ts';
import type { SpoolServices } from '../spool/services.ts';
import type { MessageSource } from '../spool/message.ts';

/** What fetching from mailboxes works with. */
export interface MailboxesServices extends SpoolServices, ProofServices {
  openMailbox: OpenMailbox;
  /** Encrypts what opens a mailbox; `owner` is its id. */
  sealer: { seal(text: string, owner: string): string; open(sealed: string, owner: string): string | null };
  /** Folders that the operator named. */
  reportFolders: readonly ReportFolder[];
}

/** A folder of the operator's, whose messages belong to whom their address says, else to the operator. */
export interface ReportFolder {
  way: MessageSource & ('maildir' | 's3');
  /** The name by which the mail server that delivers there signs its Authentication-Results (RFC 8601); null trusts none. */
  authservId: string | null;
  open(signal: AbortSignal): Mailbox;
}
