import assert from 'node:assert/strict';
import test from 'node:test';
import type { Insertable } from 'kysely';
import { createQueue, type Store } from '../../../store/index.ts';
import { onEachDatabase, testClock } from '../../../../test/databases.ts';
import { personOf, testService } from '../../platform/audit/testing.ts';
import { insertDomains } from '../inventory/store.ts';
import { endWithDomains } from './deleting.ts';
import { eventJobs } from './jobs.ts';
import { eventsOf, windowsOf } from './store.ts';
import { eventOperations } from './operations.ts';
import { windowOperations } from './window-operations.ts';
import { speak } from '../../../../test/speaking.ts';
import { feed, fedOf } from '../../../../test/facets.ts';
import { allTables, type AllTables } from '../../../../test/tables.ts';

const [listEvents, showEvent, authorizeEvent, denyEvent, summarizeEvents, listShared, decideEvents] = eventOperations;
const [listWindows, showWindow, openWindow, closeWindow] = windowOperations;
const HOUR_MS = 3_600_000;

async function setUp(store: Store) {
  const parts = { counters: {}, runKinds: [] };
  const service = testService(store, parts);
  const { newId } = service.services;
  const queue = createQueue(store, newId);
  Object.assign(service.services, { queue });
  const account = await service.addAccount();
  const domain = newId('dom');
  await insertDomains(store.db, [{ id: domain, account_id: account.id, name: 'example.org', due_at: null, created_at: 0, tags: [] }]);
  const add = async (over: Partial<Insertable<AllTables['domain_event']>> = {}): Promise<string> => {
    const id = newId('evt');
    await allTables(store.db).insertInto('domain_event').values({
      id, account_id: account.id, domain_id: domain, domain_name: 'example.org', kind: 'dns.mx.changed', subject: 'dns.mx', severity: 'high', state: 'open', title: 'Mail goes elsewhere',
      before: '["10 mx.a"]', after: '["10 mx.b"]', after_hash: 'b', count: 1, created_at: store.clock.now(), last_seen_at: store.clock.now(),
      decided_at: null, decided_by: null, reason: null, next_alarm_at: null, closed_at: null, ...over,
    }).execute();
    return id;
  };
  await allTables(store.db).insertInto('baseline').values({ domain_id: domain, subject: 'dns.mx', value: '["10 mx.a"]', hash: 'a', learnt: null, accepted_at: 0 }).execute();
  const accepted = async () => (await allTables(store.db).selectFrom('baseline').select('value').where('domain_id', '=', domain).where('subject', '=', 'dns.mx').executeTakeFirstOrThrow()).value;
  const audit = async () => (await allTables(store.db).selectFrom('audit_entry').select('action').orderBy('seq').execute()).map(({ action }) => action);
  return { ...service, queue, account, domain, add, accepted, audit, me: personOf(account) };
}

const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id);

onEachDatabase('domain events', open => {
  test('are listed newest first, page by page, by what they are and how they stand', async () => {
    const clock = testClock();
    const store = await open(clock);
    const { call, me, add, domain } = await setUp(store);
    const ids: string[] = [];
    for (const over of [{}, { severity: 'low' }, { kind: 'dns.ns.changed', severity: 'critical' }, { state: 'denied' }]) {
      ids.unshift(await add(over));
      clock.advance(HOUR_MS);
    }
    const first = await call(listEvents, me, { limit: 3 });
    const second = await call(listEvents, me, { limit: 3, cursor: first.body.nextCursor });
    assert.deepEqual([idsOf(first), idsOf(second), second.body.nextCursor], [ids.slice(0, 3), ids.slice(3), null]);
    const filters: [filter: object, expected: string[]][] = [
      [{ state: 'denied' }, [ids[0]!]], [{ severity: 'critical' }, [ids[1]!]], [{ kind: 'dns.ns.changed' }, [ids[1]!]], [{ severity: 'low', state: 'open' }, [ids[2]!]], [{ domain }, ids],
      [{ from: new Date(clock.now() - 2 * HOUR_MS).toISOString() }, ids.slice(0, 2)], [{ to: new Date(clock.now() - 2 * HOUR_MS).toISOString() }, ids.slice(2)],
      [{ settled: 'false' }, ids], [{ settled: 'true' }, []],
    ];
    for (const [filter, expected] of filters) assert.deepEqual(idsOf(await call(listEvents, me, { ...filter })), expected, JSON.stringify(filter));
    assert.equal((await call(listEvents, me, { domain: 'dom_of_somebody_else' })).status, 404);
  });

  test('are counted over all of them, and an import of many names hides no change', async () => {
    const clock = testClock();
    const store = await open(clock);
    const { call, me, add } = await setUp(store);
    const critical = await add({ severity: 'critical' });
    await add({ severity: 'high', state: 'denied' });
    await add({ severity: 'low', state: 'reverted' });
    clock.advance(30 * HOUR_MS);
    for (let name = 0; name < 60; name++) await add({ kind: 'baseline.created', subject: 'baseline', severity: 'info', state: 'autoAuthorized' });
    assert.equal((await call(listEvents, me, { limit: 50 })).body.data.some(({ id }: { id: string }) => id === critical), false);
    assert.equal(idsOf(await call(listEvents, me, { limit: 50, changes: 'true' })).length, 3);
    const summary = async (filter: object) => (await call(summarizeEvents, me, { ...filter })).body.data;
    const none = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };
    const [first, second] = [clock.now() - 30 * HOUR_MS, clock.now()].map(at => new Date(at).toISOString().slice(0, 10));
    assert.deepEqual(await summary({ changes: 'true' }), {
      total: 3, states: { open: 1, authorized: 0, autoAuthorized: 0, denied: 1, reverted: 1, superseded: 0 }, severities: { ...none, critical: 1, high: 1, low: 1 },
      days: [{ day: first, ...none, critical: 1, high: 1, low: 1 }],
    });
    const all = await summary({});
    assert.deepEqual([all.total, all.severities.info, all.days.map(({ day, info }: { day: string; info: number }) => [day, info])], [63, 60, [[second, 60], [first, 0]]]);
    assert.deepEqual([(await summary({ settled: 'false' })).total, (await summary({ from: second, to: second })).total, (await summary({ changes: 'false', to: first })).total], [2, 60, 0]);
    assert.equal((await call(summarizeEvents, me, { domain: 'dom_of_somebody_else' })).status, 404);
  });

  test('show the old and the new value side by side, and what is accepted now', async () => {
    const store = await open();
    const { call, me, add } = await setUp(store);
    const { body: { data } } = await call(showEvent, me, { id: await add({ after: '["10 mx.a","20 mx.b"]' }) });
    assert.deepEqual([data.before, data.after, data.diff], [['10 mx.a'], ['10 mx.a', '20 mx.b'], { added: ['20 mx.b'], removed: [] }]);
    assert.deepEqual([data.baseline, data.decision, data.state], [{ value: ['10 mx.a'], acceptedAt: '1970-01-01T00:00:00.000Z' }, null, 'open']);
  });

  test('are authorized once: the same reply again, one entry in the audit log, and those that saw the same with it', async () => {
    const clock = testClock();
    const store = await open(clock);
    const { call, me, add, accepted, audit, domain } = await setUp(store);
    const [id, twin] = [await add(), await add({ subject: 'delegation', kind: 'delegation.mismatch' })];
    await feed(store.db, domain, { openEvents: 2 });
    const first = await call(authorizeEvent, me, { id, reason: 'Moved' });
    clock.advance(HOUR_MS);
    const again = await call(authorizeEvent, me, { id });
    assert.deepEqual([first.status, first.body.data.state, first.body.alsoClosed], [200, 'authorized', [twin]]);
    assert.deepEqual([again.status, again.body], [200, first.body]);
    assert.deepEqual(first.body.data.decision, { by: { type: 'person', id: 'usr_owner' }, at: '2026-01-15T10:30:00.000Z', reason: 'Moved' });
    assert.deepEqual([await accepted(), await audit()], ['["10 mx.b"]', ['domain_event.authorized']]);
    assert.equal((await fedOf(store.db, domain)).openEvents, 0);
  });

  const others: [says: string, other: Partial<Insertable<AllTables['domain_event']>>, after: string][] = [
    ['denied before', { state: 'denied', decided_at: 1, decided_by: '{"type":"key","id":"key_1"}' }, '["10 mx.b"]'],
    ['of another record that is gone, too', { subject: 'dns.spf', kind: 'dns.spf.changed', after: '[]' }, '[]'],
  ];
  for (const [says, other, after] of others) {
    test(`do not settle one ${says}`, async () => {
      const store = await open();
      const { call, me, add } = await setUp(store);
      const left = await add(other);
      const { body } = await call(authorizeEvent, me, { id: await add({ after }) });
      assert.deepEqual([body.data.state, body.alsoClosed], ['authorized', []]);
      assert.equal((await call(showEvent, me, { id: left })).body.data.state, other.state ?? 'open');
    });
  }

  test('are denied once, and authorized after that only with a reason', async () => {
    const store = await open();
    const { call, me, add, accepted, audit } = await setUp(store);
    const id = await add();
    const first = await call(denyEvent, me, { id });
    assert.deepEqual([first.body.data.state, first.body.data.nextAlarmAt], ['denied', '2026-01-16T10:30:00.000Z']);
    assert.deepEqual((await call(denyEvent, me, { id })).body, first.body);
    assert.equal(await accepted(), '["10 mx.a"]');
    const bare = await call(authorizeEvent, me, { id });
    assert.deepEqual([bare.status, bare.body.code, bare.body.errors[0].path], [400, 'invalid_request', 'reason']);
    const { body: { data } } = await call(authorizeEvent, me, { id, reason: 'It was us after all' });
    assert.deepEqual([data.state, data.nextAlarmAt, await accepted()], ['authorized', null, '["10 mx.b"]']);
    assert.deepEqual(await audit(), ['domain_event.denied', 'domain_event.authorized']);
  });

  const over: [state: string, operation: typeof authorizeEvent | typeof denyEvent][] = [
    ['authorized', denyEvent], ['autoAuthorized', denyEvent], ['reverted', denyEvent], ['superseded', denyEvent],
    ['autoAuthorized', authorizeEvent], ['reverted', authorizeEvent], ['superseded', authorizeEvent],
  ];
  for (const [state, operation] of over) {
    test(`that are ${state} answer ${operation.id} with 409 and their state`, async () => {
      const store = await open();
      const { call, me, add, audit } = await setUp(store);
      const { status, body } = await call(operation, me, { id: await add({ state, decided_at: 1, decided_by: '{"type":"program","id":null}' }), reason: 'x' });
      assert.deepEqual([status, body.code, body.current.state, await audit()], [409, 'invalid_state', state, []]);
      assert.match(body.detail, new RegExp(state));
    });
  }

  test('are decided once, however many decide at once', async () => {
    const store = await open();
    const { call, me, add, audit } = await setUp(store);
    const id = await add();
    const replies = await Promise.all([authorizeEvent, denyEvent, authorizeEvent, denyEvent].map(operation => call(operation, me, { id })));
    const good = replies.filter(({ status }) => status === 200).map(({ body }) => body.data.state);
    assert.equal(new Set(good).size, 1, good.join());
    assert.equal((await audit()).length, 1);
  });

  test('are decided many at once: what cannot be decided any more is left, one entry in the audit log', async () => {
    const store = await open(testClock());
    const { call, me, add, accepted, audit } = await setUp(store);
    const [change, gone, other] = [await add(), await add({ state: 'reverted', after_hash: 'c' }), await add({ kind: 'dns.spf.changed', subject: 'dns.spf', after_hash: 'd', after: '["v=spf1 -all"]' })];
    const entries = (await audit()).length;
    const { body } = await call(decideEvents, me, { ids: [other, gone, change], decision: 'authorize', reason: 'The move' });
    assert.deepEqual(body.data, { decided: 2, skipped: [{ id: gone, state: 'reverted' }] });
    assert.deepEqual([await accepted(), (await audit()).slice(entries)], ['["10 mx.b"]', ['domain_events.decided']]);
    const again = await call(decideEvents, me, { ids: [change], decision: 'authorize' });
    assert.deepEqual([again.body.data, (await audit()).length], [{ decided: 0, skipped: [] }, entries + 1]);
  });
  test('that several domains share are one entry; what one domain has is none', async () => {
    const clock = testClock();
    const store = await open(clock);
    const { call, me, add, account, services: { newId } } = await setUp(store);
    const second = newId('dom');
    await insertDomains(store.db, [{ id: second, account_id: account.id, name: 'example.net', due_at: null, created_at: 0, tags: [] }]);
    const first = await add();
    clock.advance(HOUR_MS);
    const ids = [first, await add({ domain_id: second, domain_name: 'example.net', severity: 'critical' })];
    await add({ kind: 'dns.spf.changed', after_hash: 'd' });
    await add({ state: 'denied', domain_id: second });
    const { body } = await call(listShared, me, {});
    assert.deepEqual(body.data, [{ kind: 'dns.mx.changed', severity: 'critical', title: 'Mail goes elsewhere', domains: 2, someDomains: ['example.org', 'example.net'], ids }]);
  });
  test('that several domains share are listed page by page, those of the most domains first', async () => {
    const store = await open();
    const { call, me, add, account, services: { newId } } = await setUp(store);
    const others = ['b', 'c'].map(name => ({ id: newId('dom'), name: `${name}.example` }));
    await insertDomains(store.db, others.map(one => ({ ...one, account_id: account.id, due_at: null, created_at: 0, tags: [] })));
    for (const [kind, on] of [['dns.mx.changed', 1], ['dns.ns.changed', 2], ['dns.spf.changed', 1]] as const) {
      await add({ kind });
      for (const { id, name } of others.slice(0, on)) await add({ kind, domain_id: id, domain_name: name });
    }
    const shown: string[] = [];
    for (let cursor: string | undefined, pages = 0; pages < 3; pages++) {
      const { body } = await call(listShared, me, { limit: 1, ...(cursor === undefined ? {} : { cursor }) });
      shown.push(...body.data.map(({ kind, domains }: { kind: string; domains: number }) => `${kind} ${domains}`));
      cursor = body.nextCursor;
      assert.equal(cursor === null, pages === 2);
    }
    assert.deepEqual(shown, ['dns.ns.changed 3', 'dns.mx.changed 2', 'dns.spf.changed 2']);
  });
  test('that are not settled are reported as over when their domain is deleted', async () => {
    const store = await open();
    const { add, account, domain, queue } = await setUp(store);
    for (const state of ['open', 'denied', 'authorized', 'reverted']) await add({ state });
    await store.transaction(tx => endWithDomains.hear(tx, { queue, speak }, { accountId: account.id, domainIds: [domain] }));
    const notified = (await queue.take(['notify'], 9)).map(({ payload }) => (payload as { notification: { title: string; data: { occasion: string; state: string } } }).notification);
    assert.deepEqual(notified.map(({ data }) => `${data.occasion} ${data.state}`).toSorted(), ['resolved denied', 'resolved open']);
    assert.match(notified[0]!.title, /No longer monitored/);
  });

  test('are in the export of everything, and so are change windows', async () => {
    const store = await open();
    const { add, account, call, me, domain } = await setUp(store);
    await add();
    await call(openWindow, me, { domain, kinds: ['*'], endsAt: '2026-01-16T00:00:00Z' });
    assert.deepEqual([(await Array.fromAsync(eventsOf(store.db, account.id))).length, (await Array.fromAsync(windowsOf(store.db, account.id))).length], [1, 1]);
  });
});

onEachDatabase('change windows', open => {
  test('are announced, shown, listed and taken back', async () => {
    const store = await open();
    const { call, me, domain, audit } = await setUp(store);
    const given = { domain, kinds: ['dns.mx.changed', 'dns.*'], expected: ['10 mx.b'], endsAt: '2026-01-15T14:30:00+02:00', reason: 'The mail moves' };
    const made = await call(openWindow, me, given);
    assert.equal(made.status, 201);
    assert.deepEqual(made.body.data, {
      id: made.body.data.id, domainId: domain, domain: 'example.org', unicodeName: 'example.org', kinds: given.kinds, expected: ['10 mx.b'], startsAt: '2026-01-15T10:30:00.000Z', endsAt: '2026-01-15T12:30:00.000Z',
      reason: 'The mail moves', createdAt: '2026-01-15T10:30:00.000Z', createdBy: { type: 'person', id: 'usr_owner' },
    });
    const { id } = made.body.data;
    assert.deepEqual((await call(showWindow, me, { id })).body, made.body);
    assert.deepEqual([idsOf(await call(listWindows, me, { domain })), idsOf(await call(listWindows, me))], [[id], [id]]);
    assert.deepEqual((await call(closeWindow, me, { id })).body, made.body);
    assert.deepEqual([(await call(closeWindow, me, { id })).status, idsOf(await call(listWindows, me))], [404, []]);
    assert.deepEqual(await audit(), ['change_window.created', 'change_window.deleted']);
  });

  test('end with a scan of the domain', async () => {
    const clock = testClock();
    const store = await open(clock);
    const { call, me, domain, queue, account, services } = await setUp(store);
    await call(openWindow, me, { domain, kinds: ['*'], endsAt: '2026-01-15T12:30:00Z' });
    assert.deepEqual(await queue.take(eventJobs.map(({ kind }) => kind), 1), []);
    clock.advance(2 * HOUR_MS);
    const [job] = await queue.take(eventJobs.map(({ kind }) => kind), 1);
    const outcome = await eventJobs.find(({ kind }) => kind === job!.kind)!.handle({ ...job!, services: services as never, signal: new AbortController().signal });
    await store.transaction(tx => outcome!.change!(tx));
    assert.deepEqual(await allTables(store.db).selectFrom('run').select(['account_id', 'kind', 'subject_id', 'trigger', 'allowance']).execute(), [
      { account_id: account.id, kind: 'domainScan', subject_id: domain, trigger: 'schedule', allowance: null },
    ]);
  });

  const refused: [says: string, change: object, path: string][] = [
    ['is over', { endsAt: '2026-01-15T10:00:00Z' }, 'endsAt'],
    ['ends before it begins', { startsAt: '2026-02-02T00:00:00Z', endsAt: '2026-02-01T00:00:00Z' }, 'endsAt'],
    ['lasts longer than 30 days', { endsAt: '2026-02-20T00:00:00Z' }, 'endsAt'],
    ['names a kind that there is not', { kinds: ['dns.mx'] }, 'kinds.0'],
    ['names a beginning that no kind has', { kinds: ['smtp.*'] }, 'kinds.0'],
  ];
  for (const [says, change, path] of refused) {
    test(`one that ${says} is refused`, async () => {
      const store = await open();
      const { call, me, domain } = await setUp(store);
      const { status, body } = await call(openWindow, me, { domain, kinds: ['*'], endsAt: '2026-01-16T00:00:00Z', ...change });
      assert.deepEqual([status, body.errors[0].path], [400, path]);
    });
  }
});
