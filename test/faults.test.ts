import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import pg from 'pg';
import { makePostgresql, makeSqlite } from './databases.ts';
import { ask, asOperator, kill, operator, signIn, startService, until, type Deployment, type Service } from './processes.ts';
import { startRelay, type Relay } from './relay.ts';
import { startTestServer } from './postgresql-server.ts';

/** Until a call is answered, and until the service says that it is not ready. */
const SECONDS_MS = 8000;
const CALLS = 40;
const MOST_LINES = 12;
const PAGE_BYTES = 4096;
const DAY_MS = 86_400_000;
/** Something that breaks below a service that runs. */
interface Fault {
  begin(): unknown;
  /** Left out where only a restore helps. */
  end?(): unknown;
  /** What /readyz says of the database. */
  says: string;
  /** What a read is answered meanwhile. */
  reads: 200 | 503;
}

/** Has `fault` come and go, and checks that callers hear of it, that the log stays small, that the service recovers by itself, and that nothing is lost. */
async function undergo(t: TestContext, title: string, service: Service, { begin, end, says, reads }: Fault): Promise<void> {
  const cookie = await signIn(service);
  const add = (name: string) => ask(service, 'POST', '/api/domains', { cookie, body: { name } });
  assert.equal((await add('before.org')).status, 201);
  const logged = () => service.stderr().split('\n').length;
  const linesBefore = logged();

  await begin();
  const startedMs = performance.now();
  await until(async () => (await ask(service, 'GET', '/readyz')).status === 503, `${title}: /readyz says so`, SECONDS_MS);
  const saidMs = performance.now() - startedMs;
  assert.deepEqual((await ask(service, 'GET', '/readyz')).body, { status: 'notReady', parts: { database: says } });
  assert.equal((await ask(service, 'GET', '/healthz')).status, 200);
  const calledMs = performance.now();
  const refused = [await add('during.org'), await ask(service, 'POST', '/api/auth/sign-in/email', { body: operator })];
  for (const { status, body, headers } of refused) {
    assert.deepEqual([status, body.code], [503, 'dependency_unavailable'], `${JSON.stringify(body)}\n${service.stderr()}`);
    assert.ok(Number(headers.get('retry-after')) > 0);
  }
  const answeredMs = (performance.now() - calledMs) / refused.length;
  assert.ok(answeredMs < SECONDS_MS, `answered after ${answeredMs} ms`);
  assert.equal((await ask(service, 'GET', '/api/domains', { cookie })).status, reads);
  await Promise.all(Array.from({ length: CALLS }, (_, at) => add(`during-${at}.org`)));
  assert.ok(logged() - linesBefore < MOST_LINES, service.stderr());
  if (end === undefined) return t.diagnostic(`note: ${title}: /readyz says so after ${inSeconds(saidMs)}, calls answer 503 in ${inSeconds(answeredMs)}`);

  await end();
  const endedMs = performance.now();
  await until(async () => (await ask(service, 'GET', '/readyz')).status === 200, `${title}: the service is ready again`);
  assert.equal((await add('after.org')).status, 201);
  const recoveredMs = performance.now() - endedMs;
  const { body } = await ask(service, 'GET', '/api/domains', { cookie });
  assert.deepEqual(body.data.map(({ name }: { name: string }) => name).toSorted(), ['after.org', 'before.org']);
  t.diagnostic(`note: ${title}: /readyz says so after ${inSeconds(saidMs)}, calls answer 503 in ${inSeconds(answeredMs)}, writes work ${inSeconds(recoveredMs)} after its end, nothing lost`);
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

async function startOn(t: TestContext, database: Deployment): Promise<Service> {
  const service = await startService(database, asOperator);
  t.after(() => kill(service));
  return service;
}

/** A service whose PostgreSQL lies behind a relay. */
async function behindRelay(t: TestContext): Promise<{ service: Service; relay: Relay }> {
  const database = await makePostgresql();
  const relay = await startRelay(database.url!);
  const service = await startOn(t, { ...database, url: relay.url });
  t.after(() => relay.stop());
  t.after(() => database.remove());
  return { service, relay };
}

const run = (...[program, ...args]: [string, ...string[]]): boolean => spawnSync(program, args).status === 0;

/** Takes all room that is left. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  for (let bytes = 2 ** 20; bytes >= 1; bytes /= 2) {
    try {
      while (writeSync(file, new Uint8Array(bytes)) === bytes);
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
    }
  }
  closeSync(file);
}

void suite('What breaks below the service', { concurrency: 3 }, () => {
  test('a full disk is said, refuses changes, and passes (SQLite)', async t => {
    const database = makeSqlite();
    if (!run('mount', '-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', database.dataDir)) return t.skip('only root can make a disk that is full');
    const ballast = join(database.dataDir, 'ballast');
    const service = await startOn(t, database);
    t.after(() => run('umount', database.dataDir));
    t.after(() => database.remove());
    await undergo(t, 'full disk', service, {
      begin: () => fill(ballast), end: () => rmSync(ballast), says: 'cannot be written: the disk is full', reads: 200,
    });
  });

  test('damaged pages are said (SQLite)', async t => {
    const database = makeSqlite();
    const first = await startOn(t, database);
    await ask(first, 'POST', '/api/domains', { cookie: await signIn(first), body: { name: 'stored.org' } });
    first.child.kill('SIGTERM');
    await first.ended;
    const service = await startOn(t, database);
    t.after(() => database.remove());
    await until(async () => (await ask(service, 'GET', '/readyz')).status === 200, 'it is ready');
    const path = join(database.dataDir, 'dss.sqlite');
    const file = openSync(path, 'r+');
    // All pages but those of the schema.
    for (let at = 100 * PAGE_BYTES; at < statSync(path).size; at += PAGE_BYTES) writeSync(file, new Uint8Array(PAGE_BYTES).fill(0xa5), 0, PAGE_BYTES, at);
    closeSync(file);
    await until(async () => (await ask(service, 'GET', '/readyz')).status === 503, 'damage is said', 2 * SECONDS_MS);
    assert.deepEqual((await ask(service, 'GET', '/readyz')).body.parts, { database: 'is damaged' });
  });

  test('a PostgreSQL server that is away is said, refuses everything, and comes back', async t => {
    const { service, relay } = await behindRelay(t);
    await undergo(t, 'database stopped', service, { begin: relay.cut, end: () => relay.pass(), says: 'does not answer', reads: 503 });
  });

  test('a PostgreSQL server that hangs is said within seconds, and comes back', async t => {
    const { service, relay } = await behindRelay(t);
    await undergo(t, 'database hangs', service, { begin: relay.freeze, end: () => relay.pass(), says: 'does not answer', reads: 503 });
  });

  test('a PostgreSQL server that hangs keeps nobody waiting: calls under way end within seconds', async t => {
    const { service, relay } = await behindRelay(t);
    const cookie = await signIn(service);
    relay.freeze();
    const startedMs = performance.now();
    const replies = await Promise.all(Array.from({ length: CALLS }, () => ask(service, 'GET', '/api/domains', { cookie })));
    assert.deepEqual([...new Set(replies.map(({ status }) => status))], [503]);
    assert.ok(performance.now() - startedMs < SECONDS_MS);
  });

  test('a PostgreSQL server that only reads is said (a failover)', async t => {
    const server = await startTestServer();
    const database = makeSqlite();
    const service = await startOn(t, { ...database, url: server.url });
    t.after(() => server.stop());
    t.after(() => database.remove());
    const administer = async (value: string) => {
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      await client.query('set default_transaction_read_only = off');
      await client.query(`alter system set default_transaction_read_only = ${value}`);
      await client.query('select pg_reload_conf()');
      await client.end();
    };
    await undergo(t, 'database read-only', service, {
      begin: () => administer('on'), end: () => administer('off'), says: 'cannot be written: the disk or the server is read-only', reads: 503,
    });
  });

  test('a PostgreSQL server that takes 200 ms for each query is slow, and not away', async t => {
    const { service, relay } = await behindRelay(t);
    const cookie = await signIn(service);
    relay.pass(100);
    const replies = await Promise.all(Array.from({ length: CALLS }, () => ask(service, 'GET', '/api/domains', { cookie })));
    assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200]);
    assert.equal((await ask(service, 'GET', '/readyz')).status, 200);
  });

  for (const [title, begin] of [['away', (relay: Relay) => relay.cut()], ['frozen', (relay: Relay) => relay.freeze()]] as const) {
    test(`SIGTERM while the database is ${title} ends the service in order`, async t => {
      const { service, relay } = await behindRelay(t);
      const { status, body } = await ask(service, 'POST', '/api/api-keys', { cookie: await signIn(service), body: { scopes: ['scans'] } });
      assert.equal(status, 201);
      for (let call = 0; call < 3; call++) await ask(service, 'GET', '/api/auth/me', { key: body.key });
      await begin(relay);
      service.child.kill('SIGTERM');
      const startedMs = performance.now();
      const { code, stderr } = await service.ended;
      assert.equal(code, 0, stderr);
      assert.doesNotMatch(stderr, /^ {4}at /m);
      assert.ok(performance.now() - startedMs < 2 * SECONDS_MS, `ended after ${performance.now() - startedMs} ms`);
    });
  }

  for (const days of [40, -40]) {
    test(`A clock that was ${days > 0 ? '40 days ahead' : '40 days behind'} at one start silences no monitoring after the next`, async t => {
      const database = makeSqlite();
      const wrong = `data:text/javascript,${encodeURIComponent(`const Right = Date; const now = () => Right.now() + ${days * DAY_MS}; globalThis.Date = class extends Right { constructor(...of) { super(...(of.length === 0 ? [now()] : of)); } static now() { return now(); } };`)}`;
      const first = await startService(database, { ...asOperator, NODE_OPTIONS: `--import=${wrong}` });
      t.after(() => kill(first));
      assert.equal((await ask(first, 'POST', '/api/domains', { cookie: await signIn(first), body: { name: 'watched.org', scan: false } })).status, 201);
      first.child.kill('SIGTERM');
      await first.ended;
      const service = await startOn(t, database);
      t.after(() => database.remove());
      const { body } = await ask(service, 'GET', '/api/domains', { cookie: await signIn(service) });
      const aheadMs = Date.parse(body.data[0].nextCheckAt) - Date.now();
      assert.ok(aheadMs < 1.2 * DAY_MS, `next scan in ${aheadMs} ms`);
      if (days > 0) assert.match(service.stderr(), /The clock went back by 40 days\./);
    });
  }
});
