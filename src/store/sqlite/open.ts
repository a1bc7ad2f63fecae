import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { Kysely, sql, type Compilable } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import { watchedLike } from '../guard.ts';
import { createVitals } from '../heartbeat.ts';
import { isCurrent, migrate } from '../migrate.ts';
import { StoreInUse } from '../refusals.ts';
import type { Schema } from '../schema.ts';
import { doAll } from '../closing.ts';
import type { ReadTable, Row, Statement, Store } from '../store.ts';
import { handleOf } from '../tables.ts';
import type { Db } from '../db.ts';
import { connect, kyselyDatabase, named, prepareIn, TransactionalSqliteDialect } from './driver.ts';
import { lockFile } from './locks.ts';
import { createProbe } from './probe.ts';

const OPENING_WAIT_MS = 30_000;
const RESTORING_WAIT_MS = 250;
const SNAPSHOT_ROWS = 500;

/** The file of the database. */
export function sqlitePath(dataDir: string): string {
  return join(dataDir, 'dss.sqlite');
}

/** Opens `<dataDir>/dss.sqlite`, made and migrated when needed. */
export async function openSqlite(dataDir: string, clock: Clock, schema: Schema): Promise<Store> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = sqlitePath(dataDir);
  const held = holdOpen(dataDir);
  const { kysely, reader } = await openCurrent(path, join(dataDir, 'dss.opening.lock'), schema).catch((error: unknown) => {
    held.release();
    throw error;
  });
  const db = handleOf(kysely);
  const inside = <T>(work: (tx: Db) => Promise<T>) => (tx: Kysely<never>) => work(watchedLike(db, handleOf(tx)));
  const closing: (() => Promise<void>)[] = [];
  let closed: Promise<void> | undefined;

  const close = async (): Promise<void> => {
    try {
      await doAll(closing);
    } finally {
      reader.close();
      await kysely.destroy();
      held.release();
    }
  };

  return {
    dialect: 'sqlite',
    clock,
    schema,
    db,
    transaction: work => kysely.transaction().execute(inside(work)),
    transactionOfFigures: work => kysely.connection().execute(async one => {
      await sql`pragma synchronous = normal`.execute(one);
      try {
        return await one.transaction().execute(inside(work));
      } finally {
        await sql`pragma synchronous = full`.execute(one);
      }
    }),
    statement: query => prepare(reader, query),
    snapshot: work => withSnapshot(path, work),
    ...createVitals(db, clock, createProbe(path, schema, clock)),
    serve: () => Promise.resolve().then(() => serveAlone(dataDir)),
    alone: work => held.alone(() => kysely.transaction().execute(inside(work))),
    beforeClose: work => { closing.push(work); },
    close: () => closed ??= close(),
  };
}

function prepare<Result extends Row>(reader: DatabaseSync, query: Compilable<Result>): Statement<Result> {
  const { statement, names } = prepareIn(reader, query.compile().sql);
  return (...values) => {
    const found = statement.get(...values) as unknown as SQLOutputValue[] | undefined;
    return found && named(names, found) as Result;
  };
}

/** One process after the other: two that turn a new file to WAL at once would not wait for each other. */
async function openCurrent(path: string, lockPath: string, schema: Schema): Promise<{ kysely: Kysely<never>; reader: DatabaseSync }> {
  const unlock = lockFile(lockPath, 'exclusive', OPENING_WAIT_MS);
  if (!unlock) throw new StoreInUse(`Another process has been opening ${path} for ${OPENING_WAIT_MS / 1000} seconds. Try again when it is done.`);
  try {
    // For this user only, in whatever folder it lies; SQLite gives its other files the same mode.
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
    const writer = connect(path);
    const kysely = new Kysely<never>({ dialect: new TransactionalSqliteDialect({ database: kyselyDatabase(writer) }) });
    try {
      if (!await isCurrent(handleOf(kysely), schema)) await kysely.transaction().execute(tx => migrate(handleOf(tx), schema));
      return { kysely, reader: connect(path, true) };
    } catch (error) {
      writer.close();
      throw error;
    }
  } finally {
    unlock();
  }
}

/** Every process that has the database open shares one lock; who needs it alone takes that for itself. */
function holdOpen(dataDir: string) {
  const lockPath = join(dataDir, 'dss.open.lock');
  const share = (): (() => void) => {
    const unlock = lockFile(lockPath, 'shared', RESTORING_WAIT_MS);
    if (!unlock) throw new StoreInUse(`The database in ${dataDir} is being restored. Try again when that is done.`);
    return unlock;
  };
  let unlock = share();
  return {
    release: () => unlock(),
    async alone<T>(work: () => Promise<T>): Promise<T> {
      unlock();
      const exclusive = lockFile(lockPath, 'exclusive', 0);
      try {
        if (!exclusive) throw new StoreInUse(`Another process has the database in ${dataDir} open. Stop it first.`);
        return await work();
      } finally {
        exclusive?.();
        unlock = share();
      }
    },
  };
}

function serveAlone(dataDir: string): () => void {
  const unlock = lockFile(join(dataDir, 'dss.serving.lock'), 'exclusive', 0);
  if (unlock) return unlock;
  throw new StoreInUse(`Another process serves from ${dataDir} already. Stop it first, or set DATABASE_URL to a PostgreSQL database to run several.`);
}

/** On a connection of its own: a read transaction in WAL keeps its moment and holds up no writer. */
async function withSnapshot<T>(path: string, work: (read: ReadTable) => Promise<T>): Promise<T> {
  const database = connect(path, true);
  try {
    database.exec('begin; select * from sqlite_master');
    return await work(async function* (table) {
      let rows: Row[] = [];
      for (const row of database.prepare(`select * from "${table}"`).iterate()) {
        if (rows.push(row as Row) < SNAPSHOT_ROWS) continue;
        yield rows;
        rows = [];
      }
      yield rows;
    });
  } finally {
    database.close();
  }
}
