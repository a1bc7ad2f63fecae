import type { Cursor } from '../../../core/page.ts';
import type { Scope } from '../../../core/access.ts';
import type { RunStatus } from '../../../core/run.ts';
import type { Db } from '../../../store/index.ts';
import { present, type RunEventRow, type RunRow } from './shapes.ts';
import { tables } from './tables.ts';

const ROWS_A_PAGE = 500;

/** Which runs are wanted; what is left out does not matter. */
export interface RunFilter {
  seen: SeenRuns;
  kind?: readonly string[] | undefined;
  status?: readonly RunStatus[] | undefined;
  subject?: readonly string[] | undefined;
}

/** Runs that a caller may see: of these kinds, or started by these scopes; null for all. */
export type SeenRuns = { kinds: readonly string[]; scopes: readonly Scope[] } | null;

/** The run, or null where the account has none of that id. */
export async function findRun(db: Db, accountId: string, id: string): Promise<RunRow | null> {
  return await tables(db).selectFrom('run').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

// No kind or scope has an empty name: some databases know no empty list.
function runsSeen(db: Db, accountId: string, seen: SeenRuns) {
  return tables(db).selectFrom('run').where('account_id', '=', accountId)
    .$if(seen !== null, query => query.where(eb => eb.or([eb('kind', 'in', [...seen!.kinds, '']), eb('scope', 'in', [...seen!.scopes, ''])])));
}

/** Runs of the account, newest first: at most `limit`, after `position`. */
export async function newestRuns(db: Db, accountId: string, { seen, kind, status, subject }: RunFilter, position: Cursor | null, limit: number): Promise<RunRow[]> {
  return runsSeen(db, accountId, seen).selectAll()
    .$if(kind !== undefined, query => query.where('kind', 'in', kind!))
    .$if(status !== undefined, query => query.where('status', 'in', status!))
    .$if(subject !== undefined, query => query.where('subject_id', 'in', subject!))
    .$if(position !== null, query => query.where('id', '<', position!.id))
    .orderBy('id', 'desc').limit(limit).execute();
}

/** Whether there is a run of the account about the subject of this id. */
export async function hasRunAbout(db: Db, accountId: string, subjectId: string): Promise<boolean> {
  return await tables(db).selectFrom('run').select('id').where('account_id', '=', accountId).where('subject_id', '=', subjectId).limit(1).executeTakeFirst() !== undefined;
}

/** How many of the runs that are seen are in each status that is not the end. */
export async function countUnderWay(db: Db, accountId: string, seen: SeenRuns): Promise<{ queued: number; running: number }> {
  const rows = await runsSeen(db, accountId, seen).select(['status', ({ fn }) => fn.countAll<number | string>().as('runs')])
    .where('status', 'in', ['queued', 'running']).groupBy('status').execute();
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
    const rows = await newestRuns(db, accountId, { seen: null }, position, ROWS_A_PAGE);
    yield* rows.map(row => present(row, []));
    const last = rows.at(-1);
    if (!last) return;
    position = { at: last.created_at, id: last.id };
  }
}
