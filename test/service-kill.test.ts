import assert from 'node:assert/strict';
import test, { afterEach } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { verifyChains } from '../src/areas/platform/audit/index.ts';
import type { Store } from '../src/store/index.ts';
import { makePostgresql, makeSqlite, type TestDatabase } from './databases.ts';
import { LANES, ROUNDS_A_LANE, seeded } from './kill-loop.ts';
import { ask, asOperator, inLanes, kill, killAll, onEachDatabaseWithProcesses, signIn, startDss, startService, until, type Service } from './processes.ts';
import { allTables } from './tables.ts';

const LOAD_MS = 250;
/** Writes that a round sees acknowledged before it may end, however slow the machine is. */
const LEAST_WRITES = 4;
const FIRST_STARTS = 6;

/** What the service has acknowledged to its client, over all its processes. */
interface Acknowledged {
  /** The keys by their ids. */
  created: Map<string, string>;
  revoked: Set<string>;
  settingsVersion: number;
}

/** A client at work until it is stopped. */
interface Work {
  service: Service;
  cookie: string;
  known: Acknowledged;
  stop: AbortSignal;
  /** Whether the database is cut off meanwhile: then the service may refuse, and must recover. */
  cutOff: boolean;
}

afterEach(killAll);

onEachDatabaseWithProcesses('A service that is killed at any moment', (make, dialect) => {
  test(`has kept whatever it acknowledged, with its audit entry, after each of ${LANES * ROUNDS_A_LANE} rounds (seeds 0 to ${LANES - 1})`, async () => {
    const lanes = await inLanes(LANES, LANES, async lane => killInRounds(await make(), seeded(lane)));
    const writes = lanes.map(writesOf);
    for (const count of writes) assert.ok(count > ROUNDS_A_LANE * 3, `${writes.join(', ')} writes`);
  });

  test(`starts again after each of ${FIRST_STARTS} kills during its very first start (seed 9)`, async t => {
    const random = seeded(9);
    await inLanes(FIRST_STARTS, 3, async () => {
      const database = dialect === 'sqlite' ? makeSqlite() : await makePostgresql({ bare: true });
      t.after(() => database.remove());
      const first = startDss(['serve'], database, { env: asOperator });
      await sleep(100 + random() * 700);
      await kill(first);
      const second = await startService(database, asOperator);
      const nothing: Acknowledged = { created: new Map(), revoked: new Set(), settingsVersion: 1 };
      await assertShown(second, await signIn(second), nothing);
      await kill(second);
      await verify(database, nothing);
    });
  });
});

/** Kills the service, or on PostgreSQL in every other round its connections to the server, while clients work with it. */
async function killInRounds(database: TestDatabase, random: () => number): Promise<Acknowledged> {
  const known: Acknowledged = { created: new Map(), revoked: new Set(), settingsVersion: 1 };
  let service = await startService(database, asOperator);
  const cookie = await signIn(service);
  for (let round = 0; round < ROUNDS_A_LANE; round++) {
    await assertShown(service, cookie, known);
    const stop = new AbortController();
    const cutOff = database.url !== null && round % 2 === 1;
    const working = Promise.all([workWithKeys, workWithKeys, changeSettings].map(work => work({ service, cookie, known, stop: stop.signal, cutOff })));
    const enough = writesOf(known) + LEAST_WRITES;
    await Promise.race([working, until(async () => writesOf(known) >= enough, 'writes are acknowledged').then(() => sleep(random() * LOAD_MS))]);
    if (cutOff) {
      await terminateConnections(database.url!);
      await worksAgain(known);
      stop.abort();
    } else {
      stop.abort();
      await kill(service);
    }
    await working;
    await verify(database, known);
    if (service.child.signalCode === null) continue;
    if (random() < 0.2) {
      const starting = startDss(['serve'], database);
      await sleep(random() * 500);
      await kill(starting);
    }
    service = await startService(database);
  }
  await kill(service);
  return known;
}

function writesOf({ created, revoked, settingsVersion }: Acknowledged): number {
  return created.size + revoked.size + settingsVersion;
}

/** Creates keys, uses them, revokes them and tries them again, until `stop`. */
async function workWithKeys(work: Work): Promise<void> {
  const { service, cookie, known } = work;
  await untilStopped(work, async () => {
    const made = await ask(service, 'POST', '/api/api-keys', { cookie, body: { scopes: ['scans'] } });
    if (!answered(work, made.status, [201])) return;
    const { key, data: { id } } = made.body;
    known.created.set(id, key);
    answered(work, (await ask(service, 'GET', '/api/auth/me', { key })).status, [200]);
    if (!answered(work, (await ask(service, 'DELETE', `/api/api-keys/${id}`, { cookie })).status, [200])) return;
    known.revoked.add(id);
    answered(work, (await ask(service, 'GET', '/api/auth/me', { key })).status, [401]);
  });
}

async function changeSettings(work: Work): Promise<void> {
  const { service, cookie, known } = work;
  let version = known.settingsVersion;
  await untilStopped(work, async () => {
    const { status, body } = await ask(service, 'PUT', '/api/settings', { cookie, body: { version, account: { name: `Name ${version}` } } });
    if (!answered(work, status, [200, 409])) return;
    // A change whose acknowledgement was lost has moved the version on.
    ({ version } = status === 200 ? body.data : body.current);
    if (status === 200) known.settingsVersion = version;
  });
}

/** A request without a reply is no fault once the service is being killed. */
async function untilStopped({ stop }: Work, once: () => Promise<void>): Promise<void> {
  while (!stop.aborted) {
    await once().catch((error: unknown) => { if (!stop.aborted) throw error; });
  }
}

function answered({ cutOff }: Work, status: number, expected: readonly number[]): boolean {
  const asExpected = expected.includes(status);
  assert.ok(asExpected || (cutOff && status >= 500), `${status} instead of ${expected.join(' or ')}`);
  return asExpected;
}

/** The service shows everything that was acknowledged; the keys that nobody heard of are revoked, to make room for others. */
async function assertShown(service: Service, cookie: string, known: Acknowledged): Promise<void> {
  const shown = new Map<string, string>();
  for (let cursor: string | null = ''; cursor !== null;) {
    const { status, body }: { status: number; body: any } = await ask(service, 'GET', `/api/api-keys?limit=200${cursor && `&cursor=${cursor}`}`, { cookie });
    assert.equal(status, 200);
    for (const record of body.data) shown.set(record.id, record.status);
    cursor = body.nextCursor;
  }
  assert.deepEqual([...known.created.keys()].filter(id => !shown.has(id)), []);
  assert.deepEqual([...known.revoked].filter(id => shown.get(id) !== 'revoked'), []);
  const settings = await ask(service, 'GET', '/api/settings', { cookie });
  assert.ok(settings.body.data.version >= known.settingsVersion);
  for (const [id, status] of shown) {
    if (status !== 'active') continue;
    const key = known.created.get(id);
    if (key !== undefined) assert.equal((await ask(service, 'GET', '/api/auth/me', { key })).status, 200);
    assert.equal((await ask(service, 'DELETE', `/api/api-keys/${id}`, { cookie })).status, 200);
    known.revoked.add(id);
  }
}

async function verify(database: TestDatabase, known: Acknowledged): Promise<void> {
  const store = await database.open();
  try {
    await assertKept(store, known);
    for await (const { broken } of verifyChains(store.db, null)) assert.equal(broken, null);
    if (store.dialect === 'sqlite') assert.deepEqual((await sql`pragma integrity_check`.execute(allTables(store.db))).rows, [{ integrity_check: 'ok' }]);
  } finally {
    await store.close();
  }
}

/** What was acknowledged is there; what was not may be there as well, but each change has exactly one audit entry. */
async function assertKept({ db }: Store, known: Acknowledged): Promise<void> {
  const { keys, entries, account } = await allTables(db).transaction().setIsolationLevel('repeatable read').execute(async tx => ({
    keys: await tx.selectFrom('api_key').select(['id', 'revoked_at']).execute(),
    entries: await tx.selectFrom('audit_entry').select(['action', 'resource_id']).execute(),
    account: await tx.selectFrom('account').select('settings_version').executeTakeFirst(),
  }));
  const audited = (action: string) => entries.filter(entry => entry.action === action).map(entry => entry.resource_id).toSorted();
  const ids = keys.map(({ id }) => id);
  const revoked = keys.filter(({ revoked_at }) => revoked_at !== null).map(({ id }) => id);
  assert.deepEqual(audited('api_key.created'), ids.toSorted());
  assert.deepEqual(audited('api_key.revoked'), revoked.toSorted());
  assert.deepEqual([...known.created.keys()].filter(id => !ids.includes(id)), []);
  assert.deepEqual([...known.revoked].filter(id => !revoked.includes(id)), []);
  assert.ok(account!.settings_version >= known.settingsVersion);
  assert.equal(audited('settings.changed').length, account!.settings_version - 1);
}

async function terminateConnections(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const { rowCount } = await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'dss'`);
  await client.end();
  assert.ok(rowCount! > 2);
}

/** Answers when both kinds of work have been acknowledged anew. */
async function worksAgain(known: Acknowledged): Promise<void> {
  const { revoked: { size }, settingsVersion } = known;
  await until(() => Promise.resolve(known.revoked.size > size + 1 && known.settingsVersion > settingsVersion + 1), 'the service works again');
}
