import type { Selectable } from 'kysely';
import type { Db } from '../../../../store/index.ts';
import { tables, type AccessibilityTables } from '../tables.ts';

export type ScheduleRow = Selectable<AccessibilityTables['accessibility_schedule']>;

/** Stores when a domain is audited by itself, in place of what was planned before. */
export async function saveSchedule(tx: Db, row: ScheduleRow): Promise<void> {
  const { domain_id: _, ...changed } = row;
  await tables(tx).insertInto('accessibility_schedule').values(row).onConflict(conflict => conflict.column('domain_id').doUpdateSet(changed)).execute();
}

/** Schedules whose time has come, with the name of the domain and the plan of its account. */
export function dueSchedules(tx: Db, now: number, max: number) {
  return tables(tx).selectFrom('accessibility_schedule as planned').innerJoin('domain', 'domain.id', 'planned.domain_id').innerJoin('account', 'account.id', 'planned.account_id')
    .select(['planned.domain_id', 'planned.account_id', 'planned.settings', 'planned.every_days', 'planned.due_at', 'domain.name', 'account.plan'])
    .where('planned.due_at', '<=', now).orderBy('planned.due_at').orderBy('planned.domain_id').limit(max).execute();
}

/** Moves a schedule on; false where another worker did so. */
export async function moveSchedule(tx: Db, { domain_id: domainId, due_at: dueAt }: Pick<ScheduleRow, 'domain_id' | 'due_at'>, next: number): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx).updateTable('accessibility_schedule').set({ due_at: next }).where('domain_id', '=', domainId).where('due_at', '=', dueAt).executeTakeFirst();
  return numUpdatedRows > 0n;
}
