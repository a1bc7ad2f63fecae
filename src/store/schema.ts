import type { Kysely } from 'kysely';

/** Times are epoch milliseconds, truth values 0 or 1, structures JSON text: the same on both databases. */
type Millis = number;
type Flag = 0 | 1;
type JsonText = string;

interface AccountTable {
  id: string;
  name: string;
  plan: string;
  /** 1 for the account of the operator; at most one row has it. */
  operator: Flag;
  settings: JsonText;
  /** Counts the changes of `settings`. */
  settings_version: number;
  created_at: Millis;
  /** When everything of the account is deleted; null unless an owner has asked for it. */
  delete_after: Millis | null;
}

/** Hashes e-mail and IP addresses in the audit log; destroying it makes the hashes meaningless. */
interface AccountHashingKeyTable {
  account_id: string;
  /** 32 bytes, hexadecimal. */
  key: string;
}

interface InvitationTable {
  id: string;
  account_id: string;
  email: string;
  role: string;
  token_hash: string;
  created_by: string;
  created_at: Millis;
  expires_at: Millis;
  accepted_at: Millis | null;
}

/** One-time links that make the operator's account. */
interface OperatorLinkTable {
  token_hash: string;
  created_at: Millis;
  expires_at: Millis;
}

interface ApiKeyTable {
  id: string;
  account_id: string;
  name: string | null;
  prefix: string;
  /** SHA-256 of the key, hexadecimal. */
  hash: string;
  scopes: JsonText;
  rate_limit: number;
  created_at: Millis;
  created_by: string | null;
  expires_at: Millis | null;
  revoked_at: Millis | null;
  last_used_at: Millis | null;
}

/** What was called with a key in one clock hour. */
interface KeyUsageTable {
  key_id: string;
  hour: Millis;
  operation: string;
  status: number;
  requests: number;
}

/** How often something happened in one window; rows of past windows are deleted. */
interface CounterTable {
  /** Such as `key_hourly:key_…` or `website_scans:acc_…`. */
  name: string;
  window_start: Millis;
  used: number;
}

/** Replies by request key, kept for 24 hours. */
interface RememberedReplyTable {
  owner: string;
  request_key: string;
  /** SHA-256 of operation and canonical input. */
  fingerprint: string;
  /** Names the call that fills it. */
  token: string;
  started_at: Millis;
  /** Null while the call runs. */
  reply: JsonText | null;
}

/** Append-only: triggers refuse UPDATE and DELETE. */
interface AuditEntryTable {
  id: string;
  account_id: string;
  /** 1, 2, 3, … in the account's chain. */
  seq: number;
  at: Millis;
  actor: JsonText;
  action: string;
  resource_type: string;
  resource_id: string;
  details: JsonText;
  request_id: string | null;
  previous_hash: string;
  hash: string;
}

/** The last link of each account's chain. */
interface AuditHeadTable {
  account_id: string;
  seq: number;
  hash: string;
}

interface ContactMessageTable {
  id: string;
  name: string | null;
  email: string;
  message: string;
  created_at: Millis;
}

/** Work that waits or is being done; the row goes when it is done. */
interface JobTable {
  id: string;
  kind: string;
  account_id: string;
  /** At most one job of a kind has it; null for as many as there are. */
  dedupe_key: string | null;
  payload: JsonText;
  /** Its place in the line of all accounts: accounts take turns, however many jobs each has. */
  turn: number;
  run_at: Millis;
  attempts: number;
  /** Names the worker's hold on it; it ends at `lease_until`, which is 0 while nobody has it. */
  lease: string | null;
  lease_until: Millis;
  created_at: Millis;
}

/** The last turn that each account has taken in the line. */
interface JobTurnTable {
  account_id: string;
  turn: number;
}

interface RunTable {
  id: string;
  account_id: string;
  kind: string;
  subject_type: string;
  subject_id: string;
  subject_label: string;
  trigger: string;
  /** What was spent for it, and in which window, so that it can be given back. */
  allowance: string | null;
  allowance_at: Millis | null;
  status: string;
  done: number;
  total: number;
  step: string | null;
  input: JsonText;
  /** What its finished stages left for the next; null when it has ended. */
  state: JsonText | null;
  result: JsonText | null;
  error: string | null;
  created_at: Millis;
  started_at: Millis | null;
  finished_at: Millis | null;
}

/** What a run told while it ran, for those who come later. */
interface RunEventTable {
  run_id: string;
  seq: number;
  name: string;
  data: JsonText;
  at: Millis;
}

/** A label of domains: a group, or the client whose domains they are. */
interface LabelTable {
  id: string;
  account_id: string;
  name: string;
  details: JsonText;
  version: number;
  created_at: Millis;
  updated_at: Millis;
}

interface DomainTable {
  id: string;
  account_id: string;
  /** Lower-case A-labels. */
  name: string;
  note: string | null;
  group_id: string | null;
  client_id: string | null;
  /** Chosen by a person; null where the evidence decides. */
  profile: string | null;
  /** DKIM selectors that the check should try beside its own. */
  selectors: JsonText;
  monitored: Flag;
  interval_minutes: number;
  due_at: Millis | null;
  /** How the last check ended; null before the first. */
  score: number | null;
  grade: string | null;
  issues: number;
  worst: string | null;
  open_events: number;
  expires_at: Millis | null;
  checked_at: Millis | null;
  version: number;
  created_at: Millis;
  updated_at: Millis;
}

interface DomainTagTable {
  domain_id: string;
  tag: string;
}

interface OwnershipTable {
  domain_id: string;
  token: string;
  method: string | null;
  proven_at: Millis | null;
  checked_at: Millis | null;
  failing_since: Millis | null;
  cause: string | null;
}

/** One record of one look, kept once however often it was seen. */
interface SnapshotPartTable {
  hash: string;
  body: JsonText;
}

/** Which parts made up one look. */
interface SnapshotSetTable {
  hash: string;
  parts: JsonText;
}

interface SnapshotTable {
  domain_id: string;
  at: Millis;
  set_hash: string;
  score: number | null;
}

interface KnownNameTable {
  domain_id: string;
  name: string;
  sources: JsonText;
  addresses: JsonText;
  target: string | null;
  first_seen_at: Millis;
  last_seen_at: Millis;
}

/** What was accepted last of one subject of a domain, such as `dns.mx`. */
interface BaselineTable {
  domain_id: string;
  subject: string;
  value: JsonText;
  hash: string;
  /** What a rotating value was seen to take turns among; null where it does not rotate. */
  learnt: JsonText | null;
  accepted_at: Millis;
}

/** A change that was seen and waits for the look that confirms it. */
interface SuspicionTable {
  domain_id: string;
  subject: string;
  hash: string;
  looks: number;
  first_seen_at: Millis;
}

interface DomainEventTable {
  id: string;
  account_id: string;
  domain_id: string;
  domain_name: string;
  kind: string;
  subject: string;
  severity: string;
  state: string;
  title: string;
  before: JsonText;
  after: JsonText;
  after_hash: string;
  count: number;
  created_at: Millis;
  last_seen_at: Millis;
  decided_at: Millis | null;
  decided_by: JsonText | null;
  reason: string | null;
  /** When a denied change that persists is told again. */
  next_alarm_at: Millis | null;
  closed_at: Millis | null;
}

interface ChangeWindowTable {
  id: string;
  account_id: string;
  domain_id: string;
  kinds: JsonText;
  expected: JsonText | null;
  reason: string | null;
  starts_at: Millis;
  ends_at: Millis;
  created_at: Millis;
  created_by: JsonText;
}

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
  user_id: string;
  at: Millis;
}

interface ChannelTable {
  id: string;
  account_id: string;
  kind: string;
  name: string;
  /** Address or URL; encrypted where it is a secret by itself. */
  target: string;
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
  /** The same for every attempt and replay, so that receivers can tell repetitions. */
  message_id: string;
  notifications: JsonText;
  body: string;
  state: string;
  attempts: number;
  next_at: Millis | null;
  /** HTTP status of the last attempt. */
  status: number | null;
  cause: string | null;
  created_at: Millis;
  finished_at: Millis | null;
}

interface UnsubscribeTokenTable {
  token_hash: string;
  account_id: string;
  channel_id: string;
  created_at: Millis;
}

/** The tables of the sign-in library; columns and forms (ISO 8601 text for times) are its own. */
interface AuthUserTable {
  id: string;
  name: string;
  email: string;
  emailVerified: Flag;
  image: string | null;
  twoFactorEnabled: Flag | null;
  createdAt: string;
  updatedAt: string;
  /** Ours: the account that the person belongs to, and the role there. */
  accountId: string;
  role: string;
}

interface AuthSessionTable {
  id: string;
  token: string;
  userId: string;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
  ipAddress: string | null;
  userAgent: string | null;
}

interface AuthCredentialTable {
  id: string;
  /** The library's word: whose credential at the provider. */
  accountId: string;
  providerId: string;
  userId: string;
  accessToken: string | null;
  refreshToken: string | null;
  idToken: string | null;
  accessTokenExpiresAt: string | null;
  refreshTokenExpiresAt: string | null;
  scope: string | null;
  password: string | null;
  createdAt: string;
  updatedAt: string;
}

interface AuthVerificationTable {
  id: string;
  identifier: string;
  value: string;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
}

interface AuthTwoFactorTable {
  id: string;
  secret: string;
  backupCodes: string;
  userId: string;
  verified: Flag | null;
  failedVerificationCount: number | null;
  lockedUntil: string | null;
}

interface AuthPasskeyTable {
  id: string;
  name: string | null;
  publicKey: string;
  userId: string;
  credentialID: string;
  counter: number;
  deviceType: string;
  backedUp: Flag;
  transports: string | null;
  createdAt: string | null;
  aaguid: string | null;
}

/** All tables, by name. */
export interface Schema {
  account: AccountTable;
  account_hashing_key: AccountHashingKeyTable;
  invitation: InvitationTable;
  operator_link: OperatorLinkTable;
  api_key: ApiKeyTable;
  key_usage: KeyUsageTable;
  counter: CounterTable;
  remembered_reply: RememberedReplyTable;
  audit_entry: AuditEntryTable;
  audit_head: AuditHeadTable;
  contact_message: ContactMessageTable;
  job: JobTable;
  job_turn: JobTurnTable;
  run: RunTable;
  run_event: RunEventTable;
  domain_group: LabelTable;
  client: LabelTable;
  domain: DomainTable;
  domain_tag: DomainTagTable;
  ownership: OwnershipTable;
  snapshot_part: SnapshotPartTable;
  snapshot_set: SnapshotSetTable;
  snapshot: SnapshotTable;
  known_name: KnownNameTable;
  baseline: BaselineTable;
  suspicion: SuspicionTable;
  domain_event: DomainEventTable;
  change_window: ChangeWindowTable;
  notification: NotificationTable;
  notification_read: NotificationReadTable;
  channel: ChannelTable;
  notification_rule: NotificationRuleTable;
  delivery: DeliveryTable;
  unsubscribe_token: UnsubscribeTokenTable;
  auth_user: AuthUserTable;
  auth_session: AuthSessionTable;
  auth_credential: AuthCredentialTable;
  auth_verification: AuthVerificationTable;
  auth_two_factor: AuthTwoFactorTable;
  auth_passkey: AuthPasskeyTable;
}

/** The database, or a transaction in it. */
export type Db = Kysely<Schema>;
