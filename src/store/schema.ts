import type { Kysely } from 'kysely';
import type { DmarcSpoolSchema } from './schema-dmarc-spool.ts';
import type { DmarcStoreSchema } from './schema-dmarc-store.ts';
import type { EvidenceSchema } from './schema-evidence.ts';
import type { LookalikesSchema } from './schema-lookalikes.ts';
import type { Flag, JsonText, Millis } from './schema-values.ts';
import type { WatchingSchema } from './schema-watching.ts';

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

/** Bytes by their SHA-256, cut into parts. */
interface BlobTable {
  /** Hexadecimal, of all parts together. */
  sha256: string;
  /** 0, 1, 2, … */
  part: number;
  bytes: Uint8Array;
}

/** All tables, by name. */
export interface Schema extends WatchingSchema, DmarcSpoolSchema, DmarcStoreSchema, EvidenceSchema, LookalikesSchema {
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
  auth_user: AuthUserTable;
  auth_session: AuthSessionTable;
  auth_credential: AuthCredentialTable;
  auth_verification: AuthVerificationTable;
  auth_two_factor: AuthTwoFactorTable;
  auth_passkey: AuthPasskeyTable;
  blob: BlobTable;
}

/** The database, or a transaction in it. */
export type Db = Kysely<Schema>;
