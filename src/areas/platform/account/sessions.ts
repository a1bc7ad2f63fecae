import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Caller, Plan, Role } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import type { Mailer } from '../../../core/outside/mail.ts';
import type { Store } from '../../../store/index.ts';
import { tables } from './tables.ts';

type Session = Caller & { kind: 'session' };

/** Who the session belongs to; throws `Problem` session_expired. Reads the database every time, at once on SQLite. */
export type SessionReader = (cookieValue: string, now: number) => Session | Promise<Session>;

type Found = {
  session_id: string; expires_at: string; created_at: string; user_id: string; role: string; confirmed: number;
  account_id: string; account_name: string; plan: string; operator: number; trusted: number; second_factor: number | null; second_factor_required: number;
};

/** First part of the names of all cookies; on https browsers then keep them for this host and its secure pages (RFC 6265bis §4.1.3.2). */
export function cookiePrefix(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-dss' : 'dss';
}

/** However often it is prolonged, a session ends this long after its sign-in. */
const LONGEST_SESSION_MS = 30 * 86_400_000;

/** The names of cookies as they stand in requests. */
export function cookieNames(baseUrl: string): { session: string } {
  return { session: `${cookiePrefix(baseUrl)}.session_token` };
}

/**
 * Reads sessions without loading the sign-in library; `secret` is the one that it signs with. Where e-mails are sent, a session
 * of somebody whose address is not confirmed has ended: one that began before a mail server was set scans nothing.
 */
export function createSessionReader(store: Store, secret: string, { configured: confirms }: Pick<Mailer, 'configured'>): SessionReader {
  const find = store.statement<Found>(tables(store.db).selectFrom('auth_session').innerJoin('auth_user', 'auth_user.id', 'auth_session.userId').innerJoin('account', 'account.id', 'auth_user.accountId')
    .select(['auth_session.id as session_id', 'auth_session.expiresAt as expires_at', 'auth_session.createdAt as created_at', 'auth_user.id as user_id', 'auth_user.role', 'auth_user.emailVerified as confirmed'])
    .select(['account.id as account_id', 'account.name as account_name', 'account.plan', 'account.operator', 'account.trusted', 'account.second_factor_required', 'auth_user.twoFactorEnabled as second_factor'])
    .where('auth_session.token', '=', ''));
  return (cookieValue, now) => {
    const token = tokenOf(cookieValue, secret);
    if (token === null) throw expired();
    const found = find(token);
    return found instanceof Promise ? found.then(row => judge(row, confirms, now)) : judge(found, confirms, now);
  };
}

/** The session's token where the value of the cookie is signed with `secret`; accepts the value encoded or decoded. */
export function tokenOf(cookieValue: string, secret: string): string | null {
  const value = decoded(cookieValue);
  const dot = value.lastIndexOf('.');
  if (dot < 1) return null;
  const token = value.slice(0, dot);
  const signature = Buffer.from(value.slice(dot + 1), 'base64');
  const expected = createHmac('sha256', secret).update(token).digest();
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? token : null;
}

/** The value of the first cookie of that name in a header `Cookie`; null where there is none. */
export function cookieOf(header: string | null, name: string): string | null {
  const pair = (header ?? '').split(';').map(part => part.trim()).find(part => part.startsWith(`${name}=`));
  return pair === undefined ? null : pair.slice(name.length + 1);
}

function judge(row: Found | undefined, confirms: boolean, now: number): Session {
  if (!row || Math.min(Date.parse(row.expires_at), Date.parse(row.created_at) + LONGEST_SESSION_MS) <= now) throw expired();
  if (confirms && row.confirmed !== 1) throw new Problem('session_expired', 'The e-mail address is not confirmed. Open the link in the e-mail we sent you, or have it sent again, then sign in.');
  return {
    kind: 'session', userId: row.user_id, sessionId: row.session_id, role: row.role as Role, lacksSecondFactor: row.second_factor_required === 1 && row.second_factor !== 1,
    account: { id: row.account_id, name: row.account_name, plan: row.plan as Plan, operator: row.operator === 1, trusted: row.trusted === 1 },
  };
}

function expired(): Problem {
  return new Problem('session_expired', 'The session has ended. Sign in again.');
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
