import type { Generated } from 'kysely';
import { defineTables, publish, type Flag, type JsonText, type Millis } from '../../../store/index.ts';

interface AccountTable {
  id: string;
  name: string;
  plan: string;
  /** 1 for the account of the operator; at most one row has it. */
  operator: Flag;
  /** 1 where its scans may reach what the operator allows beyond the public Internet. */
  trusted: Generated<Flag>;
  /** 1 where people without a second factor can only set one up. */
  second_factor_required: Generated<Flag>;
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
  /** What became of its e-mail; null where none was meant to be sent, or nothing was recorded. */
  delivery: string | null;
}

/** An invitation of the operator, by which an account of its own is made. */
interface SignUpInvitationTable {
  id: string;
  email: string;
  token_hash: string;
  /** A person of the operator's account; null for the command line. */
  created_by: string | null;
  created_at: Millis;
  expires_at: Millis;
  accepted_at: Millis | null;
  /** What became of its e-mail; null where none was meant to be sent, or nothing was recorded. */
  delivery: string | null;
}

/** One-time links that make the operator's account. */
interface OperatorLinkTable {
  token_hash: string;
  created_at: Millis;
  expires_at: Millis;
}

/** The tables of this area, by name. */
export interface AccountTables {
  account: AccountTable;
  account_hashing_key: AccountHashingKeyTable;
  auth_user: AuthUserTable;
  auth_session: AuthSessionTable;
  auth_credential: AuthCredentialTable;
  auth_verification: AuthVerificationTable;
  auth_two_factor: AuthTwoFactorTable;
  auth_passkey: AuthPasskeyTable;
  invitation: InvitationTable;
  sign_up_invitation: SignUpInvitationTable;
  operator_link: OperatorLinkTable;
}

/** What other areas may know of an account. */
export const accountColumns = publish<AccountTable>()('account', ['id', 'name', 'plan', 'operator', 'trusted', 'created_at']);

/** What other areas may know of a person. */
export const personColumns = publish<AuthUserTable>()('auth_user', ['id', 'accountId', 'name', 'email', 'role', 'twoFactorEnabled']);

/** The keys that hashes in the audit log are made with. */
export const hashingKeyColumns = publish<AccountHashingKeyTable>()('account_hashing_key', ['account_id', 'key']);

export const tables = defineTables<AccountTables>()('account', {
  account: { key: ['id'], expires: [{ column: 'delete_after', keptMs: 0 }] },
  account_hashing_key: {},
  auth_user: {},
  auth_session: { key: ['id'], expires: [{ column: 'expiresAt', keptMs: 0, iso: true }] },
  auth_credential: {},
  auth_verification: { key: ['id'], expires: [{ column: 'expiresAt', keptMs: 0, iso: true }] },
  auth_two_factor: { sealed: { by: 'signIn', columns: ['secret', 'backupCodes'] } },
  auth_passkey: {},
  invitation: { key: ['id'], expires: [{ column: 'expires_at', keptMs: 0 }] },
  sign_up_invitation: { key: ['id'], expires: [{ column: 'expires_at', keptMs: 0 }] },
  operator_link: { key: ['token_hash'], expires: [{ column: 'expires_at', keptMs: 0 }] },
});
