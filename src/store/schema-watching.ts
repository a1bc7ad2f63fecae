import type { Flag, JsonText, Millis } from './schema-values.ts';

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

/** The last turn that each account has taken in the line, once for what somebody waits for and once for the rest. */
interface JobTurnTable {
  account_id: string;
  background: Flag;
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
  /** Number of the last event told; numbers are never given twice. */
  event_seq: number;
  /** The last event that stays when the run goes on after a crash: what was told later is told again. */
  stage_seq: number;
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
  /** What a search looks in: the name, as it is written and as people read it, and the note, in lower case. */
  search: string;
  group_id: string | null;
  client_id: string | null;
  /** Chosen by a person; null where the evidence decides. */
  profile: string | null;
  /** DKIM selectors that the check should try beside its own. */
  selectors: JsonText;
  monitored: Flag;
  /** Null for the shortest that the plan has. */
  interval_minutes: number | null;
  /** When it is looked at next; null where nobody watches it. */
  due_at: Millis | null;
  /** How the last check ended; null before the first, and where too little could be judged. */
  score: number | null;
  grade: string | null;
  issues: number;
  /** The most severe of the issues; null where there are none. */
  worst: string | null;
  /** How each of the main records stood at the last look; null before it. */
  standings: JsonText | null;
  open_events: number;
  expires_at: Millis | null;
  /** When the registry said so. */
  registration_at: Millis | null;
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
  /** How it was shown last. */
  method: string | null;
  /** Since when it holds, or held. */
  proven_at: Millis | null;
  /** When it was shown last. */
  confirmed_at: Millis | null;
  checked_at: Millis | null;
  failing_since: Millis | null;
  /** When it was told that the days of grace are over. */
  lost_at: Millis | null;
  cause: string | null;
}

/** What a registry said last of a registered name; of no account. */
interface KnownRegistrationTable {
  name: string;
  facts: JsonText;
  learnt_at: Millis;
}

/** One record of a domain, kept once however often it was seen. */
interface SnapshotPartTable {
  domain_id: string;
  hash: string;
  body: JsonText;
}

/** Which parts made up one look, kept once however often all were seen together. */
interface SnapshotSetTable {
  domain_id: string;
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
  /** What it was before, or takes turns among; null where nothing was learnt. */
  learnt: JsonText | null;
  accepted_at: Millis;
}

/** A change that was seen and waits for the look that confirms it. */
interface SuspicionTable {
  domain_id: string;
  subject: string;
  hash: string;
  /** Further looks that saw it. */
  looks: number;
  /** How often a further look was asked for since the accepted value was seen last. */
  asked: number;
  first_seen_at: Millis;
  /** A look from this moment on confirms it. */
  confirm_at: Millis;
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
  /** When the reader of an e-mail address said that letters may come; null needs the address to be that of a person of the account. */
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

/** A link in a letter of notifications. */
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

/** When an account next hears how its domains do. */
interface WeeklyReportTable {
  account_id: string;
  /** 0 until the settings of the account are read. */
  due_at: Millis;
  /** Up to when the last report told; null before the first. */
  told_until: Millis | null;
}

/** The tables of runs, domains, events, notifications and reports, by name. */
export interface WatchingSchema {
  job: JobTable;
  job_turn: JobTurnTable;
  run: RunTable;
  run_event: RunEventTable;
  domain_group: LabelTable;
  client: LabelTable;
  domain: DomainTable;
  domain_tag: DomainTagTable;
  ownership: OwnershipTable;
  known_registration: KnownRegistrationTable;
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
  delivery_notification: DeliveryNotificationTable;
  mail_token: MailTokenTable;
  standard_channel: StandardChannelTable;
  weekly_report: WeeklyReportTable;
}
