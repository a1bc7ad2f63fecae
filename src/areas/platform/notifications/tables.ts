import { defineTables, type Flag, type JsonText, type Millis } from '../../../store/index.ts';
import { personColumns } from '../account/index.ts';

const DAY_MS = 86_400_000;

interface NotificationTable {
  id: string;
  account_id: string;
  kind: string;
  severity: string;
  subject_type: string;
  subject_id: string;
  title: string;
  body: string;
  data: JsonText;
  created_at: Millis;
}

interface NotificationReadTable {
  notification_id: string;
  /** A person or an API key. */
  reader_id: string;
  at: Millis;
}

interface ChannelTable {
  id: string;
  account_id: string;
  kind: string;
  name: string;
  /** Address or URL; encrypted where it is a secret by itself. */
  target: string;
  /** When the reader of an e-mail address said that e-mails may come; null needs the address to be that of a person of the account. */
  confirmed_at: Millis | null;
  /** Encrypted. */
  secret: string | null;
  former_secret: string | null;
  former_secret_until: Millis | null;
  state: string;
  cause: string | null;
  failing_since: Millis | null;
  version: number;
  created_at: Millis;
  updated_at: Millis;
}

interface NotificationRuleTable {
  id: string;
  account_id: string;
  channel_id: string;
  kinds: JsonText;
  least_severity: string;
  filter: JsonText;
  endings: Flag;
  digest: string;
  quiet: JsonText | null;
  enabled: Flag;
  version: number;
  created_at: Millis;
  updated_at: Millis;
}

interface DeliveryTable {
  id: string;
  account_id: string;
  channel_id: string;
  /** Null for a test. */
  rule_id: string | null;
  /** The same for every attempt and replay, so that receivers can tell repetitions. */
  message_id: string;
  /** What is sent, without secrets; null while notifications are collected for it. */
  body: string | null;
  state: string;
  attempts: number;
  /** When it is sent, or tried again; null at the end. */
  next_at: Millis | null;
  /** HTTP or SMTP status of the last attempt. */
  status: number | null;
  cause: string | null;
  /** How the receiver's last reply begins. */
  response: string | null;
  duration_ms: number | null;
  created_at: Millis;
  finished_at: Millis | null;
}

/** What one delivery tells. */
interface DeliveryNotificationTable {
  delivery_id: string;
  notification_id: string;
}

/** A link in an e-mail of notifications. */
interface MailTokenTable {
  token_hash: string;
  account_id: string;
  channel_id: string;
  rule_id: string | null;
  purpose: string;
  created_at: Millis;
}

/** Accounts whose first channel and rules were made: what people then delete does not come back. */
interface StandardChannelTable {
  account_id: string;
  made_at: Millis;
}

/** The tables of this area, by name. */
export interface NotificationTables {
  notification: NotificationTable;
  notification_read: NotificationReadTable;
  channel: ChannelTable;
  notification_rule: NotificationRuleTable;
  delivery: DeliveryTable;
  delivery_notification: DeliveryNotificationTable;
  mail_token: MailTokenTable;
  standard_channel: StandardChannelTable;
}

export const tables = defineTables<NotificationTables>()('notifications', {
  notification: { key: ['id'], expires: [{ column: 'created_at', keptMs: 180 * DAY_MS }] },
  notification_read: {},
  channel: { sealed: { by: 'sealer', columns: ['target', 'secret', 'former_secret'] } },
  notification_rule: {},
  delivery: { key: ['id'], expires: [{ column: 'created_at', keptMs: 30 * DAY_MS }], due: [{ column: 'next_at', withinMs: 9 * DAY_MS }] },
  delivery_notification: {},
  mail_token: { key: ['token_hash'], expires: [{ column: 'created_at', keptMs: 180 * DAY_MS }] },
  standard_channel: {},
}, [personColumns]);
