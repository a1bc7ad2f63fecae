import { runStatuses, isEnded, type RunStatus } from '../../../core/run.ts';
import type { Db } from '../../../store/index.ts';
import type { RunEvent } from '../../run-kind.ts';
import type { RunRow } from './shapes.ts';
import { tables } from './tables.ts';

/**
 * How runs pass from one state to the next. Each change locks the row of the run first, and the job afterwards: so the
 * worker, another one that has taken over, and somebody who cancels follow one another.
 */
const open = runStatuses.filter(status => !isEnded(status));
const underWay = open.filter(status => status !== 'paused');

/** What a step of a run changes. */
type Change = Partial<Pick<RunRow, 'state' | 'done' | 'total' | 'step' | 'result' | 'error'>> & { status?: RunStatus };

/** Begins a run or goes on with it: what was reported after its last finished stage is forgotten. Null where it has ended, or is gone. */
export async function begin(tx: Db, id: string, now: number): Promise<RunRow | null> {
  const stage = tables(tx).selectFrom('run').select('stage_seq').where('id', '=', id);
  await tables(tx).deleteFrom('run_event').where('run_id', '=', id).where('seq', '>', stage).execute();
  const row = await tables(tx).updateTable('run').set(eb => ({
    status: 'running', started_at: eb.fn.coalesce('started_at', eb.val(now)), event_seq: eb('event_seq', '+', 1), stage_seq: eb('event_seq', '+', 1),
  })).where('id', '=', id).where('status', 'in', underWay).returningAll().executeTakeFirst();
  if (!row) return null;
  await tell(tx, row, [{ name: row.event_seq === 1 ? 'started' : 'resumed', data: {} }], now);
  return row;
}

/** Tells `events`; with `change`, they stay as the end of a stage. False where the run is not under way any more. */
export async function advance(tx: Db, id: string, change: Change | null, events: readonly RunEvent[], now: number): Promise<boolean> {
  const row = await tables(tx).updateTable('run').set(eb => ({
    ...change,
    event_seq: eb('event_seq', '+', events.length),
    ...(change ? { stage_seq: eb('event_seq', '+', events.length) } : {}),
  })).where('id', '=', id).where('status', '=', 'running').returning(['id', 'event_seq']).executeTakeFirst();
  if (!row) return false;
  await tell(tx, row, events, now);
  return true;
}

/** Ends a run and tells so after `events`; null where it has ended already, or is gone. `accountId` null is any. */
export async function end(
  tx: Db, { id, accountId = null }: { id: string; accountId?: string | null },
  change: Change & { status: RunStatus }, events: readonly RunEvent[], now: number,
): Promise<RunRow | null> {
  const all = [...events, { name: 'ended', data: { status: change.status, error: change.error ?? null } }];
  const whole = change.status === 'completed' || change.status === 'partial';
  const row = await tables(tx).updateTable('run').set(eb => ({
    ...change, ...(whole ? { done: eb.ref('total') } : {}), step: null, state: null, finished_at: now,
    event_seq: eb('event_seq', '+', all.length), stage_seq: eb('event_seq', '+', all.length),
  })).where('id', '=', id).where('status', 'in', open).$if(accountId !== null, query => query.where('account_id', '=', accountId!))
    .returningAll().executeTakeFirst();
  if (!row) return null;
  await tell(tx, row, all, now);
  return row;
}

/** Pauses a run that waits or is under way, and keeps the key of its job; null where it does neither. */
export async function pauseRow(tx: Db, { id, accountId, key, runAt }: { id: string; accountId: string; key: string | null; runAt: number | null }, now: number): Promise<RunRow | null> {
  return turnTo(tx, { id, accountId, from: underWay }, { status: 'paused', paused_key: key, paused_run_at: runAt }, 'paused', now);
}

/** Lets a paused run wait for a worker; null where it is not paused. */
export async function resumeRow(tx: Db, { id, accountId }: { id: string; accountId: string }, now: number): Promise<RunRow | null> {
  return turnTo(tx, { id, accountId, from: ['paused'] }, { status: 'queued' }, 'queued', now);
}

async function turnTo(tx: Db, { id, accountId, from }: { id: string; accountId: string; from: readonly RunStatus[] }, change: { status: RunStatus; paused_key?: string | null; paused_run_at?: number | null }, event: string, now: number): Promise<RunRow | null> {
  const row = await tables(tx).updateTable('run').set(eb => ({ ...change, event_seq: eb('event_seq', '+', 1), stage_seq: eb('event_seq', '+', 1) }))
    .where('id', '=', id).where('account_id', '=', accountId).where('status', 'in', from).returningAll().executeTakeFirst();
  if (row) await tell(tx, row, [{ name: event, data: {} }], now);
  return row ?? null;
}

/** Gives the run back to the queue. */
export async function queueAgain(tx: Db, id: string): Promise<void> {
  await tables(tx).updateTable('run').set({ status: 'queued' }).where('id', '=', id).where('status', '=', 'running').execute();
}

/** Writes down `events`, of which the last has the number `event_seq`. */
async function tell(tx: Db, { id, event_seq: last }: Pick<RunRow, 'id' | 'event_seq'>, events: readonly RunEvent[], now: number): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ name, data }, at) => ({ run_id: id, seq: last - events.length + at + 1, name, data: JSON.stringify(data ?? null), at: now }));
  await tables(tx).insertInto('run_event').values(rows).execute();
}
