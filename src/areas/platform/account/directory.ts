import { reachesAllowed, type Account, type Plan } from '../../../core/access.ts';
import type { Db } from '../../../store/index.ts';
import type { AuditPort } from './audit-port.ts';
import { tables } from './tables.ts';

/** Whether the account of the people who run this service was made. */
export async function operatorExists(db: Db): Promise<boolean> {
  return await tables(db).selectFrom('account').select('id').where('operator', '=', 1).executeTakeFirst() !== undefined;
}

/** The account of this id or of the person with this e-mail address, or with null that of the operator; null where there is none. */
export async function findAccount(db: Db, named: string | null): Promise<Account | null> {
  const accounts = tables(db).selectFrom('account').select(['id', 'name', 'plan', 'operator', 'trusted']);
  const found = named === null
    ? accounts.where('operator', '=', 1)
    : accounts.where(eb => eb.or([eb('id', '=', named), eb('id', '=', eb.selectFrom('auth_user').select('accountId').where('email', '=', named.toLowerCase()))]));
  const row = await found.executeTakeFirst();
  return row ? { ...row, plan: row.plan as Plan, operator: row.operator === 1, trusted: row.trusted === 1 } : null;
}

/** Whether work of the account may reach what the operator allows, as the account is marked now. */
export async function mayReachAllowed(db: Db, accountId: string): Promise<boolean> {
  const row = await tables(db).selectFrom('account').select(['operator', 'trusted']).where('id', '=', accountId).executeTakeFirst();
  return row !== undefined && reachesAllowed({ operator: row.operator === 1, trusted: row.trusted === 1 });
}

/** Marks the account as trusted or takes that back, with the audit entry; it holds from the next call, run and schedule on. False where nothing had to be changed. */
export async function setTrust(tx: Db, { audit }: { audit: AuditPort }, accountId: string, trusted: boolean, now: number): Promise<boolean> {
  const flag = trusted ? 1 : 0;
  const changed = await tables(tx).updateTable('account').set({ trusted: flag }).where('id', '=', accountId).where('trusted', '<>', flag).returning('id').executeTakeFirst();
  if (!changed) return false;
  await audit(tx, {
    accountId, actor: { type: 'program', id: trusted ? 'accounts.trust' : 'accounts.untrust' }, requestId: null, address: null, now,
    action: trusted ? 'account.trusted' : 'account.untrusted', resource: { type: 'account', id: accountId },
  });
  return true;
}

/** Puts the account on `plan`, with the audit entry; it holds from the next request on. False where nothing had to be changed. */
export async function setPlan(tx: Db, { audit }: { audit: AuditPort }, accountId: string, plan: Plan, now: number): Promise<boolean> {
  const changed = await tables(tx).updateTable('account').set({ plan }).where('id', '=', accountId).where('plan', '<>', plan).returning('id').executeTakeFirst();
  if (!changed) return false;
  await audit(tx, {
    accountId, actor: { type: 'program', id: 'accounts.set-plan' }, requestId: null, address: null, now,
    action: 'account.plan_changed', resource: { type: 'account', id: accountId }, details: { plan },
  });
  return true;
}

/** One account as lists for the operator show it; `email` is that of its oldest person. */
export interface AccountLine {
  id: string;
  name: string;
  plan: string;
  operator: boolean;
  /** Whether it is marked as trusted; the operator's account needs no mark. */
  trusted: boolean;
  email: string | null;
  people: number;
  /** Epoch milliseconds. */
  createdAt: number;
}

/** All accounts, oldest first, read in pages. */
export async function* listAccounts(db: Db, pageSize = 200): AsyncGenerator<AccountLine> {
  for (let last = '';;) {
    const rows = await tables(db).selectFrom('account')
      .select(eb => [
        'id', 'name', 'plan', 'operator', 'trusted', 'created_at',
        eb.selectFrom('auth_user').select('email').whereRef('accountId', '=', 'account.id').orderBy('auth_user.id').limit(1).as('email'),
        eb.selectFrom('auth_user').select(people => people.fn.countAll<number>().as('people')).whereRef('accountId', '=', 'account.id').as('people'),
      ])
      .where('id', '>', last).orderBy('id').limit(pageSize).execute();
    for (const { created_at, operator, trusted, people, ...row } of rows) yield { ...row, operator: operator === 1, trusted: trusted === 1, people: Number(people), createdAt: created_at };
    if (rows.length < pageSize) return;
    last = rows.at(-1)!.id;
  }
}

/** The e-mail address of the account's first owner, or null where it has none. */
export async function ownerAddress(db: Db, accountId: string): Promise<string | null> {
  const owner = await tables(db).selectFrom('auth_user').select('email').where('accountId', '=', accountId).where('role', '=', 'owner').orderBy('createdAt').orderBy('id').executeTakeFirst();
  return owner?.email ?? null;
}
