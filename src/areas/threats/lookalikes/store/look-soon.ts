import type { Db, Queue } from '../../../../store/index.ts';

/** The job that looks at new candidates, and again at those of which one look saw a change. */
export const LOOK_JOB = 'lookAtLookalikes';

/** Has the job done when the first candidate of the domain is due, and no sooner than `now`; one that waits for later is brought forward. */
export async function lookSoon(tx: Db, queue: Queue, { accountId, domainId }: { accountId: string; domainId: string }, now: number): Promise<void> {
  const next = await tx.selectFrom('lookalike').select('look_at').where('domain_id', '=', domainId).where('look_at', 'is not', null).orderBy('look_at').limit(1).executeTakeFirst();
  if (!next) return;
  const runAt = Math.max(next.look_at!, now);
  const added = await queue.add(tx, accountId, [{ kind: LOOK_JOB, payload: { domainId }, runAt, dedupeKey: domainId, background: true }]);
  if (added === 0) await tx.updateTable('job').set({ run_at: runAt }).where('kind', '=', LOOK_JOB).where('dedupe_key', '=', domainId).where('run_at', '>', runAt).execute();
}
