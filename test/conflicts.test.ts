// A refusal for the current state says what that is, so that whoever asked need not ask again.
import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { onEachDatabaseServed, PASSWORD, type TestAccount, type TestReply } from './service.ts';
import { allTables } from './tables.ts';

type Send = (method: string, path: string, body?: object) => Promise<TestReply>;
type Member = (body: Record<string, unknown>) => unknown;

interface Conflict {
  says: string;
  code: 'invalid_state' | 'already_exists';
  /** Brings the state about and asks for what it forbids; with what the refusal must show. */
  ask(send: Send, domain: string): Promise<[reply: TestReply, expected: unknown]>;
  member: Member;
}

const idOf = ({ body }: TestReply): string => (body['data'] as { id: string }).id;
const current = (body: Record<string, unknown>) => body['current'] as Record<string, unknown>;
const id: Member = body => body['id'];

/** The same twice. */
const twice = (path: string, bodyOf: (domain: string) => object): Conflict['ask'] => async (send, domain) => {
  const first = await send('POST', path, bodyOf(domain));
  assert.equal(first.status, 201, first.text);
  return [await send('POST', path, bodyOf(domain)), idOf(first)];
};

const conflicts: readonly Conflict[] = [
  { says: 'the account of the operator', code: 'invalid_state', ask: async send => [await send('DELETE', '/api/account', { password: PASSWORD }), true], member: body => current(body)['operator'] },
  { says: 'a second factor that the owner lacks', code: 'invalid_state', ask: async send => [await send('PUT', '/api/account/second-factor', { required: true }), false], member: body => current(body)['twoFactorEnabled'] },
  {
    says: 'a revoked key', code: 'invalid_state', member: body => current(body)['status'],
    async ask(send) {
      const key = idOf(await send('POST', '/api/api-keys', { scopes: ['scans'] }));
      await send('DELETE', `/api/api-keys/${key}`);
      return [await send('POST', `/api/api-keys/${key}/rotate`, {}), 'revoked'];
    },
  },
  { says: 'a name of the account', code: 'invalid_state', ask: async (send, domain) => [await send('POST', '/api/watchlist', { domain, name: `shop.${domain}` }), true], member: body => current(body)['isOwn'] },
  { says: 'no source of leaks', code: 'invalid_state', ask: async (send, domainId) => [await send('POST', '/api/darkweb/scan', { domainId }), true], member: body => (body['current'] as unknown[]).length > 0 },
  {
    says: 'a business without listings', code: 'invalid_state', member: body => current(body)['id'],
    async ask(send) {
      const business = idOf(await send('POST', '/api/local-seo/businesses', { name: 'Bakery', point: { lat: 51.5, lng: -0.1 } }));
      return [await send('POST', `/api/local-seo/businesses/${business}/listings`, {}), business];
    },
  },
  { says: 'no search data', code: 'invalid_state', ask: async (send, domain) => [await send('POST', `/api/deep-seo/search-data/${domain}/refresh`, {}), 'notConfigured'], member: body => (body['current'] as { state: string }[])[0]?.state },
  { says: 'an excluded network', code: 'already_exists', ask: twice('/api/admin/scan-opt-outs', () => ({ target: '192.0.2.0/24' })), member: id },
  { says: 'a followed service', code: 'already_exists', ask: twice('/api/status/follows', () => ({ service: 'github' })), member: id },
  { says: 'a tracked keyword', code: 'already_exists', ask: twice('/api/local-seo/keywords', domainId => ({ domainId, keyword: 'dentist vienna', country: 'AT', language: 'de', provider: 'searxng' })), member: id },
];

onEachDatabaseServed('a refusal for the current state says what that is', { quickPasswords: true }, service => {
  let account: TestAccount;
  const domain = 'conflicts.example';
  before(async () => {
    account = await service().account({ plan: 'enterprise', operator: true });
    const { body } = await service().request('POST', '/api/domains', { cookie: account.owner.cookie, body: { name: domain, scan: false } });
    const now = Date.now();
    const values = { domain_id: (body['data'] as { id: string }).id, token: 'a'.repeat(32), method: 'dns', proven_at: now, confirmed_at: now, checked_at: now, failing_since: null, lost_at: null, cause: null };
    await allTables(service().store.db).insertInto('ownership').values(values).onConflict(conflict => conflict.column('domain_id').doUpdateSet(values)).execute();
  });
  for (const { says, code, ask, member } of conflicts) {
    test(says, async () => {
      const [{ status, body, text }, expected] = await ask((method, path, sent) => service().request(method, path, { cookie: account.owner.cookie, ...(sent === undefined ? {} : { body: sent }) }), domain);
      assert.deepEqual([status, body.code], [409, code], text);
      assert.deepEqual(member(body), expected, text);
    });
  }

  test('counts of keys and businesses stand for all, however few the page shows', async () => {
    const list = async (path: string) => (await service().request('GET', path, { cookie: account.owner.cookie, query: { limit: '1' } })).body['counts'];
    const { cookie } = account.owner;
    for (const days of [3, 30, 3000]) await service().request('POST', '/api/api-keys', { cookie, body: { scopes: ['scans'], expiresAt: new Date(Date.now() + days * 86_400_000).toISOString() } });
    await service().request('POST', '/api/local-seo/businesses', { cookie, body: { name: 'Café', point: { lat: 48.2, lng: 16.3 } } });
    assert.deepEqual([await list('/api/api-keys'), await list('/api/local-seo/businesses')], [{ active: 3, endingSoon: 1 }, { businesses: 2 }]);
  });
});
