import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLab } from '../lab/index.ts';
import type { Lab } from '../lab/types.ts';
import { totp } from '../src/areas/platform/account/sign-in/authenticator.sample.ts';
import { cookiesOf, tokenIn } from './replies.ts';
import { onEachDatabaseServed, PASSWORD, type TestAccount, type TestReply } from './service.ts';
import { allTables } from './tables.ts';

const HOUR_MS = 3_600_000;
const TURN_MS = 5000;

let lab: Lab;
before(async () => { lab = await startLab(); });
after(() => lab.stop());

/** Somebody who is signed in. */
interface Browser {
  email: string;
  cookie: string;
}

onEachDatabaseServed('a service that nobody runs yet', {}, service => {
  test('takes no sign-up, gives itself to nobody but the holder of the link, and to that one once', async () => {
    const { request, store, service: { operatorLink } } = service();
    const person = { name: 'Mallory', email: 'mallory@example.net', password: PASSWORD };
    const accounts = () => allTables(store.db).selectFrom('account').select(['operator', 'plan']).execute();

    refusedAs(await request('POST', '/api/auth/sign-up/email', { body: person }), 403, 'forbidden');
    refusedAs(await request('POST', '/api/auth/operator', { body: { ...person, token: 'guessed' } }), 401, 'invalid_credentials');
    assert.deepEqual(await accounts(), []);

    const token = new URL(operatorLink!).searchParams.get('token')!;
    const page = await request('GET', new URL(operatorLink!).pathname + new URL(operatorLink!).search);
    assert.equal(page.status, 200);
    const made = await Promise.all(['otto', 'mallory'].map(name => request('POST', '/api/auth/operator', { body: { ...person, email: `${name}@example.net`, token } })));
    const [entered, refused] = made.toSorted((a, b) => a.status - b.status);
    assert.deepEqual([entered!.status, refused!.status === 401 || refused!.status === 409], [201, true], refused!.text);
    const me = await request('GET', '/api/auth/me', { cookie: cookiesOf(entered!) });
    assert.deepEqual(dataOf(me)['account'], { ...dataOf(me)['account'] as object, operator: true });

    refusedAs(await request('POST', '/api/auth/operator', { body: { ...person, email: 'third@example.net', token } }), 401, 'invalid_credentials');
    assert.equal((await request('POST', '/api/auth/sign-up/email', { body: { ...person, email: 'anna@example.net' } })).status, 200);
    assert.deepEqual((await accounts()).toSorted((a, b) => b.operator - a.operator), [{ operator: 1, plan: 'enterprise' }, { operator: 0, plan: 'free' }]);
  });
});

onEachDatabaseServed('the service', { lab: () => lab }, service => {
  let operator: TestAccount;
  /** Keys, passwords and cookies that were given out. */
  const secrets: string[] = [];
  before(async () => { operator = await service().account({ plan: 'enterprise', operator: true }); });

  /** Signs up and in, by the API, and puts the account on `plan`. */
  async function newcomer(name: string, plan: 'free' | 'pro' | 'enterprise' = 'enterprise'): Promise<Browser & { account: TestAccount }> {
    const { request, store } = service();
    const email = `${name}@example.net`;
    const password = `${PASSWORD} of ${name}`;
    assert.equal((await request('POST', '/api/auth/sign-up/email', { body: { name, email, password } })).status, 200);
    const cookie = cookiesOf(await ok(request('POST', '/api/auth/sign-in/email', { body: { email, password } })));
    const { accountId } = await allTables(store.db).selectFrom('auth_user').select('accountId').where('email', '=', email).executeTakeFirstOrThrow();
    const account = { id: accountId, name, plan, operator: false, owner: { id: '', email, cookie } };
    await service().setPlan(account, plan);
    secrets.push(password, decodeURIComponent(cookie.split('=').slice(1).join('=')));
    return { email, cookie, account };
  }

  async function newKey({ cookie }: Browser, wanted: Record<string, unknown>): Promise<{ id: string; key: string; reply: TestReply }> {
    const reply = await ok(service().request('POST', '/api/api-keys', { cookie, body: wanted }), 201);
    const key = reply.body['key'] as string;
    secrets.push(key);
    return { id: dataOf(reply)['id'] as string, key, reply };
  }

  test('a person signs up, in and out; the session ends with the very next request', async () => {
    const { request } = service();
    const { cookie, email } = await newcomer('anna', 'free');
    const me = dataOf(await ok(request('GET', '/api/auth/me', { cookie })));
    assert.equal((me['user'] as { email: string }).email, email);
    assert.deepEqual([me['plan'], me['role'], me['key']], ['free', 'owner', null]);
    assert.deepEqual((me['allowances'] as { name: string; max: number }[]).map(({ name, max }) => [name, max]), [['website_scans', 25], ['manual_scans', 5]]);
    refusedAs(await request('POST', '/api/auth/sign-in/email', { body: { email, password: 'a wrong phrase' } }), 401, 'invalid_credentials');
    await ok(request('POST', '/api/auth/sign-out', { cookie, body: {} }));
    refusedAs(await request('GET', '/api/auth/me', { cookie }), 401, 'session_expired');
    refusedAs(await request('GET', '/api/auth/me'), 401, 'missing_credentials');
  });

  test('a key is shown once, a repeated request gives its record again without it, and no reply is remembered with it', async () => {
    const { request, store } = service();
    const person = await newcomer('berta', 'pro');
    const { cookie } = person;
    const refused = refusedAs(await request('POST', '/api/api-keys', { cookie, body: { scopes: ['scans', 'write'] } }), 402, 'plan_upgrade_required');
    assert.equal(refused['required_plan'], 'enterprise');
    await service().setPlan(person.account, 'enterprise');

    const asked = { name: 'Reports', scopes: ['scans', 'write'], request_key: 'once' };
    const { id, key, reply } = await newKey(person, asked);
    assert.match(key, /^svc_[0-9a-f]{64}$/);
    assert.equal(reply.headers['cache-control'], 'no-store');
    const again = await ok(request('POST', '/api/api-keys', { cookie, body: asked }), 201);
    assert.deepEqual(again.body, { ...reply.body, key: null });
    assert.equal(again.headers['idempotent-replayed'], 'true');
    const { request_key: header, ...body } = asked;
    assert.equal((await ok(request('POST', '/api/api-keys', { cookie, body, headers: { 'idempotency-key': header } }), 201)).headers['idempotent-replayed'], 'true');
    refusedAs(await request('POST', '/api/api-keys', { cookie, body: { ...asked, name: 'Others' } }), 409, 'idempotency_mismatch');

    const list = await ok(request('GET', '/api/api-keys', { cookie }));
    assert.deepEqual((list.body['data'] as { id: string; prefix: string }[]).map(one => [one.id, one.prefix]), [[id, key.slice(0, 12)]]);
    assert.ok(!list.text.includes(key));
    const remembered = await allTables(store.db).selectFrom('remembered_reply').select('reply').execute();
    assert.ok(remembered.length > 0);
    assert.doesNotMatch(JSON.stringify(remembered), /svc_[0-9a-f]{13}/);
  });

  test('a check answers as JSON and, piece by piece, as events; usage and allowance tell of it', async () => {
    const { request } = service();
    const person = await newcomer('cora');
    const { id, key } = await newKey(person, { scopes: ['scans'] });
    const asked = { key, query: { domain: 'healthy.example' } };
    const whole = await ok(request('GET', '/api/', asked));
    assert.equal(whole.body['domain'], 'healthy.example');
    const streamed = await ok(request('GET', '/api/', { ...asked, headers: { accept: 'text/event-stream' } }));
    assert.match(streamed.headers['content-type'] as string, /^text\/event-stream/);
    const events = eventsIn(streamed.text);
    const result = events.at(-1)!;
    assert.equal(result.name, 'result');
    const pieces = events.slice(0, -1);
    assert.deepEqual(new Set(pieces.map(({ name }) => name)), new Set(['record']));
    const scanned = Object.entries(result.data['records'] as Record<string, { status: string }>).filter(([, { status }]) => status !== 'notTested');
    assert.deepEqual(Object.fromEntries(pieces.map(({ data }) => [data['name'], data['record']])), Object.fromEntries(scanned));
    assert.equal(pieces.length, scanned.length);
    assert.deepEqual(shapeOf(result.data), shapeOf(whole.body));

    refusedAs(await request('GET', '/api/', { key, query: { domain: 'https://www.healthy.example/x' } }), 400, 'invalid_domain');
    const { last24Hours } = dataOf(await ok(request('GET', `/api/api-keys/${id}/usage`, { cookie: person.cookie }))) as { last24Hours: Record<string, unknown> };
    const { byHour: _, ...counted } = last24Hours;
    assert.deepEqual(counted, { requests: 3, errors: 1, limited: 0, byOperation: [{ operation: 'check.domain', requests: 3 }], byStatus: { 200: 2, 400: 1 } });
  });

  test('a key with 3 requests an hour gets exactly 3 answers', async () => {
    const { request } = service();
    const { key } = await newKey(await newcomer('dora'), { scopes: ['scans'], rateLimit: 3 });
    await awayFromTheHour();
    const replies: TestReply[] = [];
    for (let at = 0; at < 5; at++) replies.push(await request('GET', at === 1 ? '/api/settings' : '/api/auth/me', { key }));
    assert.deepEqual(replies.map(({ status }) => status), [200, 403, 200, 429, 429]);
    assert.deepEqual(replies.map(({ headers }) => /r=(\d+)/.exec(headers['ratelimit'] as string)?.[1]), ['2', '1', '0', '0', '0']);
    const { headers, body } = replies[3]!;
    const { resetsAt, ...limit } = body['limit'] as { resetsAt: string };
    assert.deepEqual(limit, { name: 'key_hourly', max: 3, used: 3, windowSeconds: 3600 });
    const seconds = Number(headers['retry-after']);
    assert.ok(Math.abs(Date.parse(resetsAt) - Date.now() - seconds * 1000) < TURN_MS && seconds > 0 && seconds <= 3600);
    assert.equal(headers['ratelimit-policy'], '"key_hourly";q=3;w=3600');
  });

  test('a revoked key and one that expires are refused from the very next request on', async () => {
    const { request } = service();
    const person = await newcomer('emma');
    const { id, key } = await newKey(person, { scopes: ['domains'] });
    await ok(request('GET', '/api/settings', { key }));
    const revoked = await ok(request('DELETE', `/api/api-keys/${id}`, { cookie: person.cookie }));
    assert.equal(dataOf(revoked)['status'], 'revoked');
    refusedAs(await request('GET', '/api/settings', { key }), 401, 'key_revoked');
    const again = dataOf(await ok(request('DELETE', `/api/api-keys/${id}`, { cookie: person.cookie })));
    const unused = { lastUsedAt: null, lastUsedFrom: null };
    assert.deepEqual({ ...again, ...unused }, { ...dataOf(revoked), ...unused }, 'when and from where it was used last is written once a second');

    const expiresAt = Date.now() + 1500;
    const short = await newKey(person, { scopes: ['domains'], expiresAt: new Date(expiresAt).toISOString() });
    await ok(request('GET', '/api/settings', { key: short.key }));
    await sleep(expiresAt - Date.now() + 5);
    refusedAs(await request('GET', '/api/settings', { key: short.key }), 401, 'key_expired');

    const { text } = await ok(request('GET', '/api/audit-log', { cookie: person.cookie }));
    assert.equal(text.split('"api_key.created"').length - 1, 2);
    assert.equal(text.split('"api_key.revoked"').length - 1, 1);
  });

  test('a change of plan holds from the very next request on, both ways', async () => {
    const { request } = service();
    const person = await newcomer('fanny');
    const { key } = await newKey(person, { scopes: ['domains', 'write'] });
    const write = (version: number) => request('PUT', '/api/settings', { key, body: { version, account: { name: `Fanny ${version}` } } });
    await ok(write(1));
    await service().setPlan(person.account, 'pro');
    const { required_plan, requiredScope } = refusedAs(await write(2), 403, 'write_scope_missing');
    assert.deepEqual([required_plan, requiredScope], ['enterprise', 'write']);
    await ok(request('GET', '/api/settings', { key }));
    await service().setPlan(person.account, 'free');
    refusedAs(await request('GET', '/api/settings', { key }), 401, 'plan_lapsed');
    await service().setPlan(person.account, 'enterprise');
    await ok(write(2));
  });

  test('the check of a clean domain takes at most 25 kB on the wire', async () => {
    const { key } = await newKey(await newcomer('wilma'), { scopes: ['scans'] });
    const packed = await fetch(`${service().baseUrl}/api/?domain=healthy.example`, { headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'br' } });
    const { length: plainBytes } = Buffer.from(await packed.arrayBuffer());
    const bytes = Number(packed.headers.get('content-length'));
    assert.ok(plainBytes > 25_000 && bytes <= 25_000, `a clean domain takes ${bytes} bytes on the wire, ${plainBytes} unpacked`);
  });

  test('older addresses answer, and name the one of today', async () => {
    const { request } = service();
    const { key } = await newKey(await newcomer('gerda'), { scopes: ['scans'] });
    const current = await ok(request('GET', '/api/', { key, query: { domain: 'healthy.example' } }));
    for (const [path, query] of [['/api/domain-check.js', {}], ['/domain-checkup.html', { format: 'json' }]] as const) {
      const reply = await ok(request('GET', path, { key, query: { domain: 'healthy.example', ...query } }));
      assert.deepEqual(shapeOf(reply.body), shapeOf(current.body));
      assert.match(reply.headers['deprecation'] as string, /^@\d+$/);
      assert.equal(reply.headers['link'], '</api/?domain=healthy.example>; rel="successor-version"');
      refusedAs(await request('GET', path, { query: { domain: 'healthy.example', ...query } }), 401, 'missing_credentials');
    }
    const page = await request('GET', '/domain-checkup.html', { query: { domain: 'healthy.example' } });
    assert.deepEqual([page.status, page.headers['content-type']], [200, 'text/html; charset=utf-8']);
  });

  test('who changes older settings than there are is told the newer ones', async () => {
    const { request } = service();
    const { cookie } = await newcomer('hanna');
    const put = (version: number, timezone: string) => request('PUT', '/api/settings', { cookie, body: { version, account: { timezone } } });
    await ok(put(1, 'Europe/Berlin'));
    const { current } = refusedAs(await put(1, 'Europe/Vienna'), 409, 'version_conflict') as unknown as { current: { version: number; account: { timezone: string } } };
    assert.deepEqual([current.version, current.account.timezone], [2, 'Europe/Berlin']);
    const { errors } = refusedAs(await request('PUT', '/api/settings', { cookie, body: { version: 2, colour: 'red' } }), 400, 'invalid_request') as unknown as { errors: { path: string }[] };
    assert.deepEqual(errors.map(({ path }) => path), ['colour']);
  });

  test('a visitor\'s message is kept and sent on; what a program fills in is thrown away', async () => {
    const { request, store, emailTo } = service();
    const message = 'Which plan has the weekly report?';
    const first = await ok(request('POST', '/api/contact', { body: { email: 'ida@example.org', message } }));
    const second = await ok(request('POST', '/api/contact', { body: { email: 'bot@example.org', message, website: 'https://spam.example' } }));
    assert.deepEqual(first.body, second.body);
    assert.deepEqual(await allTables(store.db).selectFrom('contact_message').select(['email', 'message']).execute(), [{ email: 'ida@example.org', message }]);
    assert.match(await emailTo(operator.owner.email), /ida@example\.org/);
  });

  test('an invited person joins, works within the role, and is out at once when removed', async () => {
    const { request, emailTo } = service();
    const { cookie } = await newcomer('jana');
    await ok(request('POST', '/api/invitations', { cookie, body: { email: 'kim@example.net', role: 'member' } }), 201);
    const token = tokenIn(await emailTo('kim@example.net'));
    const joined = await ok(request('POST', '/api/auth/join', { body: { token, name: 'Kim', password: PASSWORD } }), 201);
    refusedAs(await request('POST', '/api/auth/join', { body: { token, name: 'Kim', password: PASSWORD } }), 401, 'invalid_credentials');
    const kim = cookiesOf(joined);
    const { userId } = dataOf(joined) as { userId: string };
    await ok(request('GET', '/api/settings', { cookie: kim }));
    refusedAs(await request('GET', '/api/people', { cookie: kim }), 403, 'forbidden');
    await ok(request('PATCH', `/api/people/${userId}`, { cookie, body: { role: 'admin' } }));
    assert.match((await ok(request('GET', '/api/people', { cookie: kim }))).text, /kim@example\.net/);
    await ok(request('DELETE', `/api/people/${userId}`, { cookie }));
    refusedAs(await request('GET', '/api/settings', { cookie: kim }), 401, 'session_expired');
  });

  test('with a second factor the password alone is not enough', async () => {
    const { request } = service();
    const { cookie, email } = await newcomer('lena');
    const password = `${PASSWORD} of lena`;
    const begun = await ok(request('POST', '/api/auth/two-factor/enable', { cookie, body: { password } }));
    const secret = new URL(begun.body['totpURI'] as string).searchParams.get('secret')!;
    secrets.push(secret, ...begun.body['backupCodes'] as string[]);
    await ok(request('POST', '/api/auth/two-factor/verify-totp', { cookie, body: { code: totp(secret) } }));
    const half = await ok(request('POST', '/api/auth/sign-in/email', { body: { email, password } }));
    assert.equal(half.body['twoFactorRedirect'], true);
    refusedAs(await request('GET', '/api/auth/me', { cookie: cookiesOf(half) }), 401, 'missing_credentials');
    const entered = await ok(request('POST', '/api/auth/two-factor/verify-totp', { cookie: cookiesOf(half), body: { code: totp(secret) } }));
    await ok(request('GET', '/api/auth/me', { cookie: cookiesOf(entered) }));
  });

  test('an administrator\'s key reads how the service is, and nothing else', async () => {
    const { request } = service();
    const { key } = await newKey(operator.owner, { scopes: ['admin'] });
    for (const path of ['/api/admin/accounts', '/api/admin/audit-log', '/api/admin/health']) await ok(request('GET', path, { key }));
    refusedAs(await request('GET', '/api/settings', { key }), 403, 'scope_missing');
    const customer = await newcomer('mona');
    const { key: other } = await newKey(customer, { scopes: ['domains', 'scans', 'write'] });
    refusedAs(await request('GET', '/api/admin/health', { key: other }), 403, 'scope_missing');
    refusedAs(await request('GET', '/api/admin/health', { cookie: customer.cookie }), 403, 'forbidden');
  });

  test('the audit log is read in pages and exported whole, each entry chained to the one before', async () => {
    const { request } = service();
    const person = await newcomer('nora');
    for (let at = 0; at < 3; at++) await newKey(person, { scopes: ['domains'] });
    const listed: Entry[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: TestReply = await ok(request('GET', '/api/audit-log', { cookie: person.cookie, query: { limit: '2', ...(cursor === '' ? {} : { cursor }) } }));
      listed.push(...page.body['data'] as Entry[]);
      cursor = page.body['nextCursor'] as string | null;
    }
    const exported = await ok(request('GET', '/api/audit-log/export', { cookie: person.cookie }));
    assert.match(exported.headers['content-disposition'] as string, /^attachment/);
    const lines = exported.text.trimEnd().split('\n').map(line => JSON.parse(line) as Entry);
    assert.deepEqual(lines, listed.toReversed());
    assert.ok(lines.length >= 5);
    lines.forEach(({ seq, previousHash }, at) => assert.deepEqual([seq, previousHash], [at + 1, lines[at - 1]?.hash ?? '0'.repeat(64)]));
  });

  test('HEAD and OPTIONS answer where GET does; a wrong path, method, type or size says so', async () => {
    const { request } = service();
    const { key } = await newKey(await newcomer('olga'), { scopes: ['domains', 'write'] });
    const [get, head] = [await ok(request('GET', '/api/settings', { key })), await ok(request('HEAD', '/api/settings', { key }))];
    assert.deepEqual([head.text, head.headers['content-length']], ['', get.headers['content-length']]);
    const preflight = { origin: 'https://elsewhere.example', headers: { 'access-control-request-method': 'GET' } };
    const open = await ok(request('OPTIONS', '/api/settings', preflight), 204);
    assert.deepEqual([open.headers['allow'], open.headers['access-control-allow-origin']], ['GET, HEAD, PUT, OPTIONS', '*']);
    assert.equal(open.headers['access-control-allow-credentials'], undefined);
    assert.equal((await ok(request('OPTIONS', '/api/api-keys', preflight), 204)).headers['access-control-allow-origin'], undefined);

    refusedAs(await request('GET', '/api/nothing', { key }), 404, 'not_found');
    const wrongMethod = await request('DELETE', '/api/settings', { key });
    refusedAs(wrongMethod, 405, 'method_not_allowed');
    assert.equal(wrongMethod.headers['allow'], 'GET, HEAD, PUT, OPTIONS');
    refusedAs(await request('PUT', '/api/settings', { key, body: 'version=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }), 415, 'unsupported_media_type');
    refusedAs(await request('PUT', '/api/settings', { key, body: { version: 1, account: { name: 'x'.repeat(1_100_000) } } }), 413, 'content_too_large');
    refusedAs(await request('PUT', '/api/settings', { body: 'x'.repeat(2_000_000) }), 401, 'missing_credentials');
  });

  test('no key, password or cookie that was given out stands in the database, the data folder or the log', async () => {
    const { store, dataDir, log } = service();
    await newKey(await newcomer('paula'), { scopes: ['domains'] });
    const tables = [
      'account', 'api_key', 'audit_entry', 'auth_credential', 'auth_session', 'auth_two_factor', 'auth_user', 'auth_verification', 'counter', 'invitation', 'key_usage',
      'operator_link', 'remembered_reply',
    ] as const;
    const positions = await store.snapshot(async read => {
      const found: [where: string, text: string][] = [['the log', log.join('')]];
      for (const table of tables) for await (const rows of read(table)) found.push([table, JSON.stringify(rows)]);
      return found;
    });
    for (const file of globSync('**/*', { cwd: dataDir })) {
      if (statSync(join(dataDir, file)).isFile()) positions.push([file, readFileSync(join(dataDir, file), 'latin1')]);
    }
    assert.ok(secrets.length >= 3 && positions.length > 5);
    for (const secret of secrets) assert.deepEqual(positions.filter(([, text]) => text.includes(secret)).map(([where]) => `${secret} in ${where}`), []);
  });
});

interface Entry {
  seq: number;
  previousHash: string;
  hash: string;
}

async function ok(reply: Promise<TestReply>, status = 200): Promise<TestReply> {
  const { status: found, text } = await reply;
  assert.equal(found, status, text);
  return reply;
}

function refusedAs({ status, body, text, headers }: TestReply, wanted: number, code: string): Record<string, unknown> {
  assert.deepEqual([status, body.code], [wanted, code], text);
  assert.equal(headers['content-type'], 'application/problem+json');
  return body;
}

function dataOf({ body }: TestReply): Record<string, unknown> {
  return body['data'] as Record<string, unknown>;
}

/** Waits where the clock hour is about to turn, with which counters start anew. */
async function awayFromTheHour(): Promise<void> {
  const leftMs = HOUR_MS - Date.now() % HOUR_MS;
  if (leftMs < TURN_MS) await sleep(leftMs + 10);
}

function eventsIn(text: string): { name: string; data: Record<string, unknown> }[] {
  return text.matchAll(/^event: (.*)\ndata: (.*)$/gm).map(([, name, data]) => ({ name: name!, data: JSON.parse(data!) as Record<string, unknown> })).toArray();
}

/** The names and types in a value, without what differs from one scan to the next. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (value === null || typeof value !== 'object') return typeof value === 'object' ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}
