import { randomBytes } from 'node:crypto';
import { registerHooks } from 'node:module';
import { sql } from 'kysely';
import { startLab } from '../lab/index.ts';
import { outsideOfLab } from '../src/app/commands/demo.ts';
import { composeChecker } from '../src/app/compose.ts';
import { createPooledRandom } from '../src/app/random.ts';
import { announceTo, jobHandlers, schedules, type Services } from '../src/app/registry.ts';
import { standardPlans } from '../src/areas/platform/account/index.ts';
import type { CheckResult } from '../src/areas/domains/check/index.ts';
import { insertDomains } from '../src/areas/domains/inventory/store.ts';
import { createScheduler, createWorker } from '../src/areas/platform/runs/index.ts';
import type { RunHandler } from '../src/areas/run-kind.ts';
import { createNewId } from '../src/core/ids.ts';
import { createCounters, createQueue, type Db, type Store } from '../src/store/index.ts';
import { makePostgresql, makeSqlite, testClock, type TestClock, type TestDatabase } from '../test/databases.ts';
import { sights } from './scale-look.ts';
import { allTables } from '../test/tables.ts';

const SIGHTS = 50;
const CHANGED_SIGHTS = 5;
const CONCURRENCY = 8;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** How far the clock goes at once; what became due is done before it goes on. */
const STEP_MS = MINUTE_MS;
/** How long each part of the day may take here; figures are of the hours that fit. */
const UNCHANGED_WALL_MS = 20_000;
const CHANGED_WALL_MS = 20_000;
const TAKES = 50;
/** As src/store/upkeep.ts keeps them; snapshots stay. */
const KEPT_DAYS = { run: 7, runEvent: 7 } as const;

/** Prints what the day of many watched domains costs inside: the real scheduler, queue, worker, scan, history and events, with checks recorded beforehand. */
export async function bench(): Promise<void> {
  const changed = await takeScans();
  // A fifth on PostgreSQL, which takes longer to fill.
  for (const [name, make, domains] of [['SQLite', makeSqlite, 100_000], ['PostgreSQL', makePostgresql, 20_000]] as const) {
    const clock = testClock();
    const database = await make();
    try {
      await day(name, database, clock, domains, changed);
    } finally {
      await database.remove();
    }
  }
}

/** Real checks of lab domains; gives what some of them look like with the mail servers of another. */
async function takeScans(): Promise<CheckResult[]> {
  const lab = await startLab();
  try {
    const check = composeChecker(outsideOfLab(lab));
    const quick = lab.world.domains.filter(({ says, faults, registration }) => says !== '' && faults.length === 0 && registration?.fault === undefined);
    for (const { name } of quick.slice(0, SIGHTS)) sights.set(name, await check(name));
  } finally {
    await lab.stop();
  }
  const withMail = [...sights.values()].filter(({ records: { mx } }) => mx.records.some(({ exchange }) => exchange !== ''));
  const exchange = 'mx.elsewhere.example';
  return withMail.slice(0, CHANGED_SIGHTS).map(sight => {
    const { mx } = sight.records;
    return { ...sight, records: { ...sight.records, mx: { ...mx, records: mx.records.map(record => ({ ...record, exchange })) } } };
  });
}

/** The scan of the program, in an instance of its own that checks as scale-look.ts does. */
async function scanOfSights(): Promise<RunHandler<Services>> {
  const own = new URL('../src/areas/domains/history/scan.ts?scale', import.meta.url).href;
  const hooks = registerHooks({
    resolve: (specifier, context, next) => next(context.parentURL === own && specifier === '../check/index.ts' ? new URL('scale-look.ts', import.meta.url).href : specifier, context),
  });
  const { doDomainScan } = (await import(own)) as { doDomainScan: RunHandler<Services> };
  hooks.deregister();
  return doDomainScan;
}

async function day(name: string, database: TestDatabase, clock: TestClock, domains: number, changed: readonly CheckResult[]): Promise<void> {
  const store = await database.open(clock);
  const newId = createNewId(clock, createPooledRandom());
  const queue = createQueue(store, newId);
  const counters = createCounters(store, clock);
  const scan = await scanOfSights();
  // What is left out belongs to requests and to deliveries, of which there are none.
  const services: Services = {
    db: store.db, store, clock, newId, queue, counters, plans: standardPlans, random: Math.random, open: () => { throw new Error('no look is opened here'); },
    announce: announceTo(() => services), runKinds: [scan.kind], randomBytes,
  } as unknown as Services;
  const report = (error: unknown, about: string) => { console.error(about, error); process.exitCode = 1; };
  const worker = createWorker<Services>({ store, queue, servicesOf: () => Promise.resolve(services), runs: [scan], jobs: jobHandlers, concurrency: CONCURRENCY, report, refund: () => Promise.resolve() });
  const scheduler = createScheduler<Services>({ store, services, schedules, report });
  const run: Running = { name, store, clock, queue, worker, scheduler };

  const empty = await databaseBytes(store);
  const names = [...sights.keys()];
  for (let account = 0; account < domains / sights.size; account++) await store.transaction(tx => addAccount(tx, newId, `acc_bench${account}`, names, account === 0 ? clock.now() : null, clock.now()));
  worker.start();
  const first = await watch(run, STEP_MS, Infinity);
  await copyToOthers(store);
  await (store.dialect === 'sqlite' ? sql`analyze`.execute(allTables(store.db)) : sql`vacuum analyze`.execute(allTables(store.db)));
  const idleBytes = await databaseBytes(store);
  say(name, `watched domains, each looked at once (${first.scans} looks, copied)`, names.length * Math.ceil(domains / names.length));
  say(name, 'bytes of a domain at rest', Math.round((idleBytes - empty) / domains));
  clock.advance(DAY_MS);
  await sql`update domain set due_at = cast(${clock.now()} as bigint) + (abs(${store.dialect === 'sqlite' ? sql`random()` : sql`hashtext(id)`}) % ${sql.lit(DAY_MS)}), monitored = 1, interval_minutes = 1440`.execute(allTables(store.db));

  await partsOfDay(run, changed, (idleBytes - empty) / domains);
  await worker.stop();
  say(name, 'largest tables with their indexes, MB', [...await tableBytes(store)].slice(0, 6).map(([of, bytes]) => `${of} ${Math.round(bytes / 1e6)}`).join(', '));
  await backlog(run, domains);
}

interface Running {
  name: string;
  store: Store;
  clock: TestClock;
  queue: ReturnType<typeof createQueue>;
  worker: ReturnType<typeof createWorker>;
  scheduler: ReturnType<typeof createScheduler>;
}

/** An hour or more in which nothing changes, then some in which some domains of every account have changed. */
async function partsOfDay(run: Running, changed: readonly CheckResult[], idleBytes: number): Promise<void> {
  const { name, store } = run;
  const tablesBefore = await tableBytes(store);
  const calm = await watch(run, DAY_MS / 2, UNCHANGED_WALL_MS);
  const tablesAfter = await tableBytes(store);
  const [ofSnapshot, ofRun, ofRunEvent] = (['snapshot', 'run', 'run_event'] as const).map(table => (tablesAfter.get(table)! - tablesBefore.get(table)!) / calm.scans) as [number, number, number];
  const unchangedBytes = calm.bytes / calm.scans;
  tellOf(name, 'nothing changes', calm);
  say(name, 'bytes of a scan that found nothing new, its run included', Math.round(unchangedBytes));
  say(name, 'of these: snapshot, run, run_event', [ofSnapshot, ofRun, ofRunEvent].map(Math.round).join(', '));
  const before = new Map(sights);
  for (const sight of changed) sights.set(sight.domain, sight);
  const busy = await watch(run, DAY_MS / 2, CHANGED_WALL_MS);
  for (const [domain, sight] of before) sights.set(domain, sight);
  const tablesLast = await tableBytes(store);
  const ofChanges = ['snapshot_part', 'snapshot_set', 'baseline', 'suspicion', 'domain_event', 'notification'].reduce((sum, table) => sum + tablesLast.get(table)! - tablesAfter.get(table)!, 0);
  tellOf(name, `${CHANGED_SIGHTS} of ${SIGHTS} domains change`, busy);
  say(name, 'looks that confirmed, events, notifications', `${busy.confirming}, ${busy.events}, ${busy.notifications}`);
  say(name, 'bytes of a change with its event and notification, beside those of the looks', Math.round(ofChanges / busy.events));
  for (const domains of [100_000, 1_000_000]) {
    for (const everyHours of [24, 1]) {
      const bytes = domains * (idleBytes + 24 / everyHours * (365 * ofSnapshot + KEPT_DAYS.run * ofRun + KEPT_DAYS.runEvent * ofRunEvent));
      say(name, `computed: GB after a year of ${domains} domains every ${everyHours} h without changes`, round1(bytes / 1e9));
    }
  }
}

function tellOf(name: string, what: string, { scans, hours, cpuMs, wallMs, ticksMs }: Watched): void {
  say(name, `${what}: hours of the day, scans`, `${round1(hours)}, ${scans}`);
  say(name, `${what}: scans a second and core (CPU of this process, without the look)`, round1(1000 * scans / cpuMs));
  say(name, `${what}: scans a second as they went`, round1(1000 * scans / wallMs));
  say(name, `${what}: a look of the scheduler that starts what became due in a minute, median and most, ms`, `${round1(at(ticksMs, 0.5))}, ${round1(at(ticksMs, 1))}`);
}

interface Watched {
  scans: number;
  /** Those besides the ones whose time had come. */
  confirming: number;
  events: number;
  notifications: number;
  hours: number;
  cpuMs: number;
  wallMs: number;
  bytes: number;
  ticksMs: number[];
}

/** Drives the clock for `simulatedMs`, or as far as it comes within `wallMs`; all that became due is done then. */
async function watch({ store, clock, queue, scheduler }: Running, simulatedMs: number, mostWallMs: number): Promise<Watched> {
  const count = async () => {
    const of = async (table: 'snapshot' | 'domain_event' | 'notification' | 'suspicion') => Number((await allTables(store.db).selectFrom(table).select(eb => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()).count);
    return { scans: await of('snapshot'), events: await of('domain_event'), notifications: await of('notification'), bytes: await databaseBytes(store) };
  };
  const before = await count();
  const [from, startedMs, cpu] = [clock.now(), performance.now(), process.cpuUsage()];
  const ticksMs: number[] = [];
  let due = 0;
  while (clock.now() < from + simulatedMs && performance.now() - startedMs < mostWallMs) {
    const { count: waiting } = await allTables(store.db).selectFrom('domain').select(eb => eb.fn.countAll<string>().as('count')).where('due_at', '<=', clock.now()).executeTakeFirstOrThrow();
    due += Number(waiting);
    const tickMs = performance.now();
    await scheduler.poll();
    ticksMs.push(performance.now() - tickMs);
    await allDone(store, clock, queue);
    clock.advance(STEP_MS);
  }
  const { user, system } = process.cpuUsage(cpu);
  const wallMs = performance.now() - startedMs;
  const after = await count();
  const scans = after.scans - before.scans;
  return {
    scans, confirming: scans - due, events: after.events - before.events, notifications: after.notifications - before.notifications,
    hours: (clock.now() - from) / HOUR_MS, cpuMs: (user + system) / 1000, wallMs, bytes: after.bytes - before.bytes, ticksMs,
  };
}

/** Until nothing that is due waits or is in the hands of the worker. */
async function allDone({ db }: Store, clock: TestClock, queue: Running['queue']): Promise<void> {
  while (await queue.waiting() > 0 || await allTables(db).selectFrom('job').select('id').where('lease_until', '>', 0).limit(1).executeTakeFirst()) await sleep(5);
}

async function addAccount(tx: Db, newId: ReturnType<typeof createNewId>, id: string, names: readonly string[], due_at: number | null, now: number): Promise<void> {
  await allTables(tx).insertInto('account').values({ id, name: id, plan: 'enterprise', operator: 0, settings: '{}', settings_version: 1, created_at: now, delete_after: null }).execute();
  await insertDomains(tx, names.map(name => ({ id: newId('dom'), account_id: id, name, due_at, created_at: now, tags: [] })));
}

/** Gives the domains of all accounts the rows that a real first scan of those of the first one made. */
async function copyToOthers({ db }: Store): Promise<void> {
  const twins = sql`from domain as twin join domain as first on first.name = twin.name and first.account_id = 'acc_bench0' and twin.account_id <> 'acc_bench0'`;
  for (const [table, columns] of [
    ['snapshot_part', ['hash', 'body']], ['snapshot_set', ['hash', 'parts']], ['snapshot', ['at', 'set_hash', 'score']],
    ['known_name', ['name', 'sources', 'addresses', 'target', 'first_seen_at', 'last_seen_at']], ['baseline', ['subject', 'value', 'hash', 'learnt', 'accepted_at']],
  ] as const) {
    const its = sql.join(columns.map(column => sql.ref(`it.${column}`)));
    await sql`insert into ${sql.table(table)} (domain_id, ${sql.join(columns.map(column => sql.ref(column)))})
      select twin.id, ${its} ${twins} join ${sql.table(table)} as it on it.domain_id = first.id`.execute(allTables(db));
  }
  await sql`update domain set checked_at = first.checked_at from (select * from domain where account_id = 'acc_bench0') as first where domain.name = first.name`.execute(allTables(db));
  await sql`insert into domain_facet select twin.id, twin.account_id, it.area, it.measure, it.value, it.word, it.updated_at ${twins} join domain_facet as it on it.domain_id = first.id`.execute(allTables(db));
}

/** Of each table with its indexes, largest first. */
async function tableBytes({ dialect, db }: Store): Promise<Map<string, number>> {
  const { rows } = await (dialect === 'sqlite'
    ? sql<{ of: string; bytes: number }>`select sqlite_master.tbl_name as "of", sum(pgsize) as bytes from dbstat join sqlite_master on sqlite_master.name = dbstat.name where aggregate = 1 group by 1 order by 2 desc`
    : sql<{ of: string; bytes: number }>`select relname as "of", pg_total_relation_size(oid) as bytes from pg_class where relkind = 'r' order by 2 desc`).execute(allTables(db));
  return new Map(rows.map(({ of, bytes }) => [of, bytes]));
}

/** All domains due at once, with no worker: how long it takes to start their runs, and to take some of so many. */
async function backlog({ name, store, clock, queue, scheduler }: Running, domains: number): Promise<void> {
  await allTables(store.db).updateTable('domain').set({ due_at: clock.now() }).execute();
  const startedMs = performance.now();
  await scheduler.poll();
  say(name, 'starting the runs of all domains at once, ms for each 100', round1((performance.now() - startedMs) / domains * 100));
  say(name, 'jobs that wait', await queue.waiting());
  const takesMs: number[] = [];
  for (let n = 0; n < TAKES; n++) {
    const takeMs = performance.now();
    await queue.take(['domainScan', ...Object.keys(jobHandlers)], CONCURRENCY);
    takesMs.push(performance.now() - takeMs);
  }
  say(name, `taking ${CONCURRENCY} of them, median and p95, ms`, `${round1(at(takesMs, 0.5))}, ${round1(at(takesMs, 0.95))}`);
}

async function databaseBytes({ dialect, db }: Store): Promise<number> {
  const { rows } = await (dialect === 'sqlite'
    ? sql<{ bytes: number }>`select (page_count - freelist_count) * page_size as bytes from pragma_page_count(), pragma_freelist_count(), pragma_page_size()`
    : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`).execute(allTables(db));
  return rows[0]!.bytes;
}

function at(figures: readonly number[], quantile: number): number {
  return figures.toSorted((a, b) => a - b)[Math.min(figures.length - 1, Math.floor(figures.length * quantile))] ?? 0;
}

function round1(number: number): number {
  return Math.round(number * 10) / 10;
}

function say(name: string, what: string, figure: number | string): void {
  console.log(`  ${name}: ${what}: ${figure}`);
}

function sleep(ms: number): Promise<void> {
  return new Promise(resolve => { setTimeout(resolve, ms); });
}
