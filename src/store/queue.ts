import { sql } from 'kysely';
import type { NewId } from '../core/ids.ts';
import { oneOf } from './bulk.ts';
import type { Db } from './db.ts';
import type { Store } from './store.ts';
import { storeTables } from './store-tables.ts';

/** Work for a worker, one day or at once. */
export interface NewJob {
  /** Left out, a new one. */
  id?: string;
  kind: string;
  /** JSON; small: what is large stands in a table of its own. */
  payload: unknown;
  /** Epoch milliseconds; left out, at once. */
  runAt?: number;
  /** While a job of this kind with this key waits or is being done, another is not added. */
  dedupeKey?: string;
  /** Nobody waits for it: it takes turns with other such jobs of its account, and the others do not stand behind it. */
  background?: boolean;
}

/** A job in the hands of one worker. */
export interface Job {
  id: string;
  kind: string;
  accountId: string;
  payload: unknown;
  /** How often it was taken, this time included. */
  attempts: number;
  lease: string;
}

/** The jobs of one kind that are due and that nobody has. */
export interface DueJobs {
  kind: string;
  count: number;
  /** Since when the oldest of them is due, epoch milliseconds. */
  since: number;
}

/** The work that waits, shared by all processes over one database. A job is done once, or taken again when its worker has died. */
export interface Queue {
  /** How long a job is a worker's that is not heard of. */
  leaseMs: number;
  /** Adds jobs with the change that makes them needed; accounts take turns, however many jobs each has. Gives the number of those that were not there yet. */
  add(tx: Db, accountId: string, jobs: readonly NewJob[]): Promise<number>;
  /** Takes up to `max` jobs that are due; they are this worker's for `leaseMs`. */
  take(kinds: readonly string[], max: number): Promise<Job[]>;
  /** Takes those jobs of `kind` with these keys that are due and were never taken, for one who does them together with its own. */
  takeThese(kind: string, dedupeKeys: readonly string[]): Promise<Job[]>;
  /** Keeps a job for another `leaseMs`; false where it was lost meanwhile. */
  keep(job: Job, db?: Db): Promise<boolean>;
  /** Ends a job with the change that it made; false where it was lost, and then the change must be undone. */
  finish(tx: Db, job: Job): Promise<boolean>;
  /** Ends jobs together; gives those that were not lost meanwhile. */
  finishThese(tx: Db, jobs: readonly Job[]): Promise<Job[]>;
  /** Gives a job back, to be taken again at `runAt` as if it had been taken `attempts` times; false where it was lost. */
  putOff(tx: Db, job: Job, runAt: number, attempts?: number): Promise<boolean>;
  /** Takes a job of the account out of the background, where it waits there: somebody waits for it now. */
  bringForward(tx: Db, accountId: string, id: string): Promise<void>;
  /** Has the job of this kind and key done at `runAt`, where it waits for later. */
  hasten(tx: Db, kind: string, dedupeKey: string, runAt: number): Promise<void>;
  /** Takes a job out, no matter who has it. */
  drop(tx: Db, id: string): Promise<void>;
  /** Gives all jobs back that workers hold. For a process that works alone: those workers are dead. */
  releaseAll(): Promise<void>;
  /** Jobs that are due and that nobody has. */
  waiting(): Promise<number>;
  /** The same by their kinds. */
  line(): Promise<DueJobs[]>;
  /** Calls `hear` whenever this process adds jobs, a moment before they are committed; gives back the end of it. */
  onAdded(hear: () => void): () => void;
}

/** A worker that has not been heard of for so long is taken for dead. */
export const LEASE_MS = 30_000;
const ROWS_A_STATEMENT = 500;

/** The queue in `store`. */
export function createQueue(store: Store, newId: NewId, leaseMs = LEASE_MS): Queue {
  const { clock } = store;
  const skipLocked = store.dialect === 'postgresql' ? sql`for update skip locked` : sql``;
  const hearing = new Set<() => void>();

  const addTo = async (tx: Db, accountId: string, jobs: readonly NewJob[], background: 0 | 1): Promise<number> => {
    if (jobs.length === 0) return 0;
    const now = clock.now();
    const last = await takeTurns(tx, accountId, background, jobs.length, now);
    const rows = jobs.map(({ id = newId('job'), kind, payload, runAt = now, dedupeKey }, at) => ({
      id, kind, account_id: accountId, dedupe_key: dedupeKey ?? null, payload: JSON.stringify(payload),
      turn: last - jobs.length + at + 1, run_at: runAt, attempts: 0, lease: null, lease_until: 0, created_at: now,
    }));
    let added = 0;
    for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
      const { numInsertedOrUpdatedRows } = await storeTables(tx).insertInto('job').values(rows.slice(from, from + ROWS_A_STATEMENT))
        .onConflict(conflict => conflict.columns(['kind', 'dedupe_key']).doNothing()).executeTakeFirst();
      added += Number(numInsertedOrUpdatedRows ?? 0);
    }
    return added;
  };

  return {
    leaseMs,
    async add(tx, accountId, jobs) {
      const added = await addTo(tx, accountId, jobs.filter(({ background }) => !background), 0)
        + await addTo(tx, accountId, jobs.filter(({ background }) => background), 1);
      if (added > 0) for (const hear of hearing) hear();
      return added;
    },
    async take(kinds, max) {
      const now = clock.now();
      const lease = newId('lease');
      // `kind` stands in an expression so that SQLite walks the line and stops at the first ones; by the index over kinds it would read and sort all that wait.
      const { rows } = await sql<{ id: string; kind: string; account_id: string; payload: string; attempts: number; turn: number }>`
        with next as materialized (
          select id from job where run_at <= ${now} and lease_until <= ${now} and kind || '' in (${sql.join(kinds)})
          order by turn, id limit ${sql.lit(max)} ${skipLocked}
        )
        update job set lease = ${lease}, lease_until = ${now + leaseMs}, attempts = attempts + 1 where id in (select id from next)
        returning id, kind, account_id, payload, attempts, turn`.execute(storeTables(store.db));
      return rows.toSorted((a, b) => a.turn - b.turn)
        .map(({ id, kind, account_id, payload, attempts }) => ({ id, kind, accountId: account_id, payload: JSON.parse(payload) as unknown, attempts, lease }));
    },
    async takeThese(kind, dedupeKeys) {
      const now = clock.now();
      const lease = newId('lease');
      const { rows } = await sql<{ id: string; account_id: string; payload: string; attempts: number }>`
        with next as materialized (
          select id from job where kind = ${kind} and ${oneOf(storeTables(store.db), 'dedupe_key', 'text', dedupeKeys)} and run_at <= ${now} and lease_until <= ${now} and attempts = 0 ${skipLocked}
        )
        update job set lease = ${lease}, lease_until = ${now + leaseMs}, attempts = 1 where id in (select id from next) returning id, account_id, payload, attempts`.execute(storeTables(store.db));
      return rows.map(({ id, account_id, payload, attempts }) => ({ id, kind, accountId: account_id, payload: JSON.parse(payload) as unknown, attempts, lease }));
    },
    keep: (job, db = store.db) => isOne(storeTables(db).updateTable('job').set({ lease_until: clock.now() + leaseMs }).where('id', '=', job.id).where('lease', '=', job.lease).executeTakeFirst()),
    async finish(tx, job) {
      const { numDeletedRows } = await storeTables(tx).deleteFrom('job').where('id', '=', job.id).where('lease', '=', job.lease).executeTakeFirst();
      return numDeletedRows === 1n;
    },
    async finishThese(tx, jobs) {
      const finished = await storeTables(tx).deleteFrom('job').where(oneOf(storeTables(tx), 'id', 'text', jobs.map(({ id }) => id))).where(oneOf(storeTables(tx), 'lease', 'text', [...new Set(jobs.map(({ lease }) => lease))])).returning('id').execute();
      const ids = new Set(finished.map(({ id }) => id));
      return jobs.filter(({ id }) => ids.has(id));
    },
    putOff: (tx, job, runAt, attempts = job.attempts) => isOne(storeTables(tx).updateTable('job').set({ lease: null, lease_until: 0, run_at: runAt, attempts })
      .where('id', '=', job.id).where('lease', '=', job.lease).executeTakeFirst()),
    async bringForward(tx, accountId, id) {
      const turn = await takeTurns(tx, accountId, 0, 1, clock.now());
      await storeTables(tx).updateTable('job').set({ turn }).where('id', '=', id).where('turn', '>', turn).execute();
    },
    async hasten(tx, kind, dedupeKey, runAt) {
      await storeTables(tx).updateTable('job').set({ run_at: runAt }).where('kind', '=', kind).where('dedupe_key', '=', dedupeKey).where('run_at', '>', runAt).execute();
    },
    async drop(tx, id) {
      await storeTables(tx).deleteFrom('job').where('id', '=', id).execute();
    },
    async releaseAll() {
      await storeTables(store.db).updateTable('job').set({ lease: null, lease_until: 0 }).where('lease_until', '>', 0).execute();
    },
    async waiting() {
      const now = clock.now();
      const { count } = await storeTables(store.db).selectFrom('job').select(eb => eb.fn.countAll<number | string>().as('count'))
        .where('run_at', '<=', now).where('lease_until', '<=', now).executeTakeFirstOrThrow();
      return Number(count);
    },
    async line() {
      const now = clock.now();
      const rows = await storeTables(store.db).selectFrom('job').select(['kind', eb => eb.fn.countAll<number | string>().as('count'), eb => eb.fn.min<number>('run_at').as('since')])
        .where('run_at', '<=', now).where('lease_until', '<=', now).groupBy('kind').orderBy('kind').execute();
      return rows.map(({ kind, count, since }) => ({ kind, count: Number(count), since }));
    },
    onAdded(hear) {
      hearing.add(hear);
      return () => void hearing.delete(hear);
    },
  };
}

/**
 * Takes the next `count` places of the account in the line and gives the last of them (start-time fair queuing): an account
 * that had no place begins where the line stands now, so that one that comes with a single job passes those that came with many.
 */
async function takeTurns(tx: Db, accountId: string, background: 0 | 1, count: number, now: number): Promise<number> {
  const first = await storeTables(tx).selectFrom('job').select('turn').where('run_at', '<=', now).where('lease_until', '<=', now).orderBy('turn').limit(1).executeTakeFirst();
  const ended = first ? null : await storeTables(tx).selectFrom('job_turn').select(eb => eb.fn.max('turn').as('turn')).executeTakeFirst();
  const before = first ? first.turn - 1 : ended?.turn ?? 0;
  const { turn } = await storeTables(tx).insertInto('job_turn').values({ account_id: accountId, background, turn: before + count })
    .onConflict(conflict => conflict.columns(['account_id', 'background']).doUpdateSet(eb => ({
      turn: eb.case().when('job_turn.turn', '>', before).then(eb('job_turn.turn', '+', count)).else(eb.ref('excluded.turn')).end(),
    }))).returning('turn').executeTakeFirstOrThrow();
  return turn;
}

async function isOne(update: Promise<{ numUpdatedRows: bigint }>): Promise<boolean> {
  return (await update).numUpdatedRows === 1n;
}
