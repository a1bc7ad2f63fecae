import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { startEmptyResolver } from './empty-resolver.ts';
import { makeSqlite } from './databases.ts';
import { ask, asOperator, awayFromTheTurn, dss, inLanes, kill, killAll, onEachDatabaseWithProcesses, operator, signIn, startDss, startService, until, type Answer, type Deployment, type Service } from './processes.ts';

const LANES = 40;
const TURN_MARGIN_MS = 20_000;

/** Starts as many services on the database as may serve from it, within one hour and day: one on SQLite, two on PostgreSQL. */
async function startServices(position: Deployment, env: Readonly<Record<string, string>> = {}): Promise<Service[]> {
  await awayFromTheTurn(TURN_MARGIN_MS);
  const processes = position.url === null ? 1 : 2;
  return Promise.all(Array.from({ length: processes }, () => startService(position, { ...asOperator, ...env })));
}

async function createKey(service: Service, cookie: string, wanted: object): Promise<{ id: string; key: string }> {
  const { status, body } = await ask(service, 'POST', '/api/api-keys', { cookie, body: wanted });
  assert.equal(status, 201, JSON.stringify(body));
  return { id: body.data.id, key: body.key };
}

/** How often each status came. */
function tally(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Calls with a key of the scope `scans` only: each passes authentication and counts, whatever becomes of it. */
const mixed: [method: string, path: string, status: number][] = [
  ['GET', '/api/auth/me', 200], ['GET', '/api/settings', 403], ['GET', '/api/?domain=https://example.org/', 400], ['GET', '/api/api-keys', 403],
  ['PUT', '/api/settings', 403], ['GET', '/api/', 400], ['POST', '/api/auth/update-user', 403], ['GET', '/api/auth/me?surplus=1', 400],
];

onEachDatabaseWithProcesses('Limits over all processes that serve from one database', (make, dialect) => {
  for (const rateLimit of [5, 100, 1000]) {
    test(`a key with ${rateLimit} requests an hour gets exactly ${rateLimit} answers, refused ones too, and 429 from then on`, async () => {
      const services = await startServices(await make());
      const cookie = await signIn(services[0]!);
      const { id, key } = await createKey(services[0]!, cookie, { scopes: ['scans'], rateLimit });
      const surplus = LANES * 2;
      const answers = await inLanes(rateLimit + surplus, LANES, async number => {
        const [method, path, status] = mixed[number % mixed.length]!;
        const answer = await ask(services[number % services.length]!, method, path, { key });
        assert.ok(answer.status === status || answer.status === 429, `${method} ${path}: ${answer.status}`);
        return answer;
      });
      const limited = answers.filter(({ status }) => status === 429);
      assert.equal(answers.length - limited.length, rateLimit);
      for (const { headers, body } of limited) {
        assert.equal(body.code, 'rate_limited');
        const { name, max, used, windowSeconds } = body.limit;
        assert.deepEqual({ name, max, used, windowSeconds }, { name: 'key_hourly', max: rateLimit, used: rateLimit, windowSeconds: 3600 });
        assert.ok(Number(headers.get('retry-after')) > 0);
      }
      const usage = async () => (await ask(services[0]!, 'GET', `/api/api-keys/${id}/usage`, { cookie })).body.data;
      await until(async () => (await usage()).last24Hours.requests === rateLimit + surplus, 'every call in the usage of the key');
      const { currentHour, last24Hours } = await usage();
      assert.deepEqual([currentHour.used, currentHour.remaining, last24Hours.limited], [rateLimit, 0, surplus]);
    });
  }

  test('50 creations of keys at once end with exactly 10 keys and as many entries in the audit log', async () => {
    const services = await startServices(await make());
    const cookie = await signIn(services[0]!);
    const answers = await inLanes(50, 50, number => ask(services[number % services.length]!, 'POST', '/api/api-keys', { cookie, body: { scopes: ['scans'] } }));
    assert.deepEqual(tally(answers), { 201: 10, 409: 40 });
    for (const { body } of answers.filter(({ status }) => status === 409)) assert.equal(body.code, 'key_limit_reached');
    const { body } = await ask(services[0]!, 'GET', '/api/api-keys', { cookie });
    assert.deepEqual(body.data.map(({ status }: { status: string }) => status), Array.from({ length: 10 }, () => 'active'));
    const log = await ask(services.at(-1)!, 'GET', '/api/audit-log?action=api_key.created&limit=200', { cookie });
    assert.equal(log.body.data.length, 10);
  });

  test('a daily allowance of 20 gives exactly 20 checks at once', async t => {
    const database = await make();
    const resolver = await startEmptyResolver(t);
    const services = await startServices(database, { ...plansWith(database, 20), DSS_DNS_SERVERS: resolver.address });
    const cookie = await signIn(services[0]!);
    const { key } = await createKey(services[0]!, cookie, { scopes: ['scans'] });
    const answers = await inLanes(50, 25, number => ask(services[number % services.length]!, 'GET', '/api/?domain=nothing.example', { key }));
    assert.deepEqual(tally(answers), { 200: 20, 429: 30 });
    for (const { body } of answers.filter(({ status }) => status === 429)) assert.equal(body.limit.name, 'website_scans');
    assert.deepEqual(await websiteScans(services.at(-1)!, key), { max: 20, used: 20, remaining: 0 });
  });

  test('checks that fail because no resolver answers, and such of no domain name, cost no allowance', async () => {
    const database = await make();
    const services = await startServices(database, plansWith(database, 20));
    const cookie = await signIn(services[0]!);
    const { key } = await createKey(services[0]!, cookie, { scopes: ['scans'] });
    const unanswered = await inLanes(60, 25, number => ask(services[number % services.length]!, 'GET', '/api/?domain=example.org', { key }));
    for (const { status, body } of unanswered) assert.ok(status === 503 ? body.code === 'resolver_unavailable' : status === 429, JSON.stringify(body));
    const refused = await inLanes(30, 1, number => ask(services[number % services.length]!, 'GET', '/api/?domain=www.example.org', { key }));
    assert.deepEqual(tally(refused), { 400: 30 });
    assert.deepEqual(await websiteScans(services.at(-1)!, key), { max: 20, used: 0, remaining: 20 });
  });

  test('a client that leaves once it has seen parts of a result has spent one of its allowance', async t => {
    const database = await make();
    const resolver = await startEmptyResolver(t, '_dmarc');
    const service = await startService(database, { ...asOperator, DSS_DNS_SERVERS: resolver.address });
    const cookie = await signIn(service);
    const { id, key } = await createKey(service, cookie, { scopes: ['scans'] });
    const leaving = new AbortController();
    const { body } = await fetch(`${service.origin}/api/?domain=slow.example`, { headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' }, signal: leaving.signal });
    await body!.getReader().read();
    leaving.abort();
    const usage = async () => (await ask(service, 'GET', `/api/api-keys/${id}/usage`, { cookie })).body.data;
    await until(async () => (await usage()).last24Hours.requests === 1, 'the end of the call');
    assert.equal((await websiteScans(service, key)).used, 1);
    assert.equal(service.stderr(), '');
  });

  test('a key that one process revoked is refused by every process with the next request', async () => {
    const services = await startServices(await make());
    const cookie = await signIn(services[0]!);
    for (let round = 0; round < 10; round++) {
      const { id, key } = await createKey(services[0]!, cookie, { scopes: ['scans'] });
      for (const service of services) assert.equal((await ask(service, 'GET', '/api/auth/me', { key })).status, 200);
      assert.equal((await ask(services[0]!, 'DELETE', `/api/api-keys/${id}`, { cookie })).status, 200);
      for (const service of services.toReversed()) {
        const { status, body } = await ask(service, 'GET', '/api/auth/me', { key });
        assert.deepEqual([status, body.code], [401, 'key_revoked']);
      }
    }
  });

  test('a plan that the command line changed holds in every process with the next request', async () => {
    const database = await make();
    const services = await startServices(database);
    const cookie = await signIn(services[0]!);
    const { key } = await createKey(services[0]!, cookie, { scopes: ['domains', 'write'] });
    const change = { method: 'PUT', path: '/api/settings', body: { version: 1, account: { timezone: 'UTC' } } };
    const seen: [plan: string, read: unknown[], write: unknown[]][] = [
      ['free', [401, 'plan_lapsed'], [401, 'plan_lapsed']], ['pro', [200, undefined], [403, 'write_scope_missing']], ['enterprise', [200, undefined], [200, undefined]],
    ];
    for (const [plan, read, write] of seen) {
      assert.equal((await dss(['accounts', 'set-plan', operator.email, plan], database)).code, 0);
      for (const service of services) {
        const answers = [await ask(service, 'GET', '/api/auth/me', { key }), await ask(service, change.method, change.path, { key, body: change.body })];
        assert.deepEqual(answers.map(({ status, body }) => [status, body.code]), [read, write], plan);
      }
    }
  });

  test('a visitor gets 60 public requests an hour from one address, or from one /64 of IPv6', async () => {
    const services = await startServices(await make(), { DSS_TRUST_PROXY: '127.0.0.1/32' });
    const write = (number: number, from: string) => ask(services[number % services.length]!, 'POST', '/api/contact', { from, body: { email: 'ada@example.org', message: `Message number ${number}` } });
    for (const address of [() => '203.0.113.5', (number: number) => `2001:db8:1:2::${number.toString(16)}`]) {
      assert.deepEqual(tally(await inLanes(80, LANES, number => write(number, address(number)))), { 200: 60, 429: 20 });
    }
    for (const address of ['203.0.113.6', '2001:db8:1:3::1']) assert.equal((await write(0, address)).status, 200, address);
    // An address that somebody only claims to have, left of the one that the proxy saw, changes nothing.
    assert.equal((await write(0, '198.51.100.1, 203.0.113.5')).status, 429);
  });

  if (dialect === 'sqlite') {
    test('a second process on one folder refuses to serve and says why, until the first is killed', async () => {
      const database = await make();
      const first = await startService(database);
      const second = await startDss(['serve'], database).ended;
      assert.equal(second.code, 1);
      assert.match(second.stderr, /^Another process serves from .+ already\. Stop it first, or set DATABASE_URL/);
      assert.equal((await ask(first, 'GET', '/readyz')).status, 200);
      await kill(first);
      assert.equal((await ask(await startService(database), 'GET', '/readyz')).status, 200);
    });

    test('of several processes that start at once on an empty folder exactly one serves', async t => {
      const database = makeSqlite();
      t.after(() => killAll().then(database.remove));
      const started = Array.from({ length: 4 }, () => startDss(['serve'], database));
      const outcomes = await Promise.all(started.map(one => Promise.race([one.printed(/The service is up/).then(() => 'up', () => 'refused'), one.ended.then(() => 'refused')])));
      assert.deepEqual(outcomes.toSorted(), ['refused', 'refused', 'refused', 'up']);
    });
  } else {
    test('two processes that start at once with the operator\'s settings make one operator, and both serve', async () => {
      const database = await make();
      const services = await Promise.all([startService(database, asOperator), startService(database, asOperator)]);
      for (const service of services) assert.match(await signIn(service), /session/);
    });
  }
});

/** A file of plans in which every plan has this many website scans a day. */
function plansWith({ dataDir }: Deployment, websiteScansPerDay: number): Record<string, string> {
  const file = join(dataDir, 'plans.json');
  writeFileSync(file, JSON.stringify({ enterprise: { websiteScansPerDay } }));
  return { DSS_PLANS_FILE: file };
}

async function websiteScans(service: Service, key: string): Promise<{ max: number; used: number; remaining: number }> {
  const { body } = await ask(service, 'GET', '/api/auth/me', { key });
  const { max, used, remaining } = body.data.allowances.find(({ name }: { name: string }) => name === 'website_scans');
  return { max, used, remaining };
}
