import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:tls';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { composeCheck, type Outside } from '../src/app/compose.ts';
import { checksArea } from '../src/areas/assurance/checks/index.ts';
import { insertChecks } from '../src/areas/assurance/checks/changes.ts';
import { define } from '../src/areas/assurance/checks/kinds/definition.ts';
import { encodeResult } from '../src/areas/assurance/checks/results/pack.ts';
import type { StoredDay } from '../src/areas/assurance/checks/results/history.ts';
import { yearOf } from '../src/areas/assurance/checks/results/history.ts';
import { CheckEngine } from '../src/areas/assurance/checks/schedule/engine.ts';
import { offsetOf } from '../src/areas/assurance/checks/schedule/slots.ts';
import { checksService } from '../src/areas/assurance/checks/service.sample.ts';
import { NewCheck } from '../src/areas/assurance/checks/shapes.ts';
import { personOf } from '../src/areas/platform/audit/testing.ts';
import { systemClock } from '../src/core/clock.ts';
import { insertMany, type Store } from '../src/store/index.ts';
import { makePostgresql, makeSqlite, testClock, type TestDatabase } from '../test/databases.ts';
import { allTables } from '../test/tables.ts';

const CHECKS = 5000;
const SILENT = 500;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** What it takes to give each of the checks its time, at most. */
const PREPARATION_MS = 15_000;
const POLL_MS = 500;
const DAY_MS = 24 * HOUR_MS;
const HANDSHAKES = 800;
const SIMULATED_HOURS = 30;
const DRIVEN_CHECKS = 5;
const LISTS = 40;

interface Targets {
  dns: { address: string; port: number };
  https: number;
  silent: number;
  ca: string;
}

/** Prints what thousands of checks cost, whether they begin on time, and what their history takes. */
export async function bench(): Promise<void> {
  const child = spawn(process.execPath, [new URL('checks-targets.ts', import.meta.url).pathname], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const targets = JSON.parse(line.toString()) as Targets;
    await minute(targets);
  } finally {
    child.kill('SIGKILL');
  }
  await driven();
  for (const [name, make] of [['SQLite', makeSqlite], ['PostgreSQL', makePostgresql]] as const) {
    const database = await make();
    try {
      await history(name, database);
    } finally {
      await database.remove();
    }
  }
}

function say(what: string, value: string | number, good: boolean | null = null): void {
  console.log(`${good === null ? ' ' : good ? '✓' : '✗'} ${what}: ${value}`);
  if (good === false) process.exitCode = 1;
}

const percentile = (values: readonly number[], share: number): number => values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? NaN;

/** Processor milliseconds of one full handshake and one request, with nothing around them. */
async function bareHandshakes({ https, ca }: Targets): Promise<number> {
  const one = () => new Promise<void>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: https, servername: 'a.good.bench.example', ca }, () => socket.end('GET /bare HTTP/1.1\r\nHost: a.good.bench.example\r\nConnection: close\r\n\r\n'));
    socket.on('data', () => {}).once('close', () => resolve()).once('error', reject);
  });
  for (let number = 0; number < 50; number++) await one();
  const before = process.cpuUsage();
  for (let number = 0; number < HANDSHAKES; number += 8) await Promise.all(Array.from({ length: 8 }, one));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / HANDSHAKES;
}

/** A minute of real checks, after one in which all of them began, with targets that hang among them. */
async function minute(targets: Targets): Promise<void> {
  const { dns, https, silent, ca } = targets;
  const outside: Outside = {
    dnsServers: [dns], dnsRoots: [{ name: 'nowhere', ...dns }], trustAnchors: [], rdapBootstrap: null, whoisServer: null, allow: [], ca,
    route: address => (address === '45.54.7.1' ? { address: '127.0.0.1', port: https } : address === '45.54.7.2' ? { address: '127.0.0.1', port: silent } : null),
  };
  const database = makeSqlite();
  const store = await database.open(systemClock);
  try {
    const { services, addAccount } = checksService(store);
    Object.assign(services, { endpoints: composeCheck(outside).endpoints });
    const account = await addAccount({ plan: 'enterprise' });
    await store.transaction(tx => insertChecks(tx, services, account.id, Array.from({ length: CHECKS + SILENT }, (_, number) => {
      const isSilent = number >= CHECKS;
      return { token: null, definition: define(NewCheck.parse({ kind: 'http', name: `Check ${number}`, target: `https://h${number}.${isSilent ? 'silent' : 'good'}.bench.example/health`, intervalSeconds: 60, conditions: [{ source: 'json:status', op: 'eq', value: 'ok' }] })) };
    }), Date.now()));
    // Each begins at its own place in the minute, as after the first round.
    const beginsAt = Date.now() + PREPARATION_MS;
    for (const { id } of await allTables(store.db).selectFrom('custom_check').select('id').execute()) {
      const offset = offsetOf(id, MINUTE_MS);
      await allTables(store.db).updateTable('custom_check').set({ due_at: (Math.floor((beginsAt - offset) / MINUTE_MS) + 1) * MINUTE_MS + offset }).where('id', '=', id).execute();
    }
    await run(store, services, () => bareHandshakes(targets), beginsAt);
  } finally {
    await database.remove();
  }
}

async function run(store: Store, services: ConstructorParameters<typeof CheckEngine>[0]['services'], bare: () => Promise<number>, beginsAt: number): Promise<void> {
  const stop = new AbortController();
  const engine = new CheckEngine({ services, servicesOf: () => Promise.resolve(services), signal: stop.signal });
  const late: number[] = [];
  engine.onBegun = ms => late.push(ms);
  const beforehandMs = await bare();
  await delay(Math.max(0, beginsAt - Date.now() - POLL_MS));
  const began = Date.now();
  const before = process.cpuUsage();
  while (Date.now() - began < MINUTE_MS) {
    while (await engine.take() === 500);
    await engine.keep();
    await delay(POLL_MS);
  }
  const { user, system } = process.cpuUsage(before);
  await delay(11_000);
  await engine.keep();
  const rows = await allTables(store.db).selectFrom('custom_check').select(['target', 'last']).where('last', 'is not', null).execute();
  const outcomes = rows.map(({ target, last }) => ({ isSilent: target.includes('silent'), ...JSON.parse(last!) as { outcome: string; error: string | null } }));
  const good = outcomes.filter(one => !one.isSilent);
  const failed = good.filter(({ outcome }) => outcome !== 'up');
  stop.abort();
  // A busy machine makes both dearer: before and after say what a handshake cost meanwhile.
  const bareMs = (beforehandMs + await bare()) / 2;
  say('HTTPS checks with full handshakes done within a minute, and of these failed', `${good.length}, ${failed.length}${failed[0] ? ` (${failed[0].error})` : ''}`, good.length >= CHECKS * 0.99 && failed.length === 0);
  say('targets that hang at the same time', outcomes.length - good.length);
  say('late, ms: p50, p99, most', `${percentile(late, 0.5)}, ${percentile(late, 0.99)}, ${Math.max(...late)}`, percentile(late, 0.99) < 1000);
  const [totalMs, handshakesMs] = [(user + system) / 1000, bareMs * good.length];
  say('processor time, ms: a check, a bare handshake with a request', `${(totalMs / outcomes.length).toFixed(2)}, ${bareMs.toFixed(2)}`);
  say('of one core besides the bare handshakes', `${((totalMs - handshakesMs) / 600).toFixed(1)} %`, (totalMs - handshakesMs) / MINUTE_MS < 0.25);
}

/** Hours by a driven clock: every period has one check, at its very begin. */
async function driven(): Promise<void> {
  const database = makeSqlite();
  const clock = testClock();
  const store = await database.open(clock);
  try {
    const { services, addAccount, engine } = checksService(store);
    const account = await addAccount({ plan: 'enterprise' });
    const rows = await store.transaction(tx => insertChecks(tx, services, account.id, Array.from({ length: DRIVEN_CHECKS }, (_, number) => ({ token: null, definition: define(NewCheck.parse({ kind: 'http', name: `Check ${number}`, target: 'https://shop.example/', intervalSeconds: 60 })) })), clock.now()));
    let [began, worst] = [0, 0];
    engine.onBegun = lateMs => {
      began++;
      worst = Math.max(worst, lateMs);
    };
    const end = clock.now() + SIMULATED_HOURS * HOUR_MS;
    for (;;) {
      await engine.take(0);
      await engine.settle();
      await engine.keep();
      const { due } = await allTables(store.db).selectFrom('custom_check').select(eb => eb.fn.min('due_at').as('due')).executeTakeFirstOrThrow();
      if (Number(due) > end) break;
      clock.set(Number(due));
    }
    const drift = await Promise.all(rows.map(async ({ id }) => {
      const { due_at } = await allTables(store.db).selectFrom('custom_check').select('due_at').where('id', '=', id).executeTakeFirstOrThrow();
      return (due_at! - offsetOf(id, MINUTE_MS)) % MINUTE_MS;
    }));
    const expected = DRIVEN_CHECKS * SIMULATED_HOURS * 60;
    say(`drift after ${SIMULATED_HOURS} simulated hours, ms; checks begun, late at most, ms`, `${Math.max(...drift)}; ${began} of ${expected}, ${worst}`, Math.max(...drift) === 0 && worst === 0 && began >= expected && began <= expected + DRIVEN_CHECKS);
  } finally {
    await database.remove();
  }
}

/** What results take on the disk, and how long the list with 90 days takes. */
async function history(name: string, database: TestDatabase): Promise<void> {
  const clock = testClock();
  const store = await database.open(clock);
  const { services, addAccount, call } = checksService(store);
  const account = await addAccount({ plan: 'enterprise' });
  const rows = await store.transaction(tx => insertChecks(tx, services, account.id, Array.from({ length: CHECKS }, (_, number) => ({ token: null, definition: define(NewCheck.parse({ kind: 'http', name: `Check ${number}`, target: `https://h${number}.example/`, intervalSeconds: 60 })) })), clock.now()));
  const day = clock.now() - clock.now() % DAY_MS;
  const db = allTables(store.db);
  const empty = await bytes(store);
  const packs = rows.slice(0, 500).flatMap(({ id }) => Array.from({ length: 24 }, (_, hour): [string, number, string] => {
    const start = day - DAY_MS + hour * HOUR_MS;
    return [id, start, Array.from({ length: 60 }, (_unused, at) => encodeResult(start, { at: start + at * MINUTE_MS + offsetOf(id, MINUTE_MS) + at % 7, outcome: 'up', cause: null, durationMs: 40 + (at * 37) % 900, status: 200 })).join('')];
  }));
  await insertMany(db, { table: 'check_pack', columns: { check_id: 'text', at: 'bigint', results: 'text' }, rows: packs });
  const perResult = (await bytes(store) - empty) / (packs.length * 60);
  say(`${name}: bytes of a raw result, packed, with its index`, perResult.toFixed(1), perResult <= 25);
  const first = day - 89 * DAY_MS;
  await insertMany(db, {
    table: 'check_history', columns: { check_id: 'text', resolution: 'text', at: 'bigint', buckets: 'text' },
    rows: rows.flatMap(({ id }) => [...Map.groupBy(Array.from({ length: 90 }, (_, at) => first + at * DAY_MS), yearOf)].map(([year, days]): [string, string, number, string] =>
      [id, 'day', year, JSON.stringify(days.map((at): StoredDay => [at / 1000, 1440, 3, 86_100, 0, 180, 0, 0, 20, 80, 240, 600, 2000]))])),
  });
  await (store.dialect === 'sqlite' ? sql`analyze` : sql`vacuum analyze`).execute(db);
  const list = checksArea.operations.find(({ id }) => id === 'custom_checks.list')!;
  for (const limit of [50, 200]) {
    const times: number[] = [];
    let cursor: string | null = null;
    for (let number = 0; number < LISTS; number++) {
      const startedMs = performance.now();
      const { status, body } = await call(list, personOf(account), { limit, days: 90, ...(cursor === null ? {} : { cursor }) });
      if (status !== 200 || body.data.length !== limit || body.data[0].days.length !== 90) throw new Error('the list is not as it should be');
      times.push(performance.now() - startedMs);
      cursor = body.nextCursor;
    }
    say(`${name}: a page of ${limit} of ${CHECKS} checks with 90 days, ms: p50, p95`, `${percentile(times, 0.5).toFixed(0)}, ${percentile(times, 0.95).toFixed(0)}`, percentile(times, 0.95) <= 100);
  }
}

async function bytes(store: Store): Promise<number> {
  const db = allTables(store.db);
  if (store.dialect === 'postgresql') return Number((await sql<{ bytes: string }>`select pg_total_relation_size('check_pack') as bytes`.execute(db)).rows[0]!.bytes);
  const { rows } = await sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(db);
  return rows[0]!.bytes;
}
