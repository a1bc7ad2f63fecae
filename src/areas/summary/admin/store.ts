import { sql, type SqlBool } from 'kysely';
import type { Plan } from '../../../core/access.ts';
import type { Cursor } from '../../../core/page.ts';
import type { Db } from '../../../store/index.ts';
import type { EntryRow } from '../../platform/audit/index.ts';
import type { AccountRecord } from './shapes.ts';
import { tables } from './tables.ts';

// These queries are the operator's own: they read all accounts, and no other area may use them.

/** Accounts, newest first: at most `limit`, after `position`; keys count as active at `now`. */
export async function newestAccounts(db: Db, position: Cursor | null, limit: number, now: number) {
  return tables(db).selectFrom('account').select(['id', 'name', 'plan', 'operator', 'trusted', 'created_at'])
    .select(eb => [
      eb.selectFrom('auth_user').whereRef('auth_user.accountId', '=', 'account.id').select(one => one.fn.countAll<number>().as('n')).as('people'),
      eb.selectFrom('api_key').whereRef('api_key.account_id', '=', 'account.id').where(isActive(now)).select(one => one.fn.countAll<number>().as('n')).as('active_keys'),
    ])
    .$if(position !== null, query => query.where(eb => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(position!.at, position!.id))))
    .orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** The account as the operator sees it. */
export function present(row: Awaited<ReturnType<typeof newestAccounts>>[number]): AccountRecord {
  const { id, name, plan, operator, trusted, people, active_keys, created_at } = row;
  return { id, name, plan: plan as Plan, operator: operator === 1, trusted: trusted === 1, people: people ?? 0, activeKeys: active_keys ?? 0, createdAt: new Date(created_at).toISOString() };
}

/** Audit entries of all accounts or one, newest first: at most `limit`, after `position`. */
export async function newestEntries(
  db: Db, { accountId, action }: { accountId?: readonly string[] | undefined; action?: readonly string[] | undefined }, position: Cursor | null, limit: number,
): Promise<EntryRow[]> {
  return tables(db).selectFrom('audit_entry').selectAll()
    .$if(accountId !== undefined, query => query.where('account_id', 'in', accountId!))
    .$if(action !== undefined, query => query.where('action', 'in', action!))
    .$if(position !== null, query => query.where(eb => eb(eb.refTuple('at', 'id'), '<', eb.tuple(position!.at, position!.id))))
    .orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** How much there is; audit entries are counted by the heads of their chains, which need no walk. */
export async function countAll(db: Db, now: number) {
  return tables(db).selectNoFrom(eb => [
    eb.selectFrom('account').select(one => one.fn.countAll<number>().as('n')).as('accounts'),
    eb.selectFrom('account').where('operator', '=', 1).select(one => one.fn.countAll<number>().as('n')).as('operators'),
    eb.selectFrom('auth_user').select(one => one.fn.countAll<number>().as('n')).as('people'),
    eb.selectFrom('api_key').where(isActive(now)).select(one => one.fn.countAll<number>().as('n')).as('activeKeys'),
    eb.selectFrom('audit_head').select(one => one.fn.sum<number | null>('seq').as('n')).as('auditEntries'),
  ]).executeTakeFirstOrThrow();
}

/** Whether the key of the row can be used. */
function isActive(now: number) {
  return sql<SqlBool>`${sql.ref('revoked_at')} is null and (${sql.ref('expires_at')} is null or ${sql.ref('expires_at')} > ${now})`;
}
