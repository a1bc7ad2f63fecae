import assert from 'node:assert/strict';
import test from 'node:test';
import type { Account, KnownCaller, Scope } from '../../../core/access.ts';
import type { RunStatus } from '../../../core/run.ts';
import type { Store } from '../../../store/index.ts';
import { onEachDatabase, testClock } from '../../../../test/databases.ts';
import { personOf, testService } from '../audit/testing.ts';
import { follow } from './follow.ts';
import { advance, begin, end } from './transitions.ts';
import { accepted, presentRun, startRun, type NewRun } from './index.ts';
import { defineRun } from '../../run-kind.ts';
import { runsOperations } from './operations.ts';
import { findRun, runsOf } from './store.ts';
import { openRuns, until } from './worker.sample.ts';
import { allTables } from '../../../../test/tables.ts';

const [listRuns, showRun, cancelRun, listEvents] = runsOperations;
const kind = defineRun<null>()({ kind: 'domainScan', scope: 'scans', resultAt: ({ id }) => `/api/domains/${id}/overview` });

async function setUp(store: Store) {
  const { queue, services } = await openRuns(store, { accounts: [] });
  const service = testService(store, { queue, runKinds: [kind] });
  const account = await service.addAccount();
  const start = async (over: Partial<NewRun<null>> = {}): Promise<string> => (await store.transaction(tx => startRun(tx, services, {
    accountId: account.id, kind, subject: { type: 'domain', id: 'dom_1', label: 'example.org' }, input: null, trigger: 'manual', allowance: null, ...over,
  }))).run.id;
  const finish = (id: string, status: RunStatus) => store.transaction(tx => end(tx, { id }, { status, result: '{"score":90}' }, [], store.clock.now()));
  return { ...service, queue, account, start, finish, me: personOf(account), actions: () => allTables(store.db).selectFrom('audit_entry').select(['action', 'resource_id']).execute() };
}

const keyOf = (account: Account, scopes: readonly Scope[]): KnownCaller => ({ kind: 'key', account: { ...account, plan: 'enterprise' }, keyId: 'key_1', prefix: 'svc_00000000', scopes, rateLimit: 10 });
const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id);

onEachDatabase('/api/runs', open => {
  test('shows a run with everything that is known of it', async () => {
    const store = await open();
    const { call, me, start, finish } = await setUp(store);
    const id = await start();
    const waiting = await call(showRun, me, { id });
    assert.deepEqual(waiting.body, { success: true, data: {
      id, kind: 'domainScan', subject: { type: 'domain', id: 'dom_1', label: 'example.org' }, trigger: 'manual', status: 'queued',
      progress: { done: 0, total: 0, step: null }, createdAt: '2026-01-15T10:30:00.000Z', startedAt: null, finishedAt: null, error: null, result: null,
      links: { self: `/api/runs/${id}`, events: `/api/runs/${id}/events`, result: null },
    } });
    await finish(id, 'completed');
    const { body: { data: { status, finishedAt, result, links } } } = await call(showRun, me, { id });
    assert.deepEqual([status, finishedAt, result, links.result], ['completed', '2026-01-15T10:30:00.000Z', { score: 90 }, '/api/domains/dom_1/overview']);
  });

  test('is where the reply that accepts a run leads to', async () => {
    const store = await open();
    const { account, start } = await setUp(store);
    const run = (await findRun(store.db, account.id, await start()))!;
    const respond = { headers: {} };
    assert.deepEqual(accepted({ respond }, { runKinds: [kind] }, run), { success: true, data: presentRun(run, [kind]) });
    assert.deepEqual(respond.headers, { location: `/api/runs/${run.id}` });
  });

  test('lists runs newest first, page by page, by status and subject', async () => {
    const clock = testClock();
    const store = await open(clock);
    const { call, me, start, finish } = await setUp(store);
    const ids: string[] = [];
    for (let number = 0; number < 5; number++) {
      ids.unshift(await start({ subject: { type: 'domain', id: `dom_${number % 2}`, label: 'x' } }));
      clock.advance(1);
    }
    await finish(ids[0]!, 'failed');
    const first = await call(listRuns, me, { limit: 3 });
    const second = await call(listRuns, me, { limit: 3, cursor: first.body.nextCursor });
    assert.deepEqual([idsOf(first), idsOf(second), second.body.nextCursor], [ids.slice(0, 3), ids.slice(3), null]);
    assert.deepEqual(idsOf(await call(listRuns, me, { status: 'failed', kind: 'domainScan' })), [ids[0]]);
    assert.deepEqual(idsOf(await call(listRuns, me, { subject: 'dom_1' })), [ids[1], ids[3]]);
    assert.equal((await call(listRuns, me, { cursor: 'bm90aGluZw' })).body.code, 'invalid_request');
  });

  test('a run outside the scopes of a key, or of another account, does not exist', async () => {
    const store = await open();
    const { call, account, start, addAccount } = await setUp(store);
    const id = await start();
    const stranger = await addAccount();
    for (const [caller, sees] of [
      [keyOf(account, ['scans', 'write']), true], [keyOf(account, ['seo', 'write']), false], [keyOf(account, ['admin']), false], [personOf(stranger), false], [keyOf(stranger, ['scans', 'write']), false],
    ] as const) {
      assert.deepEqual(idsOf(await call(listRuns, caller)), sees ? [id] : []);
      assert.deepEqual(idsOf(await call(listRuns, caller, { kind: 'domainScan' })), sees ? [id] : []);
      for (const operation of [showRun, listEvents]) assert.equal((await call(operation, caller, { id })).status, sees ? 200 : 404);
    }
    assert.equal((await call(cancelRun, keyOf(account, ['seo', 'write']), { id })).status, 404);
    assert.equal((await call(cancelRun, keyOf(account, ['scans']), { id })).body.code, 'write_scope_missing');
    assert.equal((await call(cancelRun, personOf(account, 'viewer'), { id })).body.code, 'forbidden');
  });

  test('cancels a run once, with one audit entry; one that has ended otherwise stays as it is', async () => {
    const store = await open();
    const { call, me, start, finish, queue, actions } = await setUp(store);
    const [id, done] = [await start(), await start()];
    const first = await call(cancelRun, me, { id });
    assert.deepEqual([first.status, first.body.data.status], [200, 'cancelled']);
    assert.deepEqual((await call(cancelRun, me, { id })).body, first.body);
    assert.deepEqual(await actions(), [{ action: 'run.cancelled', resource_id: id }]);
    assert.equal(await queue.waiting(), 1);
    await finish(done, 'failed');
    const refused = await call(cancelRun, me, { id: done });
    assert.deepEqual([refused.status, refused.body.code, refused.body.current.status], [409, 'invalid_state', 'failed']);
    assert.equal((await actions()).length, 1);
  });

  test('lists what a run has told, page by page', async () => {
    const store = await open();
    const { call, me, start } = await setUp(store);
    const id = await start();
    await store.transaction(async tx => {
      await begin(tx, id, 1000);
      await advance(tx, id, null, [{ name: 'part', data: { of: 'spf' } }, { name: 'part', data: { of: 'mx' } }], 2000);
    });
    const first = await call(listEvents, me, { id, limit: 2 });
    assert.deepEqual(first.body.data, [
      { id: '1', name: 'started', data: {}, at: '1970-01-01T00:00:01.000Z' }, { id: '2', name: 'part', data: { of: 'spf' }, at: '1970-01-01T00:00:02.000Z' },
    ]);
    assert.equal(first.body.run.status, 'running');
    const second = await call(listEvents, me, { id, limit: 2, cursor: first.body.nextCursor });
    assert.deepEqual([idsOf(second), second.body.nextCursor], [['3'], null]);
  });

  test('a stream tells what lands until the run ends, and goes on where a client left it', async () => {
    const store = await open();
    const { account, start, finish } = await setUp(store);
    const id = await start();
    await store.transaction(tx => begin(tx, id, 0));
    const heard: string[] = [];
    const listen = async (seq: number, to: string[]) => follow({
      db: store.db, runKinds: [kind], signal: new AbortController().signal,
      emit: (event, data, eventId) => void to.push(`${eventId ?? '-'} ${event} ${(data as { of?: string }).of ?? ''}`),
    }, (await findRun(store.db, account.id, id))!, seq);
    const listening = listen(0, heard);
    await until(() => heard.length === 2);
    await store.transaction(tx => advance(tx, id, null, Array.from({ length: 150 }, (_, of) => ({ name: 'part', data: { of: String(of) } })), 0));
    await until(() => heard.length === 152);
    await finish(id, 'partial');
    assert.equal((await listening).status, 'partial');
    const parts = Array.from({ length: 150 }, (_, of) => `${of + 2} part ${of}`);
    assert.deepEqual(heard, ['- run ', '1 started ', ...parts, '152 ended ']);
    const again: string[] = [];
    await listen(150, again);
    assert.deepEqual(again, ['- run ', '151 part 149', '152 ended ']);
  });

  test('a stream ends with the reason of its signal', async () => {
    const store = await open();
    const { account, start } = await setUp(store);
    const id = await start();
    const leaving = new AbortController();
    const listening = follow({ db: store.db, runKinds: [], signal: leaving.signal, emit: () => leaving.abort(new Error('left')) }, (await findRun(store.db, account.id, id))!, 0);
    await assert.rejects(listening, /left/);
  });

  test('the export of an account has its runs and no others', async () => {
    const store = await open();
    const { account, start, addAccount } = await setUp(store);
    const id = await start();
    await start({ accountId: (await addAccount()).id });
    assert.deepEqual(await Array.fromAsync(runsOf(store.db, account.id)), [presentRun((await findRun(store.db, account.id, id))!, [])]);
  });
});
