// What every operation offers in the same way: names in place of ids, several values for a filter, where a new thing is found, what is left of an allowance.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { startLab } from '../lab/index.ts';
import type { Lab } from '../lab/types.ts';
import { operations } from '../src/app/registry.ts';
import type { AnyOperation } from '../src/core/operation.ts';
import type { Bearer } from './authorization-credentials.ts';
import { getReady, requestFor, makeResource } from './authorization-inputs.ts';
import { onDatabaseServed, type TestAccount, type TestReply, type TestService } from './service.ts';
import { allTables } from './tables.ts';

let lab: Lab;
before(async () => { lab = await startLab(); });
after(() => lab.stop());

const bearerOf = (account: TestAccount): Bearer => ({ options: { cookie: account.owner.cookie }, account, person: account.owner, signedIn: true });

/** The members of inputs that name domains of the account. */
const namers = operations.flatMap(operation => Object.entries<{ type: string }>(operation.owns ?? {})
  .flatMap(([member, { type }]) => (type === 'domain' || type === 'reported domain' ? [{ operation, member }] : [])));

onDatabaseServed('sqlite', 'what every operation offers', { lab: () => lab, quickPasswords: true }, service => {
  const newAccount = () => service().account({ plan: 'enterprise' });
  const ask = async (operation: AnyOperation, account: TestAccount, input: Record<string, unknown>): Promise<TestReply> => {
    const { path, options } = requestFor(operation, operation.path, input);
    return service().request(operation.method, path, { ...options, cookie: account.owner.cookie });
  };
  const nameOf = async (id: string) => (await allTables(service().store.db).selectFrom('domain').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name;

  test('there are members that name domains', () => assert.ok(namers.length > 30, String(namers.length)));

  for (const { operation, member } of namers) {
    test(`${operation.id}: ${member} is a name or an id, and what is not there answers 404 and says how to add it`, async () => {
      const account = await newAccount();
      const { input } = await getReady(operation, service(), bearerOf(account));
      const id = await domainIn(service(), account, input[member]);
      const name = await nameOf(id);
      const wrap = (value: string) => (Array.isArray(input[member]) ? [value] : value);
      const absent = await ask(operation, account, { ...input, [member]: wrap('not-there.example') });
      assert.deepEqual([absent.status, absent.body.code], [404, 'not_found'], absent.text);
      assert.match(String(absent.body['detail']), /POST \/api\/domains/);
      const shapes = operation.method === 'GET' ? [id, name, `${name.toUpperCase()}.`] : [name];
      for (const one of shapes) {
        const reply = await ask(operation, account, { ...input, [member]: wrap(one) });
        assert.ok(reply.status < 300, `${one}: ${reply.status} ${reply.text.slice(0, 300)}`);
      }
    });
  }

  test('runs are found by the name or id of their domain; a name or id that is not there, or is another account\'s, answers 404', async () => {
    const account = await newAccount();
    const { body } = await service().request('POST', '/api/domains', { cookie: account.owner.cookie, body: { name: 'healthy.example' } });
    const runsOf = (subject: string) => service().request('GET', '/api/runs', { cookie: account.owner.cookie, query: { subject } });
    const { id } = body['run'] as { id: string };
    assert.deepEqual(((await runsOf('healthy.example')).body['data'] as { id: string }[]).map(run => run.id), [id]);
    const { id: domainId } = body['data'] as { id: string };
    assert.deepEqual(((await runsOf(domainId)).body['data'] as { id: string }[]).map(run => run.id), [id]);
    const { body: unscanned } = await service().request('POST', '/api/domains', { cookie: account.owner.cookie, body: { name: 'unscanned.example', scan: false } });
    assert.deepEqual((await runsOf((unscanned['data'] as { id: string }).id)).body['data'], []);
    const stranger = await newAccount();
    for (const [subject, { owner }] of [['not-there.example', account], ['dom_0', account], [`${domainId},dom_0`, account], [domainId, stranger]] as const) {
      assert.equal((await service().request('GET', '/api/runs', { cookie: owner.cookie, query: { subject } })).status, 404, subject);
    }
  });

  test('who has started a run follows it with the same key, and another scope does not see it', async () => {
    const account = await newAccount();
    const [starter, other] = [await service().key(account, { scopes: ['domains', 'write'] }), await service().key(account, { scopes: ['vulnscan', 'write'] })];
    const { body, headers } = await service().request('POST', '/api/domains', { key: starter.key, body: { name: 'healthy.example' } });
    const { id } = body['run'] as { id: string };
    assert.equal(headers['location'], `/api/domains/${(body['data'] as { id: string }).id}`);
    for (const path of [`/api/runs/${id}`, `/api/runs/${id}/events`]) {
      assert.deepEqual([(await service().request('GET', path, { key: starter.key })).status, (await service().request('GET', path, { key: other.key })).status], [200, 404], path);
    }
    const seen = async (key: string) => ((await service().request('GET', '/api/runs', { key })).body['data'] as { id: string }[]).map(run => run.id);
    assert.deepEqual([await seen(starter.key), await seen(other.key)], [[id], []]);
  });

  test('a call that spends from a daily allowance tells what is left of it besides the hourly limit', async () => {
    const account = await newAccount();
    const { key } = await service().key(account, { scopes: ['scans', 'domains', 'write'], rateLimit: 50 });
    const check = await service().request('GET', '/api/', { key, query: { domain: 'healthy.example', findings: 'failed' } });
    assert.match(String(check.headers['ratelimit']), /^"key_hourly";r=49;t=\d+, "website_scans";r=19999;t=\d+$/);
    assert.match(String(check.headers['ratelimit-policy']), /^"key_hourly";q=50;w=3600, "website_scans";q=20000;w=86400$/);
    assert.deepEqual(new Set((check.body['findings'] as { state: string }[]).map(({ state }) => state)).difference(new Set(['fail', 'unknown'])), new Set());
    const added = await service().request('POST', '/api/domains', { key, body: { name: 'healthy.example' } });
    assert.match(String(added.headers['ratelimit']), /, "manual_scans";r=4999;/);
    assert.doesNotMatch(String((await service().request('GET', '/api/domains', { key })).headers['ratelimit']), /scans/);
  });

  let theOperator: Promise<TestAccount> | null = null;
  for (const operation of operations.filter(({ status, kind }) => status === 201 && kind !== 'native')) {
    test(`${operation.id}: Location leads to what was made`, async () => {
      const account = operation.operator ? await (theOperator ??= service().account({ plan: 'enterprise', operator: true })) : await newAccount();
      const { input } = await getReady(operation, service(), bearerOf(account));
      const made = await ask(operation, account, input);
      assert.equal(made.status, 201, made.text);
      const found = await service().request('GET', String(made.headers['location']), { cookie: account.owner.cookie });
      assert.equal(found.status, 200, `${String(made.headers['location'])}: ${found.text}`);
      const { id } = made.body['data'] as { id?: string };
      if (id !== undefined) assert.ok(found.text.includes(id), found.text);
    });
  }

  const severalOf: [says: string, path: string, query: Record<string, string>[], refused: Record<string, string>][] = [
    ['events', '/api/domain-events', [{ state: 'open,denied', severity: 'high' }, { kind: 'dns.mx.changed,dns.ns.changed' }], { state: 'open,shut' }],
    ['runs', '/api/runs', [{ status: 'queued,running', kind: 'domainScan' }], { status: 'queued,gone' }],
    ['domains', '/api/domains', [{ tag: 'a,b', worst: 'critical,high,none', grade: 'A,B' }], { grade: 'A,Z' }],
    ['notifications', '/api/notifications', [{ kind: 'dns.*,reg.*', severity: 'high,low' }], { severity: 'high,loud' }],
    ['deliveries', '/api/notification-deliveries', [{ state: 'failed,waiting' }], { state: 'failed,gone' }],
    ['messages with reports', '/api/dmarc/messages', [{ state: 'parsed,refused', source: 'upload,imap', reason: 'not_a_report,same_report' }], { state: 'parsed,gone' }],
    ['messages with reports by reason', '/api/dmarc/messages', [{ reason: 'fault' }], { reason: 'fault,bad_luck' }],
    ['support threads', '/api/support/threads', [{ state: 'open,closed' }], { state: 'open,shut' }],
    ['reports on findings', '/api/scanner-issues', [{ state: 'draft,sent' }], { state: 'draft,gone' }],
    ['incidents of checks', '/api/status/check-incidents', [{ state: 'open,resolved' }], { state: 'open,shut' }],
    ['scheduled audits', '/api/audit-schedules', [{ kind: 'siteAudit,accessibilityAudit' }], { kind: 'siteAudit,gone' }],
    ['senders', '/api/dmarc/senders', [{ class: 'own,threat' }], { class: 'own,gone' }],
    ['the audit log', '/api/audit-log', [{ action: 'a.b,c.d', from: '2026-01-01', to: '2026-12-31T00:00:00Z' }], { from: 'today' }],
  ];
  for (const [says, path, queries, refused] of severalOf) {
    test(`a filter of ${says} takes several values, with commas or repeated, and names those that there are`, async () => {
      const account = await newAccount();
      const get = (query: string) => service().request('GET', `${path}?${query}`, { cookie: account.owner.cookie });
      for (const query of queries) {
        assert.equal((await get(new URLSearchParams(query).toString())).status, 200, JSON.stringify(query));
        const repeated = Object.entries(query).flatMap(([name, values]) => (name === 'from' || name === 'to' ? [values] : values.split(',')).map(value => `${name}=${encodeURIComponent(value)}`)).join('&');
        assert.equal((await get(repeated)).status, 200, repeated);
      }
      const { status, body } = await get(new URLSearchParams(refused).toString());
      assert.deepEqual([status, /^Give (one of|a date)/.test((body['errors'] as { message: string }[])[0]!.message)], [400, true], JSON.stringify(body));
    });
  }

  test('a filter with several values shows what has any of them, and counts the same', async () => {
    const account = await newAccount();
    const make = (tags: string[], name: string) => service().request('POST', '/api/domains', { cookie: account.owner.cookie, body: { name, tags, scan: false } });
    for (const [tags, name] of [[['a'], 'one.example'], [['b'], 'two.example'], [['c'], 'three.example']] as const) await make([...tags], name);
    const { body } = await service().request('GET', '/api/domains?tag=a&tag=b', { cookie: account.owner.cookie });
    assert.deepEqual((body['data'] as { name: string }[]).map(({ name }) => name), ['one.example', 'two.example']);
  });
});

onDatabaseServed('sqlite', 'a domain of whatever length or content that is none', { lab: () => lab, quickPasswords: true }, service => {
  const asked: [says: string, method: string, path: string, member: string][] = [
    ['the check', 'GET', '/api/', 'domain'], ['the checkup', 'GET', '/api/checkup', 'domain'],
    ['the inventory', 'POST', '/api/domains', 'name'], ['the check for lookalikes', 'POST', '/api/lookalike-check', 'domain'],
  ];
  const values: [says: string, value: string][] = [
    ['empty', ''], ['blank', ' '], ['U+0000', '\0'], ['U+0000 within', 'a\0b.example'], ['a control character', 'a\u0001.example'], ['a line end', 'a.example\r\nX: 1'],
    ['300 letters', 'a'.repeat(300)], ['3,000 letters', 'a'.repeat(3000)],
  ];
  for (const [says, method, path, member] of asked) {
    test(`is refused by ${says} as an invalid domain`, async () => {
      const { owner: { cookie } } = await service().account({ plan: 'pro' });
      for (const [what, value] of values) {
        const { status, body } = await service().request(method, path, { cookie, ...(method === 'GET' ? { query: { [member]: value } } : { body: { [member]: value } }) });
        assert.deepEqual([status, body.code], [400, 'invalid_domain'], what);
      }
    });
  }
});

/** A domain that stands where the input names one; the operation's own way of getting ready may have made it. */
async function domainIn(service: TestService, account: TestAccount, given: unknown): Promise<string> {
  const [first] = Array.isArray(given) ? given as unknown[] : [given];
  const row = typeof first === 'string'
    ? await allTables(service.store.db).selectFrom('domain').select('id').where('account_id', '=', account.id).where(eb => eb.or([eb('id', '=', first), eb('name', '=', first)])).executeTakeFirst() : undefined;
  return row?.id ?? makeResource('domain', service, bearerOf(account));
}
