import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import type { Account, Caller, Scope } from '../../../core/access.ts';
import { createNewId } from '../../../core/ids.ts';
import { createQueue, type Queue, type Store } from '../../../store/index.ts';
import { onEachDatabase, testClock } from '../../../../test/databases.ts';
import { appendAudit } from '../../platform/audit/index.ts';
import { personOf, testService, type TestReply } from '../../platform/audit/testing.ts';
import { adminOperations } from './operations.ts';
import { allTables } from '../../../../test/tables.ts';

const [listAccounts, listEntries, showHealth] = adminOperations;

function serviceOf(store: Store) {
  const program = { version: '1.2.3', startedAt: store.clock.now() - 90_500, memory: () => ({ rssBytes: 123.4 * 2 ** 20 }) };
  const queue = createQueue(store, createNewId(store.clock, randomBytes));
  return testService(store, { program, queue, mailer: { configured: false, send: () => Promise.resolve() } });
}

function keyOf(account: Account, ...scopes: Scope[]): Caller {
  return { kind: 'key', account, keyId: 'key_1', prefix: 'svc_12345678', scopes, rateLimit: 1000 };
}

/** All items of a list, read page by page. */
async function walk(page: (cursor: object) => Promise<TestReply>): Promise<TestReply['body'][]> {
  const items: TestReply['body'][] = [];
  for (let cursor: object | null = {}; cursor !== null;) {
    const { body } = await page(cursor);
    items.push(...body.data);
    cursor = body.nextCursor === null ? null : { cursor: body.nextCursor };
  }
  return items;
}

async function addKey({ db, clock }: Store, accountId: string, id: string, given: { revoked_at?: number; expires_at?: number }): Promise<void> {
  const key = { id, account_id: accountId, name: null, prefix: 'svc_', hash: id, scopes: '["scans"]', rate_limit: 1, created_by: null, last_used_at: null, revoked_at: null, expires_at: null };
  await allTables(db).insertInto('api_key').values({ ...key, created_at: clock.now(), ...given }).execute();
}

onEachDatabase('the operator', open => {
  test('sees every account with its people and active keys, newest first, by pages that meet', async () => {
    const clock = testClock();
    const store = await open(clock);
    const service = serviceOf(store);
    const operator = await service.addAccount({ plan: 'enterprise', operator: true });
    clock.advance(1000);
    const customers = await Promise.all([1, 2, 3].map(() => service.addAccount()));
    clock.advance(1000);
    const newest = await service.addAccount({ plan: 'free', trusted: true });
    await service.addPerson(newest.id, 'one@example.com', 'owner');
    await service.addPerson(newest.id, 'two@example.com', 'viewer');
    await addKey(store, newest.id, 'key_active', {});
    await addKey(store, newest.id, 'key_ends', { expires_at: clock.now() + 1 });
    await addKey(store, newest.id, 'key_expired', { expires_at: clock.now() });
    await addKey(store, newest.id, 'key_revoked', { revoked_at: clock.now() });
    const accounts = await walk(cursor => service.call(listAccounts, keyOf(operator, 'admin'), { limit: '2', ...cursor }));
    assert.deepEqual(accounts[0], { id: newest.id, name: 'Example', plan: 'free', operator: false, trusted: true, people: 2, activeKeys: 2, createdAt: '2026-01-15T10:30:02.000Z' });
    assert.deepEqual(accounts.slice(1, 4).map(({ id }) => id), customers.map(({ id }) => id).toSorted().toReversed());
    assert.deepEqual(accounts[4], { id: operator.id, name: 'Example', plan: 'enterprise', operator: true, trusted: false, people: 0, activeKeys: 0, createdAt: '2026-01-15T10:30:00.000Z' });
    assert.equal(accounts.length, 5);
  });

  test('sees the audit log of all accounts, newest first, or of one, or of one action', async () => {
    const clock = testClock();
    const store = await open(clock);
    const service = serviceOf(store);
    const operator = await service.addAccount({ operator: true });
    const append = (accountId: string, action: string) => store.transaction(tx => appendAudit(tx, service.services, {
      accountId, action, actor: { type: 'person', id: 'usr_1' }, resource: { type: 'api_key', id: 'key_1' }, requestId: null, address: null, now: clock.now(),
    }));
    for (const [accountId, action] of [['acc_a', 'api_key.created'], ['acc_b', 'api_key.created'], ['acc_a', 'api_key.revoked'], ['acc_a', 'api_key.created']] as const) {
      clock.advance(1);
      await append(accountId, action);
    }
    await append('acc_b', 'api_key.revoked');
    const entries = (filter: object) => walk(cursor => service.call(listEntries, keyOf(operator, 'admin'), { limit: '2', ...filter, ...cursor }));
    const [all, ofOne, revoked] = [await entries({}), await entries({ accountId: 'acc_a' }), await entries({ action: 'api_key.revoked' })];
    assert.deepEqual(all.map(({ at }) => at.slice(-5)), ['.004Z', '.004Z', '.003Z', '.002Z', '.001Z']);
    assert.equal(new Set(all.map(({ id }) => id)).size, 5);
    assert.deepEqual(ofOne.map(({ accountId, seq }) => [accountId, seq]), [['acc_a', 3], ['acc_a', 2], ['acc_a', 1]]);
    assert.deepEqual(revoked.map(({ accountId }) => accountId), ['acc_b', 'acc_a']);
  });

  test('sees how the service is', async () => {
    const clock = testClock();
    const store = await open(clock);
    const service = serviceOf(store);
    const empty = await service.call(showHealth, keyOf({ id: 'acc_x', name: 'Gone', plan: 'enterprise', operator: true }, 'admin'));
    assert.deepEqual(empty.body.data, {
      version: '1.2.3', startedAt: '2026-01-15T10:28:29.500Z', uptimeSeconds: 90, database: { kind: store.dialect, ok: true, ms: 0 }, queue: { due: 0, oldestSeconds: null, kinds: [] },
      counts: { accounts: 0, people: 0, activeKeys: 0, auditEntries: 0 }, operatorExists: false, mail: { configured: false }, memory: { rssMiB: 123 },
    });
    const operator = await service.addAccount({ operator: true });
    await service.addPerson(operator.id, 'owner@example.net', 'owner');
    await addKey(store, operator.id, 'key_active', {});
    await addKey(store, operator.id, 'key_revoked', { revoked_at: 1 });
    const note = { accountId: operator.id, action: 'account.created', actor: { type: 'program', id: 'dss' }, resource: { type: 'account', id: operator.id } } as const;
    await store.transaction(tx => appendAudit(tx, service.services, { ...note, requestId: null, address: null, now: 1 }));
    const { queue } = service.services as unknown as { queue: Queue };
    await queue.add(store.db, operator.id, [{ kind: 'scan', payload: null }, { kind: 'letter', payload: null, runAt: clock.now() + 60_000 }]);
    clock.advance(60_000);
    await queue.add(store.db, operator.id, [{ kind: 'scan', payload: null }, { kind: 'scan', payload: null, runAt: clock.now() + 1 }]);
    const { body } = await service.call(showHealth, personOf(operator, 'admin'));
    assert.deepEqual(body.data.queue, { due: 3, oldestSeconds: 60, kinds: [{ kind: 'letter', due: 1, oldestSeconds: 0 }, { kind: 'scan', due: 2, oldestSeconds: 60 }] });
    assert.deepEqual([body.data.counts, body.data.operatorExists], [{ accounts: 1, people: 1, activeKeys: 1, auditEntries: 1 }, true]);
  });

  test('alone sees it: keys without the scope admin and people of other accounts are refused', async () => {
    const service = serviceOf(await open());
    const [customer, operator] = [await service.addAccount({ plan: 'enterprise' }), await service.addAccount({ plan: 'enterprise', operator: true })];
    for (const operation of adminOperations) {
      assert.equal((await service.call(operation, keyOf(operator, 'domains', 'scans', 'write'))).body.code, 'scope_missing');
      assert.equal((await service.call(operation, personOf(customer))).body.code, 'forbidden');
      assert.equal((await service.call(operation, personOf(operator, 'member'))).body.code, 'forbidden');
    }
  });
});
