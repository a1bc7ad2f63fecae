import { createHash, randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, afterEach, suite } from 'node:test';
import pg from 'pg';
import type { Clock } from '../src/core/clock.ts';
import { openStore } from '../src/store/open.ts';
import { startTestServer, unavailable } from './postgresql-server.ts';
import type { Store } from '../src/store/store.ts';
import { schema } from '../src/app/registry.ts';

/** A clock that stands still until it is told to go on. */
export interface TestClock extends Clock {
  set(nowMs: number): void;
  advance(ms: number): void;
}

/** A clock that shows `startMs`, by default 2026-01-15T10:30:00Z. */
export function testClock(startMs = Date.UTC(2026, 0, 15, 10, 30)): TestClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    monotonicMs: () => nowMs - startMs,
    set: ms => { nowMs = ms; },
    advance: ms => { nowMs += ms; },
  };
}

/** A database made for one test; `open` again is what a second process would do. */
export interface TestDatabase {
  dataDir: string;
  url: string | null;
  open(clock?: Clock): Promise<Store>;
  /** Puts a migrated database there where there is none. */
  fill(): Promise<void>;
  /** Closes what is still open and removes the database. */
  remove(): Promise<void>;
}

/** Makes one suite for each database; `open` gives a fresh migrated store, closed and removed after the test. */
export function onEachDatabase(title: string, define: (open: (clock?: Clock) => Promise<Store>, dialect: Store['dialect']) => void): void {
  onEachDatabaseOf(title, (make, dialect) => define(async clock => (await make()).open(clock), dialect));
}

/** As `onEachDatabase`, for tests that open one database several times. */
export function onEachDatabaseOf(title: string, define: (make: () => Promise<TestDatabase>, dialect: Store['dialect']) => void): void {
  for (const dialect of ['sqlite', 'postgresql'] as const) {
    void suite(`${title} (${dialect})`, () => {
      const reason = dialect === 'postgresql' && process.env['DSS_TEST_DATABASE_URL'] === undefined ? unavailable() : null;
      if (reason !== null) {
        void test('on PostgreSQL', { skip: reason }, () => {});
        return;
      }
      const made: TestDatabase[] = [];
      afterEach(async () => { for (const database of made.splice(0)) await database.remove(); });
      define(async () => {
        const database = dialect === 'sqlite' ? makeSqlite() : await makePostgresql();
        made.push(database);
        return database;
      }, dialect);
    });
  }
}

/** An empty folder for an SQLite database; `open` puts one there that is migrated already where there is none. */
export function makeSqlite(): TestDatabase {
  const dataDir = mkdtempSync(join(tmpdir(), 'dss-test-'));
  const file = join(dataDir, SQLITE);
  return testDatabase(dataDir, null, async () => {
    if (!existsSync(file)) copyFileSync(await (migratedFile ??= prepareFile()), file);
  }, () => Promise.resolve());
}

/**
 * A new database on the server that DSS_TEST_DATABASE_URL names, or else on one that ends with this process; it is
 * migrated already unless it is to be `bare`.
 */
export async function makePostgresql({ bare = false } = {}): Promise<TestDatabase> {
  const { server, template } = await (prepared ??= prepare());
  if (bare) return postgresqlDatabase(server, await create(server, 'template0'), () => Promise.resolve(false));
  const name = emptied.pop() ?? await create(server, template);
  untouched ??= await connected(urlOf(server, name), stateOf);
  return postgresqlDatabase(server, name, async () => {
    const isEmpty = await connected(urlOf(server, name), empty);
    if (isEmpty) emptied.push(name);
    return isEmpty;
  });
}

async function create(server: string, template: string): Promise<string> {
  const name = `dss_test_${randomBytes(8).toString('hex')}`;
  await connected(server, client => client.query(`create database ${name} template ${template} strategy file_copy`));
  return name;
}

/** `keep` may make it as new for the next test; otherwise it is dropped. */
function postgresqlDatabase(server: string, name: string, keep: () => Promise<boolean>): TestDatabase {
  const dataDir = mkdtempSync(join(tmpdir(), 'dss-test-'));
  return testDatabase(dataDir, urlOf(server, name), () => Promise.resolve(), async () => {
    if (!await keep()) await drop(server, name);
  });
}

function drop(server: string, name: string): Promise<unknown> {
  return connected(server, client => client.query(`drop database ${name} with (force)`));
}

/** Migrated databases that no test has now, without a row, and what the schema of each is known by. */
const emptied: string[] = [];
let untouched: string | undefined;
after(async () => {
  for (const name of emptied.splice(0)) await drop((await prepared!).server, name);
});

/** What tells whether a schema, or the list of its migrations, has changed: their newest row, and how many there are. */
const CHANGES = ['pg_class', 'pg_attribute', 'pg_constraint', 'pg_index', 'pg_trigger', 'pg_proc', 'kysely_migration'].map(name => `select max(xmin::text::bigint) as at, count(*) as rows from ${name}`).join(' union all ');

/** Tables that are not empty, or were not; what the migrations left in theirs stays. */
const EMPTY = `do $$
declare one record;
begin
  set local session_replication_role = replica;
  for one in select oid::regclass as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely%' and pg_relation_size(oid) > 0 loop
    execute format('delete from %s', one.name);
  end loop;
end $$`;

/** Makes a database as new, which takes less than another copy; false where its schema has changed. */
async function empty(client: pg.Client): Promise<boolean> {
  // Whoever was killed, or is ending, may still do something.
  await client.query(`select pg_terminate_backend(pid, ${END_MS}) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`);
  if (await stateOf(client) !== untouched) return false;
  await client.query(EMPTY);
  return true;
}

async function stateOf(client: pg.Client): Promise<string> {
  const { rows: [row] } = await client.query<{ state: string }>(`select concat_ws(' ', max(at), sum(rows)) as state from (${CHANGES}) as changes`);
  return row!.state;
}

function testDatabase(dataDir: string, url: string | null, fill: () => Promise<void>, drop: () => Promise<void>): TestDatabase {
  const opened: Store[] = [];
  return {
    dataDir,
    url,
    fill,
    async open(clock = testClock()) {
      await fill();
      const store = await openStore({ dataDir, url, clock, schema, watched: true });
      opened.push(store);
      return store;
    },
    async remove() {
      for (const store of opened) await store.close();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const root = new URL('..', import.meta.url).pathname;
const SQLITE = 'dss.sqlite';
/** Somebody who does not end within this keeps a database from being made as new. */
const END_MS = 5000;
let prepared: Promise<{ server: string; template: string }> | undefined;
let migratedFile: Promise<string> | undefined;

/** Copying a migrated template is many times faster than migrating; its name changes with the migrations. */
function templateName(): string {
  const sources = globSync('src/**/migrations/*.ts', { cwd: root }).toSorted().map(file => readFileSync(join(root, file)));
  return `dss_template_${createHash('sha256').update(Buffer.concat(sources)).digest('hex').slice(0, 16)}`;
}

/** Gives the path of a migrated SQLite database, which stays for later runs. */
async function prepareFile(): Promise<string> {
  const folder = join(root, 'node_modules/.cache/databases');
  const file = join(folder, `${templateName()}.sqlite`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  // Another process may make it at the same time: the last to rename wins, and theirs are equal.
  const dataDir = mkdtempSync(join(folder, 'new-'));
  await (await openStore({ dataDir, url: null, clock: testClock(), schema })).close();
  renameSync(join(dataDir, SQLITE), file);
  rmSync(dataDir, { recursive: true });
  return file;
}

async function prepare(): Promise<{ server: string; template: string }> {
  const server = process.env['DSS_TEST_DATABASE_URL'] ?? (await startTestServer()).url;
  const template = templateName();
  await connected(server, async client => {
    await client.query('select pg_advisory_lock(1)');
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount === 0) {
      await client.query(`drop database if exists ${template}_new`);
      await client.query(`create database ${template}_new`);
      await (await openStore({ dataDir: tmpdir(), url: urlOf(server, `${template}_new`), clock: testClock(), schema })).close();
      await client.query(`alter database ${template}_new rename to ${template}`);
    }
  });
  return { server, template };
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
