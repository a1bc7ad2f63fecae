import type { Scope } from '../../../core/access.ts';
import type { Call, DailyAllowance } from '../../../core/operation.ts';
import type { RunSubject, RunTrigger } from '../../../core/run.ts';
import type { AreaServices } from '../../services.ts';
import type { Db, Queue } from '../../../store/index.ts';
import type { Subjects } from '../../subject.ts';
import type { AnyRunKind, RunKind } from '../../run-kind.ts';
import { present, type RunRecord, type RunRow } from './shapes.ts';
import { tables } from './tables.ts';

/** What runs need, besides what every area has. */
export interface RunsServices extends AreaServices {
  queue: Queue;
  /** Every kind of run of the program. */
  runKinds: readonly AnyRunKind[];
  subjects: Subjects;
}

/** A run that is to be done. */
export interface NewRun<Input> {
  accountId: string;
  kind: RunKind<Input>;
  subject: RunSubject;
  /** JSON. */
  input: Input;
  trigger: RunTrigger;
  /** That of the operation which asks for it, where it is not that of its kind: keys that have it see the run as well. */
  scope?: Scope;
  /** What was spent for it and when, in epoch milliseconds; given back where it fails. */
  allowance: { name: DailyAllowance; spentAt: number } | null;
  /** While a run of this kind with this key waits or is under way, no other is started. */
  dedupeKey?: string;
  /** Epoch milliseconds before which it waits. */
  runAt?: number;
}

/** What starting a run needs. */
type Starting = Pick<RunsServices, 'queue' | 'newId' | 'clock'>;

/**
 * Adds a run in the transaction of the caller. One of the same key whose time had come and that still waits becomes
 * the one that is asked for. `started` is false where another of the same key waits or is under way: then that one is
 * given, and what was spent for the new one is the caller's to give back.
 */
export async function startRun<Input>(tx: Db, { queue, newId, clock }: Starting, wanted: NewRun<Input>): Promise<{ run: RunRow; started: boolean }> {
  const { accountId, kind: { kind }, subject, input, trigger, scope = null, allowance, dedupeKey, runAt } = wanted;
  const id = newId('run');
  const job = { id, kind, payload: null, background: trigger === 'schedule', ...(dedupeKey === undefined ? {} : { dedupeKey }), ...(runAt === undefined ? {} : { runAt }) };
  while (await queue.add(tx, accountId, [job]) === 0) {
    const run = await runOfKey(tx, kind, dedupeKey!);
    const hastened = run && trigger === 'manual' ? await hasten(tx, queue, run, allowance) : undefined;
    if (hastened) return { run: hastened, started: true };
    if (run) return { run, started: false };
    // It ended between the two statements: there is room now.
  }
  const run = await tables(tx).insertInto('run').values({
    id, account_id: accountId, kind, subject_type: subject.type, subject_id: subject.id, subject_label: subject.label, trigger, scope,
    allowance: allowance?.name ?? null, allowance_at: allowance?.spentAt ?? null,
    status: 'queued', done: 0, total: 0, step: null, event_seq: 0, stage_seq: 0, input: JSON.stringify(input ?? null), state: null, result: null, error: null, paused_key: null, paused_run_at: null,
    created_at: clock.now(), started_at: null, finished_at: null,
  }).returningAll().executeTakeFirstOrThrow();
  return { run, started: true };
}

/** The run that waits or is under way with this key; its job has its id. */
export async function runOfKey(tx: Db, kind: string, dedupeKey: string): Promise<RunRow | undefined> {
  return tables(tx).selectFrom('run').selectAll('run').innerJoin('job', 'job.id', 'run.id')
    .where('job.kind', '=', kind).where('job.dedupe_key', '=', dedupeKey).executeTakeFirst();
}

/** The newest run with this key that is paused. */
export async function pausedRunOfKey(db: Db, accountId: string, kind: string, dedupeKey: string): Promise<RunRow | undefined> {
  return tables(db).selectFrom('run').selectAll().where('account_id', '=', accountId).where('kind', '=', kind).where('paused_key', '=', dedupeKey).where('status', '=', 'paused')
    .orderBy('id', 'desc').limit(1).executeTakeFirst();
}

/** Makes a scheduled run that still waits one that somebody asked for; undefined where it is none. */
async function hasten(tx: Db, queue: Queue, { id, account_id: accountId }: RunRow, allowance: NewRun<never>['allowance']): Promise<RunRow | undefined> {
  const row = await tables(tx).updateTable('run').set({ trigger: 'manual', allowance: allowance?.name ?? null, allowance_at: allowance?.spentAt ?? null })
    .where('id', '=', id).where('status', '=', 'queued').where('trigger', '=', 'schedule').returningAll().executeTakeFirst();
  if (row) await queue.bringForward(tx, accountId, id);
  return row;
}

/** The reply, of status 202, of an operation that has started `run`. */
export function accepted({ respond }: Pick<Call, 'respond'>, { runKinds }: Pick<RunsServices, 'runKinds'>, run: RunRow): { success: true; data: RunRecord } {
  const data = present(run, runKinds);
  respond.headers['location'] = data.links.self;
  return { success: true, data };
}
