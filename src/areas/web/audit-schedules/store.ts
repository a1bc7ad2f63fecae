import type { Selectable } from 'kysely';
import type { Db } from '../../../store/index.ts';
import type { AuditKind } from './kinds.ts';
import { tables, type AuditScheduleTables } from './tables.ts';

export type ScheduleRow = Selectable<AuditScheduleTables['audit_schedule']>;
type Key = Pick<ScheduleRow, 'domain_id' | 'kind'>;

/** Stores when a domain is audited by itself, in place of what was scheduled before. */
export async function saveSchedule(tx: Db, row: ScheduleRow): Promise<void> {
  const { domain_id: _domain, kind: _kind, ...changed } = row;
  await tables(tx).insertInto('audit_schedule').values(row).onConflict(conflict => conflict.columns(['domain_id', 'kind']).doUpdateSet(changed)).execute();
}

/** Removes the schedule of a domain; false where there is none. */
export async function removeSchedule(tx: Db, accountId: string, { domain_id: domainId, kind }: Key): Promise<boolean> {
  const { numDeletedRows } = await tables(tx).deleteFrom('audit_schedule').where('account_id', '=', accountId).where('domain_id', '=', domainId).where('kind', '=', kind).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Schedules of the account with the names of their domains, by domain and kind, those after `after`. */
export async function schedulesOf(db: Db, accountId: string, { domainIds, kinds, after, limit }: { domainIds?: readonly string[] | undefined; kinds?: readonly AuditKind[] | undefined; after?: Key | undefined; limit?: number }) {
  if (kinds?.length === 0) return [];
  return withDomain(db)
    .where('planned.account_id', '=', accountId)
    .$if(domainIds !== undefined, query => query.where('planned.domain_id', 'in', domainIds!))
    .$if(kinds !== undefined, query => query.where('planned.kind', 'in', kinds!))
    .$if(after !== undefined, query => query.where(({ eb, refTuple, tuple }) => eb(refTuple('planned.domain_id', 'planned.kind'), '>', tuple(after!.domain_id, after!.kind))))
    .orderBy('planned.domain_id').orderBy('planned.kind').$if(limit !== undefined, query => query.limit(limit!)).execute();
}

/** Schedules of a kind whose time has come, with the name of the domain and the plan of its account. */
export function dueSchedules(tx: Db, kind: AuditKind, now: number, max: number) {
  return withDomain(tx).innerJoin('account', 'account.id', 'planned.account_id').select('account.plan')
    .where('planned.kind', '=', kind).where('planned.due_at', '<=', now).orderBy('planned.due_at').orderBy('planned.domain_id').limit(max).execute();
}

/** Moves a schedule on; false where another worker did so. */
export async function moveSchedule(tx: Db, { domain_id: domainId, kind, due_at: dueAt }: Key & Pick<ScheduleRow, 'due_at'>, next: number): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx).updateTable('audit_schedule').set({ due_at: next }).where('domain_id', '=', domainId).where('kind', '=', kind).where('due_at', '=', dueAt).executeTakeFirst();
  return numUpdatedRows > 0n;
}

const withDomain = (db: Db) => tables(db).selectFrom('audit_schedule as planned').innerJoin('domain', 'domain.id', 'planned.domain_id').selectAll('planned').select('domain.name');

/** What the account's export has of them. */
export async function* exported(db: Db, accountId: string): AsyncGenerator<object> {
  for (const { account_id: _, settings, ...row } of await schedulesOf(db, accountId, {})) yield { ...row, settings: JSON.parse(settings) as unknown };
}
