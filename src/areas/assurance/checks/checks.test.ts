import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Store } from '../../../store/index.ts';
import { onEachDatabase } from '../../../../test/databases.ts';
import { allTables } from '../../../../test/tables.ts';
import { personOf } from '../../platform/audit/testing.ts';
import { checkGauges } from './gauges.ts';
import { checksArea } from './index.ts';
import { rollChecks } from './results/roll.ts';
import { checksService, goodSight, silentSight } from './service.sample.ts';
import { tables } from './tables.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const CANARY = 'canary-0123456789abcdef';
const { operations } = checksArea;

async function setUp(store: Store, plan: 'free' | 'pro' | 'enterprise' = 'pro') {
  const service = checksService(store);
  const account = await service.addAccount({ plan });
  const call = async (id: string, input: Record<string, unknown> = {}, of = account) => service.call(operations.find(one => one.id === id)!, personOf(of), input);
  const create = async (input: Record<string, unknown> = {}) => {
    const { status, body } = await call('custom_checks.create', { kind: 'http', name: 'Shop', target: 'https://shop.example/', intervalSeconds: 60, ...input });
    assert.equal(status, 201, JSON.stringify(body));
    return body.data as { id: string; pushUrl: string | null };
  };
  const show = async (id: string) => (await call('custom_checks.get', { id })).body.data;
  const incidents = async () => (await call('check_incidents.list')).body.data as { id: string; state: string; cause: string; host: string; checks: unknown[]; timeline: { kind: string }[]; services: { name: string }[] }[];
  const prove = async (name: string) => {
    const id = service.services.newId('dom');
    const now = store.clock.now();
    await allTables(store.db).insertInto('domain').values({ id, account_id: account.id, name, note: null, search: name, group_id: null, client_id: null, profile: null, selectors: '[]', monitored: 0, interval_minutes: null, due_at: null, checked_at: null, version: 1, created_at: now, updated_at: now }).execute();
    await allTables(store.db).insertInto('ownership').values({ domain_id: id, token: 'a', method: 'dns', proven_at: now, confirmed_at: now, checked_at: now, failing_since: null, lost_at: null, cause: null }).execute();
    return id;
  };
  return { ...service, account, call, create, show, incidents, prove };
}

onEachDatabase('a custom check', open => {
  test('is told to Prometheus by its id: whether its target works, how long that took, and when its certificate expires', async () => {
    const store = await open();
    const { account, addAccount, call, create, pass, outside, clock } = await setUp(store, 'enterprise');
    const expiresAt = clock.now() + 90 * 24 * HOUR_MS;
    outside.answer = () => ({ ...goodSight, tlsExpiresAt: expiresAt });
    const good = await create({ name: 'Canary' });
    await call('custom_checks.create', { kind: 'push', name: 'Waits for its job', intervalSeconds: 3600 }, await addAccount({ plan: 'pro' }));
    await pass(5 * MINUTE_MS);
    const values = async () => (await checkGauges.read(store.db)).map(({ name, labels, value }) => `${name.replace('dss_custom_check', '')} ${labels['state'] ?? labels['kind'] ?? 'all'} ${value}`).toSorted();
    const { at } = JSON.parse((await tables(store.db).selectFrom('custom_check').select('last').where('id', '=', good.id).executeTakeFirstOrThrow()).last!) as { at: number };
    assert.deepEqual(await values(), [
      `_certificate_expiry_timestamp_seconds http ${expiresAt / 1000}`, '_duration_seconds http 0.1', `_last_result_timestamp_seconds http ${at / 1000}`, '_up http 1',
      's unknown 1', 's up 1', 's_without_series all 0',
    ]);
    outside.answer = () => silentSight;
    await pass(5 * MINUTE_MS);
    const read = await checkGauges.read(store.db);
    assert.deepEqual(read.find(({ name }) => name === 'dss_custom_check_up'), { name: 'dss_custom_check_up', labels: { account: account.id, check: good.id, kind: 'http' }, value: 0 });
    assert.ok(!JSON.stringify(read).includes('Canary') && !JSON.stringify(read).includes('shop.example'));
    await call('custom_checks.update', { id: good.id, enabled: false });
    assert.deepEqual(await values(), ['s disabled 1', 's unknown 1', 's_without_series all 0']);
  });

  test('that fails three times is one incident, one alert and one notification; two successes end all of them', async () => {
    const { create, show, pass, outside, notified, incidents, services } = await setUp(await open());
    const { id } = await create();
    await pass(2 * MINUTE_MS);
    assert.equal((await show(id)).state, 'up');
    outside.answer = () => silentSight;
    await pass(2 * MINUTE_MS);
    assert.equal((await show(id)).state, 'suspect');
    assert.deepEqual(await notified(), []);
    await pass(5 * MINUTE_MS);
    const down = await show(id);
    assert.deepEqual([down.state, down.last.cause], ['down', 'timeout']);
    assert.deepEqual(await notified(), ['check.down: Shop is down: no answer in time']);
    const [incident, ...others] = await incidents();
    assert.deepEqual([incident!.state, incident!.cause, incident!.host, others.length, down.incidentId], ['open', 'timeout', 'shop.example', 0, incident!.id]);
    const alerts = () => allTables(services.db).selectFrom('alert').select(['kind', 'cleared_at', 'notified']).execute();
    assert.deepEqual(await alerts(), [{ kind: 'check.down', cleared_at: null, notified: 1 }]);
    outside.answer = () => goodSight;
    await pass(3 * MINUTE_MS);
    assert.equal((await show(id)).state, 'up');
    assert.deepEqual(await notified(), ['check.up: Shop works again']);
    assert.deepEqual((await incidents())[0]!.timeline.map(({ kind }) => kind), ['opened', 'recovered', 'resolved']);
    assert.notEqual((await alerts())[0]!.cleared_at, null);
  });

  test('of the same host that fails for the same cause joins the incident; one behind a parent that is down raises nothing', async () => {
    const { create, show, pass, outside, notified, incidents } = await setUp(await open());
    const parent = await create({ failAfter: 1 });
    await create({ name: 'Shop API', target: 'https://shop.example/api', failAfter: 1 });
    const child = await create({ name: 'Child', target: 'https://child.example/', dependsOn: parent.id, failAfter: 2 });
    await pass(90_000);
    outside.answer = () => ({ ...goodSight, status: 500 });
    await pass(5 * MINUTE_MS);
    const [incident, ...others] = await incidents();
    assert.deepEqual([incident!.checks.length, others.length, (await show(child.id)).state], [2, 0, 'down']);
    assert.equal((await notified()).length, 1);
    outside.answer = request => (request.kind === 'http' && request.url.includes('child') ? { ...goodSight, status: 500 } : goodSight);
    await pass(5 * MINUTE_MS);
    assert.deepEqual((await incidents()).map(({ host, state }) => `${host} ${state}`).toSorted(), ['child.example open', 'shop.example resolved']);
  });

  test('says nothing of its target where most unrelated hosts fail at once: there is one incident of our own side', async () => {
    const { create, show, pass, outside, notified, incidents } = await setUp(await open());
    const ids: string[] = [];
    for (let number = 0; number < 6; number++) ids.push((await create({ name: `Site ${number}`, target: `https://site${number}.example/` })).id);
    await pass(90_000);
    outside.answer = () => silentSight;
    await pass(8 * MINUTE_MS);
    const states = await Promise.all(ids.map(async id => (await show(id)).state));
    assert.ok(states.every(state => state !== 'down'), states.join(' '));
    assert.deepEqual((await incidents()).map(({ cause, state }) => `${cause} ${state}`), ['ourSide open']);
    assert.deepEqual((await notified()).map(one => one.split(':')[0]), ['check.our_side']);
    outside.answer = () => goodSight;
    await pass(3 * MINUTE_MS);
    assert.deepEqual((await incidents()).map(({ state }) => state), ['resolved']);
    assert.equal((await show(ids[0]!)).state, 'up');
  });

  test('never shows a secret again, in no reply, failure or row, and keeps it for its own host alone', async () => {
    const { create, show, call, pass, outside, asked, services } = await setUp(await open());
    const { id } = await create({ headers: [{ name: 'Authorization', value: `Bearer ${CANARY}` }, { name: 'X-Plain', value: 'plain' }] });
    outside.answer = () => ({ ...goodSight, status: 500, headers: [['set-cookie', 'session=1'], ['x-echo', CANARY]], body: `{"you sent": "Bearer ${CANARY}"}` });
    await pass(4 * MINUTE_MS);
    const sent = asked[0]!;
    assert.ok(sent.kind === 'http' && sent.headers['Authorization'] === `Bearer ${CANARY}` && sent.headers['X-Plain'] === 'plain');
    const { body: failures } = await call('custom_checks.failures', { id });
    assert.ok(failures.data.length > 0 && failures.data[0].reply.includes('[redacted]'));
    const rows = await Promise.all([tables(services.db).selectFrom('custom_check').selectAll().execute(), tables(services.db).selectFrom('check_failure').selectAll().execute(), tables(services.db).selectFrom('check_incident').selectAll().execute()]);
    const exported: object[] = [];
    for (const section of Object.values(checksArea.exports!)) for await (const row of section(services.db, (await show(id)).id && rows[0][0]!.account_id)) exported.push(row);
    const texts = JSON.stringify([await show(id), failures, rows, exported, (await call('custom_checks.test', { id })).body, (await call('custom_checks.list')).body, (await call('check_incidents.list')).body]);
    assert.equal(texts.includes(CANARY), false);
    assert.equal((await call('custom_checks.update', { id, target: 'https://shop.example/other', headers: [{ name: 'Authorization', secret: true }] })).status, 200);
    assert.equal((await call('custom_checks.update', { id, target: 'https://evil.example/' })).status, 400);
  });

  test('begins every period of its own, without drift, however long each takes', async () => {
    const { create, pass, asked, clock, services } = await setUp(await open());
    const { id } = await create();
    await pass(2 * HOUR_MS, 15_000);
    assert.ok(asked.length === 120 || asked.length === 121, `${asked.length}`);
    const packs = await tables(services.db).selectFrom('check_pack').select(['at', 'results']).where('check_id', '=', id).orderBy('at').execute();
    assert.ok(packs.length >= 2 && packs.length <= 4);
    assert.ok(clock.now() > 0);
  });

  test('is done by one of several workers in a period', async () => {
    const store = await open();
    const { create, engineOf, asked, clock } = await setUp(store);
    for (let number = 0; number < 20; number++) await create({ name: `Site ${number}`, target: `https://site${number}.example/` });
    const engines = [engineOf(), engineOf(), engineOf()];
    for (let minute = 0; minute < 5 * 60; minute += 5) {
      clock.advance(5000);
      await Promise.all(engines.map(engine => engine.take(0)));
      for (const engine of engines) {
        await engine.settle();
        await engine.keep();
      }
    }
    // The first one at once, then one a minute.
    assert.ok(asked.length >= 20 * 5 && asked.length <= 20 * 6, `${asked.length}`);
  });

  test('has results by the minute, hour and day, page by page with each once, and figures with it', async () => {
    const { create, show, call, pass, outside, services } = await setUp(await open());
    const { id } = await create();
    await pass(2 * HOUR_MS, 30_000);
    outside.answer = () => silentSight;
    await pass(HOUR_MS, 30_000);
    await rollChecks.handle({ id: 'job_1', accountId: 'acc_1', payload: {}, attempts: 1, services, signal: new AbortController().signal });
    const { uptime, p95Ms } = await show(id);
    assert.ok(uptime.day > 60 && uptime.day < 70, `${uptime.day}`);
    assert.equal(p95Ms, 100);
    /** Every page of a list, whose rows come once each, in the order of time. */
    const results = async (input: object): Promise<{ data: any[] }> => {
      const data = [];
      for (let cursor: string | undefined; ;) {
        const { body } = await call('custom_checks.results', { id, limit: 50, ...input, ...(cursor === undefined ? {} : { cursor }) });
        assert.ok(body.data.length <= 50);
        data.push(...body.data);
        if (body.nextCursor === null) return { data };
        cursor = body.nextCursor;
      }
    };
    const raw = await results({});
    assert.deepEqual(raw, await results({ limit: 7 }));
    assert.equal(new Set(raw.data.map(({ at }) => at)).size, raw.data.length);
    assert.ok(raw.data.length >= 180 && raw.data.length <= 182);
    const minutes = await results({ resolution: 'minute' });
    assert.deepEqual(minutes, await results({ resolution: 'minute', limit: 11 }));
    assert.ok(minutes.data.length >= 178);
    const hours = await results({ resolution: 'hour' });
    assert.ok(hours.data.length >= 3 && hours.data.length <= 5);
    // What came at the very moment of the rollup is in the next one.
    assert.ok([0, 1].includes(raw.data.length - hours.data.reduce((sum: number, hour: { results: number }) => sum + hour.results, 0)));
    const { days } = (await call('custom_checks.get', { id, days: 90 })).body.data;
    assert.deepEqual([days.length, days[0].uptime > 60], [1, true]);
  });

  test('of a job is down when it has not called in time, and up again when it calls', async () => {
    const { create, show, call, pass, notified } = await setUp(await open());
    const { id, pushUrl } = await create({ kind: 'push', name: 'Backup', target: '', intervalSeconds: 300, graceSeconds: 60 });
    const token = pushUrl!.split('/').at(-1)!;
    assert.match(token, /^[0-9a-f]{32}$/);
    assert.equal((await show(id)).pushUrl, null);
    assert.equal((await call('custom_checks.push', { token })).status, 200);
    await pass(5 * MINUTE_MS);
    assert.equal((await show(id)).state, 'up');
    await pass(2 * MINUTE_MS);
    assert.deepEqual([(await show(id)).state, (await show(id)).last.cause], ['down', 'missing']);
    assert.equal((await call('custom_checks.push', { token })).status, 200);
    assert.equal((await show(id)).state, 'up');
    assert.deepEqual((await notified()).map(one => one.split(':')[0]), ['check.down', 'check.up']);
    assert.equal((await call('custom_checks.push', { token: 'f'.repeat(32) })).status, 404);
  });

  const refused: [says: string, input: Record<string, unknown>, status: number, code: string][] = [
    ['a POST to a host of others', { method: 'POST', requestBody: 'x' }, 403, 'ownership_required'],
    ['a port of a host of others', { kind: 'tcp', target: 'shop.example:22' }, 403, 'ownership_required'],
    ['another port of a host of others by HTTP', { target: 'https://shop.example:8443/' }, 403, 'ownership_required'],
    ['a TLS handshake with a host of others', { kind: 'tls', target: 'shop.example:443' }, 403, 'ownership_required'],
    ['a greeting of a mail server of others', { kind: 'smtp', target: 'mx.shop.example:25' }, 403, 'ownership_required'],
    ['an address of others by another port', { kind: 'tcp', target: '45.54.0.1:22' }, 403, 'ownership_required'],
    ['a host of others more often than every minute', { intervalSeconds: 30 }, 403, 'ownership_required'],
    ['an interval that the plan does not have', { intervalSeconds: 10, timeoutMs: 5000 }, 402, 'plan_upgrade_required'],
    ['a URL with a password', { target: 'https://user:secret@shop.example/' }, 400, 'invalid_request'],
    ['another scheme', { target: 'file:///etc/passwd' }, 400, 'invalid_request'],
    ['a body with GET', { requestBody: 'x' }, 400, 'invalid_request'],
    ['a header that splits the request', { headers: [{ name: 'X-A', value: 'b\r\nHost: evil.example' }] }, 400, 'invalid_request'],
    ['a header of the request itself', { headers: [{ name: 'Host', value: 'evil.example' }] }, 400, 'invalid_request'],
    ['a timeout as long as the interval', { timeoutMs: 60_000 }, 400, 'invalid_request'],
    ['a keyword check without a text', { kind: 'keyword' }, 400, 'invalid_request'],
    ['a json check without a condition', { kind: 'json' }, 400, 'invalid_request'],
    ['a check of another account as parent', { dependsOn: 'chk_01hzy3v4qk8m0p2r5s7t9w1x3z' }, 404, 'not_found'],
  ];
  test('is refused where it must be', async () => {
    const { call, prove } = await setUp(await open());
    for (const [says, input, status, code] of refused) {
      const reply = await call('custom_checks.create', { kind: 'http', name: 'Shop', target: 'https://shop.example/', intervalSeconds: 60, ...input });
      assert.deepEqual([says, reply.status, reply.body.code], [says, status, code]);
    }
    await prove('shop.example');
    for (const input of [{ method: 'POST', requestBody: 'x' }, { kind: 'tcp', target: 'shop.example:22' }, { intervalSeconds: 30 }]) {
      assert.equal((await call('custom_checks.create', { kind: 'http', name: 'Shop', target: 'https://shop.example/', intervalSeconds: 60, ...input })).status, 201);
    }
  });

  test('does nothing more to a host whose proof is gone', async () => {
    const { create, prove, pass, show, asked, services } = await setUp(await open());
    const domainId = await prove('shop.example');
    const { id } = await create({ kind: 'tcp', target: 'shop.example:22' });
    await allTables(services.db).deleteFrom('ownership').where('domain_id', '=', domainId).execute();
    await pass(3 * MINUTE_MS);
    assert.deepEqual([asked.length, (await show(id)).state], [0, 'unknown']);
  });

  test('is refused for its plan before anything that it names is looked for', async () => {
    const { call } = await setUp(await open(), 'free');
    const [id, intervalSeconds] = ['chk_01hzy3v4qk8m0p2r5s7t9w1x3z', 60];
    const replies = [
      await call('custom_checks.create', { kind: 'http', name: 'Shop', target: 'https://shop.example/', intervalSeconds, dependsOn: id }), await call('custom_checks.update', { id, intervalSeconds }),
      await call('domains.uptime.set', { id: 'not-there.example', website: true, intervalSeconds }),
    ];
    assert.deepEqual(replies.map(({ status, body }) => [status, body.required_plan]), [[402, 'pro'], [402, 'pro'], [402, 'pro']]);
  });

  test('says with a refusal what it is now', async () => {
    const { call, create, prove } = await setUp(await open());
    await prove('shop.example');
    const [plain, push] = [await create(), await create({ kind: 'push', target: '', intervalSeconds: 300 })];
    const { body: { data: { website } } } = await call('domains.uptime.set', { id: 'shop.example', website: true });
    const refusals: [refused: string, ofId: string, reply: Awaited<ReturnType<typeof call>>][] = [
      ['another target of the uptime of a domain', website.id, await call('custom_checks.update', { id: website.id, target: 'https://shop.example/other' })],
      ['to depend on itself', plain.id, await call('custom_checks.update', { id: plain.id, dependsOn: plain.id })],
      ['the test of a push check', push.id, await call('custom_checks.test', { id: push.id })],
    ];
    for (const [refused, id, { status, body }] of refusals) assert.deepEqual([refused, status, body.code, body.current?.id], [refused, 409, 'invalid_state', id]);
  });

  const proven = '45.54.0.1', stranger = '45.54.0.2';
  const reaches: [says: string, input: Record<string, unknown>, address: string, allowed: boolean][] = [
    ['a proven address by any port', { kind: 'tcp', target: 'shop.example:22' }, proven, true],
    ['a proven address that is named itself', { kind: 'tcp', target: `${proven}:22` }, proven, true],
    ['a proven address by an echo request', { kind: 'icmp', target: 'shop.example' }, proven, true],
    ['another address by a port of the web', { kind: 'tcp', target: 'shop.example:443' }, stranger, true],
    ['another address by a request that changes something, at a port of the web', { method: 'POST', requestBody: 'x' }, stranger, true],
    ['the published mail server at another address', { kind: 'smtp', target: 'mx.shop.example:25' }, stranger, true],
    ['an address that is not public, which the door judges', { kind: 'tcp', target: 'shop.example:22' }, '10.0.0.1', true],
    ['another address by another port', { kind: 'tcp', target: 'shop.example:22' }, stranger, false],
    ['another address by another port of a website', { target: 'https://shop.example:8443/' }, stranger, false],
    ['another address by gRPC at another port', { kind: 'grpc', target: 'shop.example:50051' }, stranger, false],
    ['another address by an echo request', { kind: 'icmp', target: 'shop.example' }, stranger, false],
    ['a mail server that no MX record publishes', { kind: 'smtp', target: 'shop.example:25' }, stranger, false],
    ['a name without MX records as a mail server', { kind: 'smtp', target: 'old.shop.example:25' }, stranger, false],
    ['a proven address that many share', { kind: 'tcp', target: 'shop.example:22' }, '104.16.1.1', false],
  ];
  test('asks an address to which its proven name leads for no more than that address is proven for, when it is made and when it runs', async () => {
    const { account, call, create, prove, pass, show, asked, outside, services } = await setUp(await open(), 'enterprise');
    await prove('shop.example');
    for (const address of [proven, '104.16.1.1']) await proveAddress(services, account.id, address);
    outside.records.set('MX shop.example', ['10 mx.shop.example']);
    for (const [says, input, address, allowed] of reaches) {
      const point = (at: string) => ['shop.example', 'mx.shop.example', 'old.shop.example'].forEach(name => outside.records.set(`A ${name}`, [at]));
      point(address);
      const reply = await call('custom_checks.create', { kind: 'http', name: 'Shop', target: 'https://shop.example/', intervalSeconds: 10, timeoutMs: 5000, ...input });
      assert.deepEqual([says, reply.status, reply.body.code], allowed ? [says, 201, undefined] : [says, 403, 'ownership_required']);
      point(proven);
      const { id } = allowed ? reply.body.data : await create({ intervalSeconds: 10, timeoutMs: 5000, ...input });
      point(address);
      asked.length = 0;
      await pass(30_000);
      const { state, last } = await show(id);
      assert.deepEqual([says, asked.length > 0, state], [says, allowed, allowed ? 'up' : 'unknown']);
      if (!allowed) assert.match(last.error, /yours/);
      assert.equal((await call('custom_checks.update', { id, enabled: false })).status, 200, says);
    }
  });

  test('of a host of others takes its turn with those of all accounts and processes, and waits or is unknown, but never down', async () => {
    const store = await open();
    const { addAccount, call, create, pass, show, asked, services } = await setUp(store);
    Object.assign(services.crawlManners, { foreignRequestsPerSecond: 20 });
    const others = await Promise.all(Array.from({ length: 3 }, () => addAccount({ plan: 'pro' })));
    for (const other of others) assert.equal((await call('custom_checks.create', { kind: 'http', name: 'Shop', target: 'https://shop.example/', intervalSeconds: 60 }, other)).status, 201);
    const startedMs = performance.now();
    await pass(5000);
    assert.equal(asked.length, 3);
    assert.ok(performance.now() - startedMs >= 95, 'the second and the third wait');
    await allTables(store.db).updateTable('crawled_host').set({ due_at: services.clock.now() + 100_000 }).execute();
    const { id } = await create();
    await pass(5000);
    const { state, last } = await show(id);
    assert.deepEqual([asked.length, state, last.outcome], [3, 'unknown', 'unknown']);
    assert.match(last.error, /from all accounts together/);
  });

  test('of a host of others is tested once a minute at most', async () => {
    const { create, call, prove, clock } = await setUp(await open());
    const { id } = await create();
    const again = async () => (await call('custom_checks.test', { id })).status;
    assert.deepEqual([await again(), await again()], [200, 409]);
    clock.advance(MINUTE_MS);
    assert.equal(await again(), 200);
    await prove('shop.example');
    assert.deepEqual([await again(), await again()], [200, 200]);
  });

  test('is one of as many as the plan has', async () => {
    const { create, call, account } = await setUp(await open(), 'free');
    for (let number = 0; number < 5; number++) await create({ intervalSeconds: 300 });
    const input = { kind: 'http', name: 'Shop', target: 'https://shop.example/' };
    const refusal = await call('custom_checks.create', input);
    assert.deepEqual([refusal.status, refusal.body.required_plan], [402, 'pro']);
    assert.equal((await call('custom_checks.create', { ...input, intervalSeconds: 60 })).body.required_plan, 'pro');
    assert.equal((await call('custom_checks.list', {}, { ...account, id: 'acc_other' })).body.data.length, 0);
  });

  test('of a domain comes with one switch, counts against no plan, and its trouble is an alert of the domain', async () => {
    const { call, prove, pass, outside, services } = await setUp(await open());
    const domainId = await prove('shop.example');
    const { status, body } = await call('domains.uptime.set', { id: 'shop.example', website: true, mail: true });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.data.website.target, body.data.mail.target], ['https://shop.example/', 'shop.example:25']);
    outside.answer = ({ kind }) => (kind === 'mx' ? silentSight : goodSight);
    await pass(5 * MINUTE_MS);
    assert.deepEqual(await allTables(services.db).selectFrom('alert').select(['kind', 'domain_id']).execute(), [{ kind: 'domain.unreachable', domain_id: domainId }]);
    assert.equal((await call('domains.uptime.set', { id: domainId, mail: false })).body.data.mail, null);
    assert.equal((await allTables(services.db).selectFrom('alert').select('id').where('cleared_at', 'is', null).execute()).length, 0);
  });

  test('incidents are acknowledged and noted, and tell what followed services reported', async () => {
    const { create, call, pass, outside, incidents, services, account } = await setUp(await open());
    const now = services.clock.now();
    await allTables(services.db).insertInto('status_feed').values({ id: 'fed_1', listed_url: 'https://status.example/', url: 'https://status.example/', kind: 'statuspage', due_at: now, read_at: now, tried_at: now, searched_at: null, failure: null, etag: null, last_modified: null, level: 'majorOutage', components: '[]', maintenances: '[]' }).execute();
    await allTables(services.db).insertInto('status_follow').values({ id: 'flw_1', account_id: account.id, feed_id: 'fed_1', name: 'DNS host', page: 'https://status.example/', components: '[]', regions: '[]', level: 'majorOutage', level_at: now, created_at: now }).execute();
    await create({ failAfter: 1 });
    outside.answer = () => silentSight;
    await pass(2 * MINUTE_MS);
    const [incident] = await incidents();
    assert.deepEqual(incident!.services.map(({ name }) => name), ['DNS host']);
    assert.notEqual((await call('check_incidents.acknowledge', { id: incident!.id })).body.data.acknowledgedAt, null);
    assert.equal((await call('check_incidents.note', { id: incident!.id, note: 'The cable' })).body.data.note, 'The cable');
    assert.deepEqual((await incidents())[0]!.timeline.map(({ kind }) => kind), ['opened', 'service', 'acknowledged', 'noted']);
  });
});

/** As an IP target of the account that was shown to be its own. */
async function proveAddress({ db, clock, newId }: ReturnType<typeof checksService>['services'], accountId: string, address: string): Promise<void> {
  const [id, now] = [newId('ipt'), clock.now()];
  const proof = JSON.stringify({ state: 'proven', method: 'token', by: 'shop.example', cause: null, at: now });
  await allTables(db).insertInto('ip_target').values({ id, account_id: accountId, target: address, label: null, profile: 'quick', domain_id: null, contact: null, state: 'proven', proven_at: now, checked_at: now, scanned_at: null, due_at: null, ports_due_at: null, missed: null, created_at: now, confirmed_by: 'usr_1', confirmed_at: now }).execute();
  await allTables(db).insertInto('ip_address').values({ target_id: id, address, proof, facts: null, facts_at: null, ports: null, ports_at: null, listed: 0, incomplete: 0 }).execute();
}
