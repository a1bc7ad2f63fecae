import { defineTables, type JsonText, type Millis } from '../../../store/index.ts';
import { accountColumns, personColumns } from '../account/index.ts';

const DAY_MS = 86_400_000;

/** What people of an account and the operator write to each other about one subject. */
interface SupportThreadTable {
  id: string;
  account_id: string;
  subject: string;
  state: string;
  /** Who wrote last: `account` or `operator`. */
  last_side: string;
  last_message_at: Millis;
  created_at: Millis;
  closed_at: Millis | null;
}

interface SupportMessageTable {
  id: string;
  thread_id: string;
  account_id: string;
  side: string;
  /** The person or key. */
  author: JsonText;
  /** The e-mail address or the name of the key, as it was then. */
  author_name: string;
  via: string;
  text: string;
  /** Of one that came by mail: the same for the same mail, so that it is kept once. */
  mail_hash: string | null;
  created_at: Millis;
}

interface SupportAttachmentTable {
  id: string;
  message_id: string;
  account_id: string;
  name: string;
  size: number;
  content: Uint8Array;
}

/** Up to when a reader, a person or a key, has read a thread. */
interface SupportReadTable {
  thread_id: string;
  reader_id: string;
  at: Millis;
}

/** The address that one person's replies to one thread go to. */
interface SupportReplyAddressTable {
  token_hash: string;
  thread_id: string;
  person_id: string;
}

/** The tables of this area, by name. */
export interface SupportTables {
  support_thread: SupportThreadTable;
  support_message: SupportMessageTable;
  support_attachment: SupportAttachmentTable;
  support_read: SupportReadTable;
  support_reply_address: SupportReplyAddressTable;
}

export const tables = defineTables<SupportTables>()('support', {
  support_thread: { key: ['id'], expires: [{ column: 'closed_at', keptMs: 730 * DAY_MS }] },
  support_message: {},
  support_attachment: {},
  support_read: {},
  support_reply_address: {},
}, [accountColumns, personColumns]);
