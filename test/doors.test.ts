// What the operator opens beyond the public Internet, and to whom.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLab } from '../lab/index.ts';
import type { Lab } from '../lab/types.ts';
import { loadWorld } from '../lab/world.ts';
import { setTrust } from '../src/areas/platform/account/index.ts';
import { parseCidr } from '../src/core/ip.ts';
import { onEachDatabaseServed, type TestAccount } from './service.ts';
import { allTables } from './tables.ts';

const INTERNAL = '10.77.0.1';
const DOMAIN = 'web-no-https.example';
const SECRET = 'https://internal.corp.example/secret-path';
const PATIENCE_MS = 20_000;

let lab: Lab;
let internal: Server;
let connections = 0;
before(async () => {
  const world = loadWorld(Date.now());
  const domains = world.domains.map(domain => (domain.name === DOMAIN ? { ...domain, records: domain.records.replaceAll('45.54.84.1', INTERNAL), pages: [] } : domain));
  lab = await startLab({ world: { ...world, domains } });
  internal = createServer((_, reply) => reply.writeHead(302, { location: SECRET }).end());
  internal.on('connection', () => { connections++; });
  await new Promise<void>(resolve => { internal.listen(0, '127.0.0.1', resolve); });
});
after(async () => {
  internal.close();
  internal.closeAllConnections();
  await lab.stop();
});

onEachDatabaseServed('an internal range that the operator allows', {
  lab: () => lab, quickPasswords: true,
  outside: outside => ({
    ...outside, allow: [parseCidr('10.77.0.0/16')!],
    route: (address, port) => (address === INTERNAL ? { address: '127.0.0.1', port: (internal.address() as AddressInfo).port } : lab.route(address, port)),
  }),
}, service => {
  /** How often the internal server was reached while `work` ran, and what the caller was shown. */
  const seenBy = async (work: () => Promise<{ text: string }>): Promise<{ reached: boolean; shown: boolean }> => {
    connections = 0;
    const { text } = await work();
    return { reached: connections > 0, shown: text.includes('secret-path') };
  };
  const trust = ({ id }: TestAccount, trusted: boolean) => service().store.transaction(tx => setTrust(tx, service().service.services, id, trusted, Date.now()));
  const check = ({ owner: { cookie } }: TestAccount) => service().request('GET', '/api/', { cookie, query: { domain: DOMAIN } });
  const call = async (method: string, path: string, { owner: { cookie } }: TestAccount, body?: object) => {
    const reply = await service().request(method, path, { cookie, ...(body ? { body } : {}) });
    assert.ok(reply.status < 300, reply.text);
    return reply.body['data'] as Record<string, unknown>;
  };
  /** A scan of the inventory from its start to its end. */
  const scan = async (account: TestAccount, domainId: string): Promise<{ text: string }> => {
    const { id } = await call('POST', `/api/domains/${domainId}/scan`, account);
    for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await sleep(50)) {
      if ((await call('GET', `/api/runs/${id as string}`, account))['finishedAt'] === null) continue;
      return service().request('GET', `/api/domains/${domainId}/overview`, { cookie: account.owner.cookie });
    }
    return assert.fail('The scan does not end.');
  };
  const [closed, open] = [{ reached: false, shown: false }, { reached: true, shown: true }];

  test('is reached by a check of the operator and by nobody else, in whatever order they ask', async () => {
    const [stranger, operator] = [await service().account(), await service().account({ plan: 'enterprise', operator: true })];
    assert.deepEqual(await seenBy(() => check(stranger)), closed);
    assert.deepEqual(await seenBy(() => check(operator)), open);
    assert.deepEqual(await seenBy(() => check(stranger)), closed);
  });

  test('is open to a call with a key and to one of a session as the account is marked at that moment', async () => {
    const account = await service().account({ plan: 'pro' });
    const { key } = await service().key(account, { scopes: ['scans'] });
    const byKey = () => service().request('GET', '/api/', { key, query: { domain: DOMAIN } });
    assert.deepEqual([await seenBy(byKey), await seenBy(() => check(account))], [closed, closed]);
    assert.equal(await trust(account, true), true);
    assert.deepEqual([await seenBy(byKey), await seenBy(() => check(account))], [open, open]);
    assert.equal(await trust(account, true), false);
    assert.equal(await trust(account, false), true);
    assert.deepEqual([await seenBy(byKey), await seenBy(() => check(account))], [closed, closed]);
  });

  test('is open to runs and schedules as the account is marked when they begin', async () => {
    const account = await service().account({ plan: 'pro' });
    const domainId = (await call('POST', '/api/domains', account, { name: DOMAIN, scan: false }))['id'] as string;
    assert.equal((await seenBy(() => scan(account, domainId))).reached, false);
    await trust(account, true);
    assert.equal((await seenBy(() => scan(account, domainId))).reached, true);
    await trust(account, false);
    assert.equal((await seenBy(() => scan(account, domainId))).reached, false);

    const scheduled = async (): Promise<boolean> => {
      const { store } = service();
      const runs = async () => (await allTables(store.db).selectFrom('run').select('id').where('account_id', '=', account.id).where('trigger', '=', 'schedule').where('status', 'in', ['completed', 'partial']).execute()).length;
      const before = await runs();
      connections = 0;
      await allTables(store.db).updateTable('domain').set({ due_at: Date.now() - 1 }).where('id', '=', domainId).execute();
      for (const until = performance.now() + PATIENCE_MS; performance.now() < until && await runs() === before;) await sleep(50);
      assert.equal(await runs(), before + 1, 'the time of the domain has come');
      return connections > 0;
    };
    assert.equal(await scheduled(), false);
    await trust(account, true);
    assert.equal(await scheduled(), true);
  });

  test('the scans of one network are counted over all of its accounts, by session and by key', async () => {
    const { clientNetworkOf, counters, plans } = service().service.services;
    const address = '198.51.100.9';
    const day = Date.now() - Date.now() % 86_400_000;
    await counters.spend(`network_scans:pro:${clientNetworkOf(address)!}`, day, 1_000_000, { count: plans.pro.networkScansPerDay - 1, db: service().store.db });
    const ask = async (from: string, call: { key: string } | { cookie: string }) => {
      const { status, body } = await service().request('GET', '/api/', { ...call, address: from, query: { domain: 'healthy.example' } });
      return [status, (body['limit'] as { name: string } | undefined)?.name];
    };
    const [first, second] = [await service().account({ plan: 'pro' }), await service().account({ plan: 'pro' })];
    const { key } = await service().key(second, { scopes: ['scans'] });
    assert.deepEqual(await ask(address, { cookie: first.owner.cookie }), [200, undefined]);
    assert.deepEqual([await ask(address, { cookie: first.owner.cookie }), await ask(address, { key })], [[429, 'network_scans'], [429, 'network_scans']]);
    assert.deepEqual(await ask('198.51.100.10', { key }), [200, undefined]);
  });

  test('the marks stand in the audit log of the account', async () => {
    const account = await service().account();
    for (const trusted of [true, true, false]) await trust(account, trusted);
    const { body } = await service().request('GET', '/api/audit-log', { cookie: account.owner.cookie });
    assert.deepEqual((body['data'] as { action: string }[]).map(({ action }) => action), ['account.untrusted', 'account.trusted', 'account.created']);
  });
});
