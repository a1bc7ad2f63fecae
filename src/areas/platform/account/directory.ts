import type { Account, Plan } from '../../../core/access.ts';
import type { Db } from '../../../store/index.ts';
import type { AuditPort } from './audit-port.ts';
import { tables } from './tables.ts';

/** Whether the account of the people who run this service was made. */
export async function operatorExists(db: Db): Promise<boolean> {
  return await tables(db).selectFrom('account').select('id').where('operator', '=', 1).executeTakeFirst() !== undefined;
}

/** The account of the person with this e-mail address, or with null that of the operator; null where there is none. */
export async function findAccount(db: Db, email: string | null): Promise<Account | null> {
  const accounts = tables(db).selectFrom('account').select(['id', 'name', 'plan', 'operator']);
  const found = email === null
    ? accounts.where('operator', '=', 1)
    : accounts.where('id', '=', eb => eb.selectFrom('auth_user').select('accountId').where('email', '=', email.toLowerCase()));
  const row = await found.executeTakeFirst();
  return row ? { ...row, plan: row.plan as Plan, operator: row.operator === 1 } : null;
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
        'id', 'name', 'plan', 'operator', 'created_at',
        eb.selectFrom('auth_user').select('email').whereRef('accountId', '=', 'account.id').orderBy('auth_user.id').limit(1).as('email'),
        eb.selectFrom('auth_user').select(people => people.fn.countAll<number>().as('people')).whereRef('accountId', '=', 'account.id').as('people'),
      ])
      .where('id', '>', last).orderBy('id').limit(pageSize).execute();
    for (const { created_at, operator, people, ...row } of rows) yield { ...row, operator: operator === 1, people: Number(people), createdAt: created_at };
    if (rows.length < pageSize) return;
    last = rows.at(-1)!.id;
  }
}

/** The e-mail address of the account's first owner, or null where it has none. */
export async function ownerAddress(db: Db, accountId: string): Promise<string | null> {
  const owner = await tables(db).selectFrom('auth_user').select('email').where('accountId', '=', accountId).where('role', '=', 'owner').orderBy('createdAt').orderBy('id').executeTakeFirst();
  return owner?.email ?? null;
}
