import type { Cursor } from '../../../core/page.ts';
import type { RunStatus } from '../../../core/run.ts';
import type { Db } from '../../../store/index.ts';
import { present, type RunEventRow, type RunRow } from './shapes.ts';
import { tables } from './tables.ts';

const ROWS_A_PAGE = 500;

/** Which runs are wanted; what is left out does not matter. */
export interface RunFilter {
  /** Null for all. */
  kinds: readonly string[] | null;
  status?: RunStatus | undefined;
  subject?: string | undefined;
}

/** The run, or null where the account has none of that id. */
export async function findRun(db: Db, accountId: string, id: string): Promise<RunRow | null> {
  return await tables(db).selectFrom('run').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** Runs of the account, newest first: at most `limit`, after `position`. */
export async function newestRuns(db: Db, accountId: string, { kinds, status, subject }: RunFilter, position: Cursor | null, limit: number): Promise<RunRow[]> {
  if (kinds?.length === 0) return [];
  return tables(db).selectFrom('run').selectAll().where('account_id', '=', accountId)
    .$if(kinds !== null, query => query.where('kind', 'in', kinds!))
    .$if(status !== undefined, query => query.where('status', '=', status!))
    .$if(subject !== undefined, query => query.where('subject_id', '=', subject!))
    .$if(position !== null, query => query.where('id', '<', position!.id))
    .orderBy('id', 'desc').limit(limit).execute();
}

/** How many runs of these kinds, null for all, are in each status that is not the end. */
export async function countUnderWay(db: Db, accountId: string, kinds: readonly string[] | null): Promise<{ queued: number; running: number }> {
  if (kinds?.length === 0) return { queued: 0, running: 0 };
  const rows = await tables(db).selectFrom('run').select(['status', ({ fn }) => fn.countAll<number | string>().as('runs')]).where('account_id', '=', accountId)
    .where('status', 'in', ['queued', 'running']).$if(kinds !== null, query => query.where('kind', 'in', kinds!)).groupBy('status').execute();
  const countOf = (status: string) => Number(rows.find(row => row.status === status)?.runs ?? 0);
  return { queued: countOf('queued'), running: countOf('running') };
}

/** What the run told after the event `seq`, in order, at most `limit`. */
export async function eventsAfter(db: Db, runId: string, seq: number, limit: number): Promise<RunEventRow[]> {
  return tables(db).selectFrom('run_event').selectAll().where('run_id', '=', runId).where('seq', '>', seq).orderBy('seq').limit(limit).execute();
}

/** All runs of the account, newest first, for the export of everything that an account holds. */
export async function* runsOf(db: Db, accountId: string): AsyncGenerator<object> {
  for (let position: Cursor | null = null; ;) {
    const rows = await newestRuns(db, accountId, { kinds: null }, position, ROWS_A_PAGE);
    yield* rows.map(row => present(row, []));
    const last = rows.at(-1);
    if (!last) return;
    position = { at: last.created_at, id: last.id };
  }
}
