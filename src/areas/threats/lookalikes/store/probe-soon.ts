import type { Db, Queue } from '../../../../store/index.ts';
import { tables } from '../tables.ts';
import { z } from 'zod';
import { defineJob } from '../../../job.ts';

/** The job that probes new candidates, and again those of which one probe saw a change. */
export const probeJob = defineJob('probeLookalikes', z.object({ domainId: z.string() }));

/** Has the job done when the first candidate of the domain is due, and no sooner than `now`; one that waits for later is brought forward. */
export async function probeSoon(tx: Db, queue: Queue, { accountId, domainId }: { accountId: string; domainId: string }, now: number): Promise<void> {
  const next = await tables(tx).selectFrom('lookalike').select('probe_at').where('domain_id', '=', domainId).where('probe_at', 'is not', null).orderBy('probe_at').limit(1).executeTakeFirst();
  if (!next) return;
  const runAt = Math.max(next.probe_at!, now);
  const added = await queue.add(tx, accountId, [probeJob({ domainId }, { runAt, dedupeKey: domainId, background: true })]);
  if (added === 0) await queue.hasten(tx, probeJob.kind, domainId, runAt);
}
