import { defineAnnouncement } from '../../announcement.ts';
import type { Plan, Role } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import type { AreaServices } from '../../services.ts';
import type { Db } from '../../../store/index.ts';
import type { AccountChange, AuditPort } from './audit-port.ts';
import type { Passwords } from './passwords.ts';
import { tables } from './tables.ts';

/** What making accounts and people needs. */
export type Making = Pick<AreaServices, 'newId' | 'randomBytes' | 'announce'> & { audit: AuditPort };

/** Told with every account that is made. */
export const accountCreated = defineAnnouncement<{ accountId: string }>('account.created');

/** By whom, by default the person that is made, and when; goes into the audit log. */
export type MadeBy = Pick<AccountChange, 'requestId' | 'address' | 'now'> & { actor?: AccountChange['actor'] };

export interface NewAccount {
  name: string;
  plan: Plan;
  operator: boolean;
}

export interface NewPerson {
  name: string;
  email: string;
  role: Role;
  /** Null lets the person in only after a password reset. */
  passwordHash: string | null;
}

/** Inserts an account without people; gives its id. Throws `Problem` 409 for a second operator, also when two are made at once. */
export async function insertAccount(tx: Db, { newId, randomBytes, announce }: Pick<Making, 'newId' | 'randomBytes' | 'announce'>, { name, plan, operator }: NewAccount, now: number): Promise<string> {
  const id = newId('acc');
  const made = await tables(tx).insertInto('account')
    .values({ id, name, plan, operator: operator ? 1 : 0, settings: '{}', settings_version: 1, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  // Only the index that allows one operator can be in the way.
  if (!made) throw operatorIsThere();
  await tables(tx).insertInto('account_hashing_key').values({ account_id: id, key: randomBytes(32).toString('hex') }).execute();
  await announce(tx, accountCreated, { accountId: id });
  return id;
}

/** Inserts a person whose e-mail address counts as verified; throws `Problem` 409 where the address is taken. */
export async function createPerson(tx: Db, { newId }: Pick<Making, 'newId'>, accountId: string, { name, email, role, passwordHash }: NewPerson, now: number): Promise<string> {
  const at = new Date(now).toISOString();
  const stamps = { createdAt: at, updatedAt: at };
  const id = newId('usr');
  const made = await tables(tx).insertInto('auth_user')
    .values({ id, name, email: email.toLowerCase(), emailVerified: 1, image: null, twoFactorEnabled: 0, accountId, role, ...stamps })
    .onConflict(conflict => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw emailTaken();
  if (passwordHash !== null) {
    const none = { accessToken: null, refreshToken: null, idToken: null, accessTokenExpiresAt: null, refreshTokenExpiresAt: null, scope: null };
    await tables(tx).insertInto('auth_credential').values({ id: newId('auth'), accountId: id, providerId: 'credential', userId: id, password: passwordHash, ...none, ...stamps }).execute();
  }
  return id;
}

/** Makes an account and its owner, with the audit entry; throws `Problem` 409 for an address that is taken and for a second operator. */
export async function createAccount(tx: Db, making: Making, account: Omit<NewAccount, 'name'>, owner: Omit<NewPerson, 'role'>, by: MadeBy): Promise<{ accountId: string; userId: string }> {
  const { requestId, address, now } = by;
  const accountId = await insertAccount(tx, making, { ...account, name: owner.name }, now);
  const userId = await createPerson(tx, making, accountId, { ...owner, role: 'owner' }, now);
  await making.audit(tx, {
    accountId, actor: by.actor ?? { type: 'person', id: userId }, requestId, address, now,
    action: 'account.created', resource: { type: 'account', id: accountId }, details: { plan: account.plan, operator: account.operator, person: userId, email: owner.email },
  });
  return { accountId, userId };
}

/** Makes the account that settings or the command line ask for; `password` null leaves it to a password reset. */
export async function createAccountFor(
  context: Making & Pick<AreaServices, 'store' | 'clock'> & { passwords: Passwords },
  account: Omit<NewAccount, 'name'>,
  owner: { name: string; email: string; password: string | null },
): Promise<{ accountId: string; userId: string }> {
  const { password, ...person } = owner;
  const passwordHash = password === null ? null : await context.passwords.hash(password);
  const by: MadeBy = { actor: { type: 'program', id: 'accounts.create' }, requestId: null, address: null, now: context.clock.now() };
  return context.store.transaction(tx => createAccount(tx, context, account, { ...person, passwordHash }, by));
}

function operatorIsThere(): Problem {
  return new Problem('invalid_state', 'This service has an operator already. Sign in, or ask the operator for an invitation.');
}

export function emailTaken(): Problem {
  return new Problem('already_exists', 'There is a person with this e-mail address already. Sign in, or use another address.');
}

/** Makes those who change what belongs to an account follow one another until `tx` ends. */
export async function lockAccount(tx: Db, accountId: string): Promise<void> {
  // A change that changes nothing holds the row, on both databases.
  await tables(tx).updateTable('account').set(eb => ({ settings_version: eb.ref('settings_version') })).where('id', '=', accountId).execute();
}
