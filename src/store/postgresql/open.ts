import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, sql, type Compilable } from 'kysely';
import type pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import { watchedLike } from '../guard.ts';
import { createVitals } from '../heartbeat.ts';
import { isCurrent, migrate } from '../migrate.ts';
import type { Schema } from '../schema.ts';
import { doAll } from '../closing.ts';
import type { ReadTable, Row, Statement, Store, Value } from '../store.ts';
import { handleOf } from '../tables.ts';
import type { Db } from '../db.ts';
import { openPool, settingsFor } from './connect.ts';
import { createHangWatch } from './hang-watch.ts';
import { holdOpen, MIGRATING } from './locks.ts';

const MAX_CONNECTIONS = 10;
const FIGURE_CONNECTIONS = 2;
const SNAPSHOT_ROWS = 500;
const MAX_TRIES = 5;
/** Of two transactions that wait for each other, the server ends one. */
const DEADLOCK = '40P01';

/** The store with what only its own folder and the counters use. */
export interface PostgresqlStore extends Store {
  dialect: 'postgresql';
  /** Prepares a write of figures that a crash of the server may forget: it answers before the disk does. */
  figure<Result extends Row>(query: Compilable<Result>): Statement<Result>;
  /** Runs a prepared statement that writes figures; gives its rows. */
  figures<Result extends Row>(name: string, text: string, values: Value[]): Promise<Result[]>;
}

/** Opens the database at `url`, migrated when needed. */
export async function openPostgresql(url: string, clock: Clock, schema: Schema): Promise<PostgresqlStore> {
  const held = await holdOpen(url);
  const watch = createHangWatch(settingsFor(url), () => clock.monotonicMs());
  const { Client } = watch;
  const pool = openPool(url, { max: MAX_CONNECTIONS, Client });
  const figures = openPool(url, { max: FIGURE_CONNECTIONS, Client, options: '-c synchronous_commit=off' });
  const kysely = new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
  const db = handleOf(kysely);
  const inside = <T>(work: (tx: Db) => Promise<T>) => (tx: Kysely<never>) => work(watchedLike(db, handleOf(tx)));
  const closing: (() => Promise<void>)[] = [];
  let closed: Promise<void> | undefined;

  const close = async (): Promise<void> => {
    try {
      await doAll(closing);
    } finally {
      watch.stop();
      await Promise.all([kysely.destroy(), figures.end(), held.release()]);
    }
  };

  try {
    if (!await isCurrent(db, schema)) await migrateOnce(url, schema);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    dialect: 'postgresql',
    clock,
    schema,
    db,
    transaction: work => untilNoDeadlock(() => kysely.transaction().execute(inside(work))),
    transactionOfFigures: work => untilNoDeadlock(() => kysely.transaction().execute(async tx => {
      await sql`set local synchronous_commit = off`.execute(tx);
      return inside(work)(tx);
    })),
    statement: query => prepare(pool, query),
    figure: query => prepare(figures, query),
    figures: async <Result extends Row>(name: string, text: string, values: Value[]) => (await figures.query<Result>({ name, text, values })).rows,
    snapshot: work => withSnapshot(kysely, work),
    ...createVitals(db, clock),
    serve: () => Promise.resolve(() => {}),
    alone: work => held.alone(() => kysely.transaction().execute(tx => withoutTimeout(tx, inside(work)))),
    beforeClose: work => { closing.push(work); },
    close: () => closed ??= close(),
  };
}

/** Under a lock that others wait for, on a connection of its own: a migration may take its time. */
async function migrateOnce(url: string, schema: Schema): Promise<void> {
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool: openPool(url, { max: 1, statement_timeout: 0 }) }) });
  try {
    await db.transaction().execute(async tx => {
      await sql.raw(`select pg_advisory_xact_lock(${MIGRATING})`).execute(tx);
      if (!await isCurrent(handleOf(tx), schema)) await migrate(handleOf(tx), schema);
    });
  } finally {
    await db.destroy();
  }
}

/** What was ended so has left nothing behind: it is done again. */
async function untilNoDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: unknown }).code !== DEADLOCK || tries === MAX_TRIES) throw error;
    }
  }
}

function prepare<Result extends Row>(pool: pg.Pool, query: Compilable<Result>): Statement<Result> {
  const { sql: text } = query.compile();
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return async (...values) => (await pool.query<Result>({ name, text, values })).rows[0];
}

async function withSnapshot<T>(db: Kysely<never>, work: (read: ReadTable) => Promise<T>): Promise<T> {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return transaction.execute(tx => withoutTimeout(tx, () => work(async function* (table) {
    await sql`declare portions no scroll cursor for select * from ${sql.table(table)}`.execute(tx);
    const next = sql<Row>`fetch ${sql.lit(SNAPSHOT_ROWS)} from portions`;
    for (let { rows } = await next.execute(tx); rows.length > 0; { rows } = await next.execute(tx)) yield rows;
    await sql`close portions`.execute(tx);
  })));
}

/** A statement over everything there is may take its time. */
async function withoutTimeout<T>(tx: Kysely<never>, work: (tx: Kysely<never>) => Promise<T>): Promise<T> {
  await sql`set local statement_timeout = 0`.execute(tx);
  return work(tx);
}
