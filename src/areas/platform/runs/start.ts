import type { Insertable } from 'kysely';
import type { Scope } from '../../../core/access.ts';
import type { Call, DailyAllowance } from '../../../core/operation.ts';
import type { RunSubject, RunTrigger } from '../../../core/run.ts';
import type { AreaServices } from '../../services.ts';
import type { Db, NewJob, Queue } from '../../../store/index.ts';
import type { Subjects } from '../../subject.ts';
import type { AnyRunKind, RunKind } from '../../run-kind.ts';
import { present, type RunRecord, type RunRow } from './shapes.ts';
import { tables, type RunTables } from './tables.ts';

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
  /** Others that the account asks for do not stand behind it; left out, as the schedule's. */
  background?: boolean;
}

const ROWS_A_STATEMENT = 500;

/** What starting a run needs. */
type Starting = Pick<RunsServices, 'queue' | 'newId' | 'clock'>;

/**
 * Adds a run in the transaction of the caller. One of the same key whose time had come and that still waits becomes
 * the one that is asked for. `started` is false where another of the same key waits or is under way: then that one is
 * given, and what was spent for the new one is the caller's to give back.
 */
export async function startRun<Input>(tx: Db, starting: Starting, wanted: NewRun<Input>): Promise<{ run: RunRow; started: boolean }> {
  const { queue, newId } = starting;
  const { accountId, kind: { kind }, trigger, allowance, dedupeKey } = wanted;
  const id = newId('run');
  while (await queue.add(tx, accountId, [jobOf(id, wanted)]) === 0) {
    const run = await runOfKey(tx, kind, dedupeKey!);
    const hastened = run && trigger === 'manual' ? await hasten(tx, queue, run, allowance) : undefined;
    if (hastened) return { run: hastened, started: true };
    if (run) return { run, started: false };
    // It ended between the two statements: there is room now.
  }
  const run = await tables(tx).insertInto('run').values(rowOf(id, wanted, starting)).returningAll().executeTakeFirstOrThrow();
  return { run, started: true };
}

/** Adds runs of one account together in the transaction of the caller. None with their keys may wait or be under way, as for what was just made. */
export async function startNewRuns<Input>(tx: Db, starting: Starting, accountId: string, wanted: readonly Omit<NewRun<Input>, 'accountId'>[]): Promise<void> {
  const runs = wanted.map(one => ({ id: starting.newId('run'), run: { ...one, accountId } }));
  const added = await starting.queue.add(tx, accountId, runs.map(({ id, run }) => jobOf(id, run)));
  if (added !== runs.length) throw new Error('A run with the same key waits or is under way.');
  for (let from = 0; from < runs.length; from += ROWS_A_STATEMENT) {
    await tables(tx).insertInto('run').values(runs.slice(from, from + ROWS_A_STATEMENT).map(({ id, run }) => rowOf(id, run, starting))).execute();
  }
}

function jobOf<Input>(id: string, { kind: { kind }, trigger, background = trigger === 'schedule', dedupeKey, runAt }: NewRun<Input>): NewJob {
  return { id, kind, payload: null, background, ...(dedupeKey === undefined ? {} : { dedupeKey }), ...(runAt === undefined ? {} : { runAt }) };
}

function rowOf<Input>(id: string, { accountId, kind: { kind }, subject, input, trigger, scope, allowance }: NewRun<Input>, { clock }: Pick<Starting, 'clock'>): Insertable<RunTables['run']> {
  return {
    id, account_id: accountId, kind, subject_type: subject.type, subject_id: subject.id, subject_label: subject.label, trigger, scope: scope ?? null,
    allowance: allowance?.name ?? null, allowance_at: allowance?.spentAt ?? null,
    status: 'queued', done: 0, total: 0, step: null, event_seq: 0, stage_seq: 0, input: JSON.stringify(input ?? null), state: null, result: null, error: null, paused_key: null, paused_run_at: null,
    created_at: clock.now(), started_at: null, finished_at: null,
  };
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

/** Takes a run that still waits out of the background, and makes a scheduled one that which somebody asked for; undefined where it was not scheduled. */
async function hasten(tx: Db, queue: Queue, { id, account_id: accountId, status }: RunRow, allowance: NewRun<never>['allowance']): Promise<RunRow | undefined> {
  const row = await tables(tx).updateTable('run').set({ trigger: 'manual', allowance: allowance?.name ?? null, allowance_at: allowance?.spentAt ?? null })
    .where('id', '=', id).where('status', '=', 'queued').where('trigger', '=', 'schedule').returningAll().executeTakeFirst();
  if (status === 'queued') await queue.bringForward(tx, accountId, id);
  return row;
}

/** The reply, of status 202, of an operation that has started `run`. */
export function accepted({ respond }: Pick<Call, 'respond'>, { runKinds }: Pick<RunsServices, 'runKinds'>, run: RunRow): { success: true; data: RunRecord } {
  const data = present(run, runKinds);
  respond.headers['location'] = data.links.self;
  return { success: true, data };
}
