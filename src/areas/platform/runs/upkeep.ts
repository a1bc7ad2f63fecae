import type { Db, NewJob, Queue } from '../../../store/index.ts';
import { tables } from './tables.ts';

/**
 * Sees to it that jobs which belong to no account wait or are being done, also after one was given up; the operator's account stands
 * for them. Gives how many were added; before there is an operator, none.
 */
export async function keepUpkeep(tx: Db, queue: Pick<Queue, 'add'>, jobs: readonly NewJob[]): Promise<number> {
  if (jobs.length === 0) return 0;
  const there = await tables(tx).selectFrom('job').select('id').where(eb => eb.or(jobs.map(({ kind, dedupeKey }) => eb.and({ kind, dedupe_key: dedupeKey! })))).execute();
  const operator = there.length < jobs.length ? await tables(tx).selectFrom('account').select('id').where('operator', '=', 1).executeTakeFirst() : undefined;
  return operator ? queue.add(tx, operator.id, jobs.map(job => ({ ...job, background: true }))) : 0;
}
