import { isEnded, runStatuses } from '../../../core/run.ts';
import type { Db, Queue } from '../../../store/index.ts';
import { end } from './transitions.ts';
import type { Spent } from '../account/index.ts';
import type { RunRow } from './shapes.ts';
import { tables } from './tables.ts';

/** What cancelling needs. */
export interface Cancelling {
  queue: Queue;
  now: number;
  /** Gives back, in `tx`, what was spent for a run. */
  refund(tx: Db, spent: Spent): Promise<void>;
}

/** Cancels a run that waits or is under way; null where it has ended, or is gone. */
export async function cancelOne(tx: Db, { queue, now }: Pick<Cancelling, 'queue' | 'now'>, accountId: string, id: string): Promise<RunRow | null> {
  const row = await end(tx, { id, accountId }, { status: 'cancelled' }, [], now);
  if (row) await queue.drop(tx, id);
  return row;
}

/** Cancels every run about these things, which are about to go; what was spent for those that had not begun is given back. */
export async function cancelRunsAbout(tx: Db, cancelling: Cancelling, accountId: string, subjectIds: readonly string[]): Promise<void> {
  const rows = await tables(tx).selectFrom('run').select('id').where('account_id', '=', accountId).where('subject_id', 'in', subjectIds)
    .where('status', 'in', runStatuses.filter(status => !isEnded(status))).orderBy('id').execute();
  for (const { id } of rows) {
    const row = await cancelOne(tx, cancelling, accountId, id);
    if (row?.started_at === null && row.allowance && row.allowance_at) {
      await cancelling.refund(tx, { accountId, allowance: row.allowance as Spent['allowance'], spentAt: row.allowance_at });
    }
  }
}
