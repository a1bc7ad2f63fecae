import type { MailboxesServices } from '../mailboxes/services.ts';

/** What the operations on ways in and on messages work with. */
export interface IntakeOperationsServices extends MailboxesServices {
  /** Public origin of the service, without a slash at the end. */
  baseUrl: string;
  /** The domain of the addresses that reports are sent to, and whether this service itself takes mail for it; null where the operator set none. */
  reportsHost: { host: string; listens: boolean } | null;
}
