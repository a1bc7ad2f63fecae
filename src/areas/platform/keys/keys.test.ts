import assert from 'node:assert/strict';
import test from 'node:test';
import type { Account, KnownCaller, Plan } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import { createCounters, untyped, type Store } from '../../../store/index.ts';
import { onEachDatabase, testClock } from '../../../../test/databases.ts';
import { personOf, testService, type TestReply } from '../audit/testing.ts';
import { hourOf } from './hourly-limits.ts';
import { createKeyByProgram, createKeyReader, createUsage, rotateKeyByProgram } from './index.ts';
import { keysOperations } from './operations.ts';
import { keysOf } from './store.ts';
import { allTables } from '../../../../test/tables.ts';

const [listKeys, createKey, showKey, revokeKey, showUsage, renameKey, rotateKey] = keysOperations;

async function serviceOf(store: Store) {
  const [counters, usage] = [createCounters(store, store.clock), createUsage(store)];
  return { ...testService(store, { counters, usage }), counters, usage };
}

async function auditActions(store: Store, accountId: string): Promise<string[]> {
  const entries = await allTables(store.db).selectFrom('audit_entry').selectAll().where('account_id', '=', accountId).orderBy('seq').execute();
  return entries.map(({ action, resource_id }) => `${action} ${resource_id}`);
}

/** What reading `token` gives: the caller, or the code of the refusal. */
async function read(store: Store, token: string): Promise<KnownCaller | string> {
  try {
    return await createKeyReader(store)(token, store.clock.now());
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

onEachDatabase('an API key', (open, dialect) => {
  test('is shown once at its creation and is good at once', async () => {
    const store = await open();
    const service = await serviceOf(store);
    const account = await service.addAccount();
    const { status, headers, body } = await service.call(createKey, personOf(account), { name: ' Reporting ', scopes: ['scans', 'domains'], rateLimit: 50 });
    assert.equal(status, 201);
    assert.equal(headers['cache-control'], 'no-store');
    assert.match(body.key, /^svc_[0-9a-f]{64}$/);
    assert.deepEqual(body.data, {
      id: body.data.id, name: 'Reporting', prefix: body.key.slice(0, 12), scopes: ['scans', 'domains'], rateLimit: 50, status: 'active',
      createdAt: '2026-01-15T10:30:00.000Z', createdBy: { id: 'usr_owner', name: null, email: null }, expiresAt: null, revokedAt: null, lastUsedAt: null, lastUsedFrom: null, rotatedAt: null, previous: null,
    });
    assert.deepEqual(await read(store, body.key), { kind: 'key', account: { ...account, trusted: false }, keyId: body.data.id, prefix: body.data.prefix, scopes: ['scans', 'domains'], rateLimit: 50 });
    assert.deepEqual(await auditActions(store, account.id), [`api_key.created ${body.data.id}`]);
  });

  test('names who created it, also after their removal, and from where it was used last', async () => {
    const store = await open();
    const service = await serviceOf(store);
    const account = await service.addAccount();
    await service.addPerson(account.id, 'anna@example.org', 'admin');
    const { id: userId } = await allTables(store.db).selectFrom('auth_user').select('id').executeTakeFirstOrThrow();
    const anna = { ...personOf(account, 'admin'), userId } as KnownCaller;
    const [hers, other] = [await service.call(createKey, anna, { scopes: ['scans'] }), await service.call(createKey, personOf(account), { scopes: ['scans'] })];
    assert.deepEqual(hers.body.data.createdBy, { id: userId, name: 'anna@example.org', email: 'anna@example.org' });
    service.usage.record(hers.body.data.id, 'check.domain', 200, store.clock.now(), '203.0.113.77');
    await allTables(store.db).deleteFrom('auth_user').execute();
    const list = async (query: Record<string, unknown>) => (await service.call(listKeys, personOf(account), query)).body.data as { id: string; createdBy: unknown; lastUsedFrom: string | null }[];
    assert.deepEqual((await list({ createdBy: userId })).map(({ id, createdBy, lastUsedFrom }) => ({ id, createdBy, lastUsedFrom })),
      [{ id: hers.body.data.id, createdBy: { id: userId, name: null, email: null }, lastUsedFrom: '203.0.113.0/24' }]);
    assert.deepEqual(new Set((await list({})).map(({ id }) => id)), new Set([hers.body.data.id, other.body.data.id]));
    assert.deepEqual(await list({ createdBy: 'usr_nobody' }), []);
  });

  test('stands in no table in plain text, nor in the reply that is remembered', async () => {
    const store = await open();
    const service = await serviceOf(store);
    const account = await service.addAccount();
    const input = { scopes: ['scans'], request_key: 'once' };
    const first = await service.call(createKey, personOf(account), input);
    const again = await service.call(createKey, personOf(account), input);
    assert.deepEqual([again.status, again.replayed, again.body.key, again.body.data], [201, true, null, first.body.data]);
    assert.equal((await auditActions(store, account.id)).length, 1);
    const texts = await Promise.all((await untyped(store.db).introspection.getTables()).map(async ({ name }) =>
      JSON.stringify(await allTables(store.db).selectFrom(name as 'account').selectAll().execute())));
    assert.ok(texts.some(text => text.includes(first.body.data.prefix)));
    assert.ok(texts.every(text => !text.includes(first.body.key.slice(12))));
  });

  if (dialect === 'sqlite') {
    test('is answered for without a promise', async () => {
      const store = await open();
      const service = await serviceOf(store);
      const { body } = await service.call(createKey, personOf(await service.addAccount()), { scopes: ['scans'] });
      assert.ok(!(createKeyReader(store)(body.key, store.clock.now()) instanceof Promise));
    });
  }

  test('is read and counted with one question, exactly, however many calls come at once', async () => {
    const clock = testClock();
    const store = await open(clock);
    const service = await serviceOf(store);
    const account = await service.addAccount();
    const make = async (given = {}) => (await service.call(createKey, personOf(account), { scopes: ['scans'], rateLimit: 7, ...given })).body;
    const [one, other, ended] = [await make(), await make(), await make({ expiresAt: new Date(clock.now() + 1000).toISOString() })];
    clock.advance(1000);
    const readers = [createKeyReader(store), createKeyReader(store)];
    const countsOf = async (key: string, calls: number) => {
      const seen: number[] = [];
      const outcomes = await Promise.allSettled(Array.from({ length: calls }, async (_, n) => readers[n % 2]!(key, clock.now(), ({ name, max, used, resetsAt }) => {
        assert.deepEqual([name, max, resetsAt], ['key_hourly', 7, hourOf(clock.now()) + 3_600_000]);
        seen.push(used);
      })));
      return { seen: seen.toSorted((a, b) => a - b), refused: outcomes.filter(({ status }) => status === 'rejected').length };
    };
    const [first, second, third] = await Promise.all([countsOf(one.key, 40), countsOf(other.key, 3), countsOf(ended.key, 5)]);
    assert.deepEqual([first.refused, second.refused, third], [0, 0, { seen: [], refused: 5 }]);
    const upTo = (calls: number) => (dialect === 'postgresql' ? Array.from({ length: calls }, (_, n) => n + 1) : []);
    assert.deepEqual([first.seen, second.seen], [upTo(40), upTo(3)]);
    const stored = await service.counters.read([one, other, ended].map(({ data }) => `key_hourly:${data.id}`), hourOf(clock.now()));
    assert.deepEqual(stored, dialect === 'postgresql' ? [40, 3, 0] : [0, 0, 0]);
  });

  test('is refused with the one reason that holds, at the very next request', async () => {
    const clock = testClock();
    const store = await open(clock);
    const service = await serviceOf(store);
    const account = await service.addAccount();
    const { body } = await service.call(createKey, personOf(account), { scopes: ['scans'], expiresAt: '2026-01-15T13:00:00+02:00' });
    const setPlan = (plan: Plan) => allTables(store.db).updateTable('account').set({ plan }).execute();
    assert.equal(await read(store, body.key.slice(0, -1)), 'invalid_key');
    assert.equal(await read(store, `svc_${'0'.repeat(56)}807077e9`), 'invalid_key');
    await setPlan('free');
    assert.equal(await read(store, body.key), 'plan_lapsed');
    await setPlan('enterprise');
    assert.partialDeepStrictEqual(await read(store, body.key), { account: { plan: 'enterprise' } });
    clock.set(Date.UTC(2026, 0, 15, 10, 59, 59, 999));
    assert.equal(typeof await read(store, body.key), 'object');
    clock.advance(1);
    assert.equal(await read(store, body.key), 'key_expired');
    await setPlan('free');
    assert.equal(await read(store, body.key), 'key_expired');
    await service.call(revokeKey, personOf(account), { id: body.data.id });
    assert.equal(await read(store, body.key), 'key_revoked');
  });

  test('is revoked once, with one audit entry, however often and at once it is asked', async () => {
    const clock = testClock();
    const store = await open(clock);
    const service = await serviceOf(store);
    const account = await service.addAccount();
    const { body: { data: { id } } } = await service.call(createKey, personOf(account), { scopes: ['scans'] });
    const replies = await Promise.all(Array.from({ length: 5 }, () => service.call(revokeKey, personOf(account), { id })));
    clock.advance(60_000);
    replies.push(await service.call(revokeKey, personOf(account), { id }));
    for (const { status, body } of replies) assert.deepEqual([status, body.data.status, body.data.revokedAt], [200, 'revoked', '2026-01-15T10:30:00.000Z']);
    assert.deepEqual(await auditActions(store, account.id), [`api_key.created ${id}`, `api_key.revoked ${id}`]);
  });

  test('without an end is asked for by null', async () => {
    const store = await open();
    const service = await serviceOf(store);
    const { status, body } = await service.call(createKey, personOf(await service.addAccount()), { scopes: ['scans'], expiresAt: null });
    assert.deepEqual([status, body.data.expiresAt], [201, null]);
  });

  test('gets another name, or none, with one audit entry for each change', async () => {
    const store = await open();
    const service = await serviceOf(store);
    const account = await service.addAccount();
    const { body: { data: { id } } } = await service.call(createKey, personOf(account), { scopes: ['scans'], name: 'One' });
    for (const name of ['Two', 'Two', null]) {
      const { status, body } = await service.call(renameKey, personOf(account), { id, name });
      assert.deepEqual([status, body.data.name], [200, name]);
    }
    assert.equal((await service.call(renameKey, personOf(account), { id, name: 'x', rateLimit: 5 })).status, 400);
    assert.deepEqual(await auditActions(store, account.id), [`api_key.created ${id}`, `api_key.renamed ${id}`, `api_key.renamed ${id}`]);
  });

  test('that is rotated works by both secrets for the overlap, never past its expiry, and is one key', async () => {
    const cases: [says: string, overlapHours: number | undefined, expiresInHours: number | null, worksHours: number][] = [
      ['a day unless asked', undefined, null, 24], ['seven days', 168, null, 168], ['never past the expiry', 24, 2, 2], ['at once', 0, null, 0],
    ];
    for (const [says, overlapHours, expiresInHours, worksHours] of cases) {
      const clock = testClock();
      const store = await open(clock);
      const service = await serviceOf(store);
      const account = await service.addAccount();
      const expiresAt = expiresInHours === null ? null : new Date(clock.now() + expiresInHours * 3_600_000).toISOString();
      const first = (await service.call(createKey, personOf(account), { scopes: ['scans'], expiresAt })).body;
      const { status, headers, body } = await service.call(rotateKey, personOf(account), { id: first.data.id, ...(overlapHours === undefined ? {} : { overlapHours }) });
      const until = clock.now() + worksHours * 3_600_000;
      assert.deepEqual([status, headers['cache-control'], body.data.previous, body.data.rotatedAt], [200, 'no-store', { prefix: first.data.prefix, worksUntil: new Date(until).toISOString() }, '2026-01-15T10:30:00.000Z'], says);
      assert.notEqual(body.key, first.key);
      clock.set(until - 1);
      const keyIdOf = async (key: string) => { const caller = await read(store, key); return typeof caller === 'object' && caller.kind === 'key' ? caller.keyId : caller; };
      if (worksHours > 0) assert.deepEqual([await keyIdOf(first.key), await keyIdOf(body.key)], [first.data.id, first.data.id], says);
      clock.set(until);
      assert.deepEqual([await keyIdOf(first.key), await keyIdOf(body.key)], ['key_expired', expiresInHours === null ? first.data.id : 'key_expired'], says);
      assert.deepEqual(await auditActions(store, account.id), [`api_key.created ${first.data.id}`, `api_key.rotated ${first.data.id}`]);
    }
  });

  test('that is rotated ends with both secrets when it is revoked, and cannot be rotated afterwards', async () => {
    const store = await open();
    const service = await serviceOf(store);
    const account = await service.addAccount();
    const first = (await service.call(createKey, personOf(account), { scopes: ['scans'] })).body;
    const { id } = first.data;
    const second = (await service.call(rotateKey, personOf(account), { id })).body;
    await service.call(revokeKey, personOf(account), { id });
    assert.deepEqual([await read(store, first.key), await read(store, second.key)], ['key_revoked', 'key_revoked']);
    const refused = await service.call(rotateKey, personOf(account), { id });
    assert.deepEqual([refused.status, refused.body.code], [409, 'invalid_state']);
  });

  test('that is rotated twice works by the two newest secrets; a repeated request gives none', async () => {
    const store = await open();
    const service = await serviceOf(store);
    const account = await service.addAccount();
    const first = (await service.call(createKey, personOf(account), { scopes: ['scans'] })).body;
    const { id } = first.data;
    const second = (await service.call(rotateKey, personOf(account), { id, request_key: 'once' })).body;
    const again = await service.call(rotateKey, personOf(account), { id, request_key: 'once' });
    assert.deepEqual([again.replayed, again.body.key, again.body.data], [true, null, second.data]);
    const third = (await service.call(rotateKey, personOf(account), { id })).body;
    assert.equal(await read(store, first.key), 'invalid_key');
    for (const { key } of [second, third]) assert.partialDeepStrictEqual(await read(store, key), { keyId: id });
    assert.equal((await service.call(listKeys, personOf(account), {})).body.data.length, 1);
  });

  test('can be had ten times by an account; 50 creations at once end with exactly ten', async () => {
    const store = await open();
    const service = await serviceOf(store);
    const [account, other] = [await service.addAccount(), await service.addAccount()];
    const replies = await Promise.all(Array.from({ length: 50 }, () => service.call(createKey, personOf(account), { scopes: ['scans'] })));
    const refused = replies.filter(({ status }) => status !== 201);
    assert.equal(refused.length, 40);
    for (const { body } of refused) assert.deepEqual([body.status, body.code, body.limit, body.active], [409, 'key_limit_reached', 10, 10]);
    const { body } = await service.call(listKeys, personOf(account), {});
    assert.equal(body.data.filter(({ status }: { status: string }) => status === 'active').length, 10);
    assert.equal((await auditActions(store, account.id)).length, 10);
    assert.equal((await service.call(createKey, personOf(other), { scopes: ['scans'] })).status, 201);
  });

  test('that is expired or revoked makes room for another', async () => {
    const clock = testClock();
    const store = await open(clock);
    const service = await serviceOf(store);
    const account = await service.addAccount();
    const create = (given = {}) => service.call(createKey, personOf(account), { scopes: ['scans'], ...given });
    const { body: first } = await create();
    await create({ expiresAt: new Date(clock.now() + 1000).toISOString() });
    for (let n = 0; n < 8; n++) await create();
    assert.equal((await create()).status, 409);
    await service.call(revokeKey, personOf(account), { id: first.data.id });
    assert.equal((await create()).status, 201);
    assert.equal((await create()).status, 409);
    clock.advance(1000);
    assert.equal((await create()).status, 201);
    assert.equal((await create()).status, 409);
  });

  test('keeps its scope admin only on the account of the operator', async () => {
    const store = await open();
    const service = await serviceOf(store);
    const operator = await service.addAccount({ plan: 'enterprise', operator: true });
    const { body } = await service.call(createKey, personOf(operator, 'admin'), { scopes: ['admin'] });
    const scopes = async () => {
      const caller = await read(store, body.key);
      return typeof caller === 'object' && caller.kind === 'key' ? caller.scopes : caller;
    };
    assert.deepEqual(await scopes(), ['admin']);
    await allTables(store.db).updateTable('account').set({ operator: 0 }).execute();
    assert.deepEqual(await scopes(), []);
  });

  test('is listed in every state, newest first, by pages that meet', async () => {
    const clock = testClock();
    const store = await open(clock);
    const service = await serviceOf(store);
    const [account, stranger] = [await service.addAccount(), await service.addAccount()];
    await service.call(createKey, personOf(stranger), { scopes: ['scans'] });
    const made: string[] = [];
    for (const moment of [0, 0, 1, 1, 2]) {
      clock.advance(moment);
      const expiresAt = made.length === 1 ? { expiresAt: new Date(clock.now() + 100).toISOString() } : {};
      made.push((await service.call(createKey, personOf(account), { scopes: ['scans'], ...expiresAt })).body.data.id);
    }
    await service.call(revokeKey, personOf(account), { id: made[0]! });
    clock.advance(1000);
    const seen: { id: string; status: string; createdAt: string }[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { body } = await service.call(listKeys, personOf(account), { limit: '2', ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...body.data);
      cursor = body.nextCursor as string | null;
    }
    assert.deepEqual(seen.map(({ id }) => id).toSorted(), made.toSorted());
    assert.deepEqual(seen.map(({ createdAt }) => createdAt), seen.map(({ createdAt }) => createdAt).toSorted().toReversed());
    const statusOf = (id: string) => seen.find(one => one.id === id)!.status;
    assert.deepEqual(made.map(statusOf), ['revoked', 'expired', 'active', 'active', 'active']);
    const exported = await Array.fromAsync(keysOf(store.db, account.id));
    assert.deepEqual(exported.map((key, index) => ({ ...key, status: seen[index]?.status })), seen);
  });

  test('tells its usage: what was called, and how its limit stands', async () => {
    const clock = testClock();
    const store = await open(clock);
    const service = await serviceOf(store);
    const account = await service.addAccount();
    const { body: { data: { id } } } = await service.call(createKey, personOf(account), { scopes: ['scans'], rateLimit: 3 });
    const hour = hourOf(clock.now());
    for (const status of [200, 200, 404, 429, 429]) {
      await service.counters.count(`key_hourly:${id}`, hour);
      service.usage.record(id, 'check.domain', status, clock.now(), '203.0.113.7');
    }
    const { status, body: { data } } = await service.call(showUsage, personOf(account), { id });
    assert.equal(status, 200);
    assert.deepEqual([data.keyId, data.rateLimit], [id, 3]);
    assert.deepEqual(data.currentHour, { startsAt: '2026-01-15T10:00:00.000Z', used: 3, remaining: 0, resetsAt: '2026-01-15T11:00:00.000Z' });
    assert.deepEqual([data.last24Hours.requests, data.last24Hours.errors, data.last24Hours.limited], [5, 1, 2]);
    assert.deepEqual(data.last24Hours.byHour.at(-1), { startsAt: '2026-01-15T10:00:00.000Z', requests: 5, errors: 1, limited: 2 });
    assert.deepEqual(data.last24Hours.byOperation, [{ operation: 'check.domain', requests: 5 }]);
    assert.deepEqual(data.last24Hours.byStatus, { 200: 2, 404: 1, 429: 2 });
    clock.advance(3_600_000);
    const later = await service.call(showUsage, personOf(account), { id });
    assert.deepEqual([later.body.data.currentHour.used, later.body.data.last24Hours.byHour.at(-2).requests], [0, 5]);
    const list = await service.call(listKeys, personOf(account), {});
    assert.equal(list.body.data[0].lastUsedAt, '2026-01-15T10:30:00.000Z');
  });

  test('of another account answers exactly as one that does not exist', async () => {
    const store = await open();
    const service = await serviceOf(store);
    const [account, stranger] = [await service.addAccount(), await service.addAccount()];
    const { body: { data: { id } } } = await service.call(createKey, personOf(account), { scopes: ['scans'] });
    const known = ({ status, body }: TestReply) => ({ status, body: { ...body, requestId: null } });
    for (const operation of [showKey, revokeKey, showUsage, rotateKey]) {
      const foreign = known(await service.call(operation, personOf(stranger), { id }));
      const unknown = known(await service.call(operation, personOf(stranger), { id: 'key_00000000000000000000000000' }));
      assert.equal(foreign.status, 404);
      assert.deepEqual(foreign, unknown);
    }
    assert.deepEqual((await service.call(listKeys, personOf(stranger), {})).body.data, []);
    assert.deepEqual(await auditActions(store, stranger.id), []);
    assert.equal((await service.call(listKeys, personOf(account), {})).body.data[0].status, 'active');
  });

  test('can be made from the command line by the same rules, with its audit entry', async () => {
    const store = await open();
    const service = await serviceOf(store);
    const { newId, randomBytes, clock } = service.services;
    const make = (account: Account, given: unknown) => store.transaction(tx => createKeyByProgram(tx, account, { newId, randomBytes, now: clock.now() }, given));
    const [pro, operator] = [await service.addAccount(), await service.addAccount({ plan: 'enterprise', operator: true })];
    const { data, key } = await make(pro, { scopes: ['scans'] });
    assert.partialDeepStrictEqual(await read(store, key), { keyId: data.id });
    assert.deepEqual(await auditActions(store, pro.id), [`api_key.created ${data.id}`]);
    assert.deepEqual((await make(operator, { scopes: ['admin'] })).data.scopes, ['admin']);
    const rotate = (account: Account, given: unknown) => store.transaction(tx => rotateKeyByProgram(tx, account, { newId, randomBytes, now: clock.now() }, given));
    const rotated = await rotate(pro, { id: data.id });
    assert.partialDeepStrictEqual(await read(store, rotated.key), { keyId: data.id });
    await assert.rejects(rotate(operator, { id: data.id }), { code: 'not_found' });
    await assert.rejects(rotate(pro, { id: data.id, overlapHours: 169 }), { code: 'invalid_request' });
    assert.deepEqual(await auditActions(store, pro.id), [`api_key.created ${data.id}`, `api_key.rotated ${data.id}`]);
    await assert.rejects(make(pro, { scopes: ['admin'] }), { code: 'forbidden' });
    await assert.rejects(make(pro, { scopes: ['scans', 'write'] }), { code: 'plan_upgrade_required' });
    await assert.rejects(make(pro, { scopes: ['scans'], rateLimit: 0 }), { code: 'invalid_request' });
    await assert.rejects(make({ ...pro, plan: 'free' }, { scopes: ['scans'] }), { code: 'plan_upgrade_required' });
  });
});
