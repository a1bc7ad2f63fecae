import type { Db, Queue } from '../../../store/index.ts';
import type { RunRow } from './shapes.ts';
import { tables } from './tables.ts';
import { pauseRow, resumeRow } from './transitions.ts';

/** Takes a run out of the queue; what its finished stages left stays. Null where it neither waits nor is under way. */
export async function pauseOne(tx: Db, { queue, now }: { queue: Queue; now: number }, accountId: string, id: string): Promise<RunRow | null> {
  const job = await tables(tx).selectFrom('job').select(['dedupe_key', 'run_at']).where('id', '=', id).executeTakeFirst();
  const row = await pauseRow(tx, { id, accountId, key: job?.dedupe_key ?? null, runAt: job?.run_at ?? null }, now);
  if (row) await queue.drop(tx, id);
  return row;
}

/** Puts a paused run back into the queue; `occupied` where another with its key is under way, null where it is not paused. */
export async function resumeOne(tx: Db, { queue, now }: { queue: Queue; now: number }, accountId: string, id: string): Promise<RunRow | 'occupied' | null> {
  const row = await resumeRow(tx, { id, accountId }, now);
  if (!row) return null;
  const { kind, trigger, paused_key: key, paused_run_at: runAt } = row;
  const added = await queue.add(tx, accountId, [{ id, kind, payload: null, background: trigger === 'schedule', ...(key === null ? {} : { dedupeKey: key }), ...(runAt === null ? {} : { runAt }) }]);
  return added === 0 ? 'occupied' : row;
}
