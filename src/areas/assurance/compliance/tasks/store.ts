import type { Db } from '../../../../store/index.ts';
import { nextTime } from '../../../schedule.ts';
import { tables } from '../tables.ts';

const REMIND_EACH_MS = 3_600_000;

/** A reminder that was sent or is to be. */
export interface Reminder {
  task: string;
  dueAt: number;
  step: number;
}

/** Has people of the account reminded from now on. */
export async function watchReminders(tx: Db, accountId: string, now: number): Promise<void> {
  await tables(tx).insertInto('compliance_reminder_watch').values({ account_id: accountId, due_at: now }).onConflict(conflict => conflict.doNothing()).execute();
}

/** The accounts whose reminders are due at `now`; each is due again in an hour. */
export async function takeReminders(tx: Db, now: number, max: number): Promise<string[]> {
  const due = await tables(tx).selectFrom('compliance_reminder_watch').selectAll().where('due_at', '<=', now).orderBy('due_at').limit(max).execute();
  const taken: string[] = [];
  for (const { account_id: accountId, due_at: dueAt } of due) {
    const { numUpdatedRows } = await tables(tx).updateTable('compliance_reminder_watch').set({ due_at: nextTime(now, REMIND_EACH_MS, accountId) }).where('account_id', '=', accountId).where('due_at', '=', dueAt).executeTakeFirst();
    if (numUpdatedRows === 1n) taken.push(accountId);
  }
  return taken;
}

/** What was sent already, as `task due step`. */
export async function sentReminders(db: Db, accountId: string): Promise<ReadonlySet<string>> {
  const rows = await tables(db).selectFrom('compliance_reminder').select(['task', 'due_at', 'step']).where('account_id', '=', accountId).execute();
  return new Set(rows.map(({ task, due_at: dueAt, step }) => keyOf({ task, dueAt, step })));
}

export function keyOf({ task, dueAt, step }: Reminder): string {
  return `${task} ${dueAt} ${step}`;
}

export async function noteReminders(tx: Db, accountId: string, reminders: readonly Reminder[], now: number): Promise<void> {
  for (const { task, dueAt, step } of reminders) await tables(tx).insertInto('compliance_reminder').values({ account_id: accountId, task, due_at: dueAt, step, sent_at: now }).execute();
}
