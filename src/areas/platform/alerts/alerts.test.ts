import assert from 'node:assert/strict';
import test from 'node:test';
import type { Account, KnownCaller, Scope } from '../../../core/access.ts';
import { severities, type Severity } from '../../../core/finding.ts';
import { createQueue, type Store } from '../../../store/index.ts';
import { onEachDatabase, testClock } from '../../../../test/databases.ts';
import { allTables } from '../../../../test/tables.ts';
import { alertKindsIn, defineAlerts } from '../../alert.ts';
import { personOf, testService } from '../audit/testing.ts';
import { aboutDomain, alertsArea, dropAlertsOfDomains, notifyAgain, settleAlerts, type Cause } from './index.ts';
import { endingMutes } from './mutes.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const site = defineAlerts('site', {
  'site.down': { scope: 'domains', says: 'A site is down.' },
  'site.finding': { scope: 'domains', says: 'A site has a fault.', finding: true },
});
const leaks = defineAlerts('leaks', { 'leak.found': { scope: 'vulnscan', says: 'A password is known to others.' } });
const kinds = alertKindsIn([{ alerts: site }, { alerts: leaks }, {}]);
const [list, summarize, show, update] = alertsArea(kinds).operations;

async function setUp(store: Store) {
  const service = testService(store, { baseUrl: 'https://dss.example', subjects: new Map() });
  const queue = createQueue(store, service.services.newId);
  const services = Object.assign(service.services, { queue });
  const account = await service.addAccount({ plan: 'enterprise' });
  await service.addPerson(account.id, 'ada@example.net', 'owner');
  const settle = (causes: readonly Cause<'site.down' | 'site.finding'>[], { of = account, id = 'dom_1', unknown = [] as readonly string[] } = {}) => store.transaction(tx =>
    settleAlerts(tx, services, site, aboutDomain(of.id, { id, name: 'shop.example' }), causes, store.clock.now(), ({ cause }) => unknown.includes(cause)));
  const leak = (of: Account = account) => store.transaction(tx =>
    settleAlerts(tx, services, leaks, aboutDomain(of.id, { id: 'dom_1', name: 'shop.example' }), [{ ...down, kind: 'leak.found' }], store.clock.now()));
  const call = async (operation: typeof list | typeof summarize | typeof show | typeof update, input: Record<string, unknown> = {}, caller: KnownCaller = personOf(account)) => service.call(operation, caller, input);
  const listed = async (input: Record<string, unknown> = {}, caller?: KnownCaller) => (await call(list, input, caller)).body.data as { id: string; title: string; state: string; since: string; severity: string; notified: { count: number } }[];
  const notified = async () => (await queue.take(['notify'], 50)).map(({ payload }) => (payload as { notification: { kind: string; title: string } }).notification);
  const rows = () => allTables(store.db).selectFrom('alert').selectAll().execute();
  return { ...service, services, account, settle, leak, call, listed, notified, rows, store };
}

const down: Cause<'site.down'> = { kind: 'site.down', cause: 'https', severity: 'high', title: 'The site is down', detail: 'Nobody can read it.', path: '/domains/dom_1', notified: true };
const fault = (severity: Severity, cause: string = severity): Cause<'site.finding'> => ({ kind: 'site.finding', cause, severity, title: `A ${severity} fault`, detail: 'It matters.', path: '/domains/dom_1' });
const keyOf = (account: Account, scopes: readonly Scope[]): KnownCaller => ({ kind: 'key', account, keyId: 'key_1', prefix: 'svc_1', scopes, rateLimit: 100 });

onEachDatabase('an alert', open => {
  test('is one for one cause over 30 days, whether it is stated every six hours, comes and goes, or cannot be determined', async () => {
    const clock = testClock();
    const { settle, listed, rows } = await setUp(await open(clock));
    const began = clock.now();
    for (let hour = 0; hour < 30 * 24; hour += 6, clock.advance(6 * HOUR_MS)) {
      const day = Math.floor(hour / 24);
      // Over between the days 10 and 12; nothing could be learnt between the days 20 and 25.
      if (day >= 20 && day < 25) await settle([], { unknown: ['https'] });
      else await settle(day >= 10 && day < 12 ? [] : [down]);
    }
    assert.equal((await rows()).length, 1);
    const [alert] = await listed();
    assert.deepEqual([alert!.since, alert!.state, alert!.notified.count], [new Date(began + 12 * DAY_MS).toISOString(), 'open', 1]);
    assert.equal((await rows())[0]!.first_raised_at, began);
  });

  test('is cleared when its cause is gone, and only causes of the same area and subject are settled', async () => {
    const { settle, leak, listed } = await setUp(await open());
    await settle([down, fault('critical')]);
    await settle([down], { id: 'dom_2' });
    await leak();
    await settle([]);
    assert.deepEqual((await listed()).map(({ title }) => title), ['The site is down', 'The site is down']);
    assert.deepEqual((await listed({ state: ['cleared'] })).map(({ title }) => title), ['A critical fault', 'The site is down']);
  });

  test('that is muted is left out and sends nothing, and comes back when the mute ends, with one notification', async () => {
    const clock = testClock();
    const { store, services, account, settle, call, listed, notified } = await setUp(await open(clock));
    await settle([down]);
    const { id } = (await listed())[0]!;
    const muted = await call(update, { id, mutedUntil: new Date(clock.now() + 7 * DAY_MS).toISOString(), note: 'Moves next week' });
    assert.deepEqual([muted.status, muted.body.data.state, muted.body.data.note], [200, 'muted', 'Moves next week']);
    const again = () => store.transaction(tx => notifyAgain(tx, site, account.id, { kind: 'site.down', subjectId: 'dom_1', cause: 'https' }, clock.now()));
    const end = () => store.transaction(tx => endingMutes.due(tx, services, clock.now(), 10));
    for (let day = 0; day < 6; day++, clock.advance(DAY_MS)) {
      await settle([down]);
      assert.deepEqual([await again(), await end(), await listed()], [false, 0, []]);
    }
    clock.advance(DAY_MS);
    assert.equal((await listed()).length, 1, 'at once, not only when the schedule has come');
    assert.deepEqual([await end(), await end()], [1, 0]);
    assert.deepEqual((await notified()).map(({ kind, title }) => [kind, title]), [['alert.unmuted', 'shop.example: still wrong, and no longer muted: The site is down']]);
    assert.deepEqual([(await listed())[0]!.notified.count, await again(), (await listed())[0]!.notified.count], [2, true, 3]);
  });

  test('that was over when its mute ended sends nothing', async () => {
    const clock = testClock();
    const { store, services, settle, call, listed, notified } = await setUp(await open(clock));
    await settle([down]);
    await call(update, { id: (await listed())[0]!.id, mutedUntil: new Date(clock.now() + DAY_MS).toISOString() });
    await settle([]);
    clock.advance(2 * DAY_MS);
    await store.transaction(tx => endingMutes.due(tx, services, clock.now(), 10));
    assert.deepEqual(await notified(), []);
  });

  test('that is acknowledged stays so while it is as it was, and is open again when it becomes worse or comes back', async () => {
    const { settle, call, listed } = await setUp(await open());
    await settle([down]);
    const { id } = (await listed())[0]!;
    const acknowledge = () => call(update, { id, acknowledged: true });
    assert.deepEqual((await acknowledge()).body.data.acknowledged.by, { type: 'person', id: 'usr_owner' });
    await settle([{ ...down, title: 'The site is still down' }]);
    assert.deepEqual((await listed()).map(({ title, state }) => [title, state]), [['The site is still down', 'acknowledged']]);
    await settle([{ ...down, severity: 'critical' }]);
    assert.deepEqual((await listed()).map(({ state }) => state), ['open']);
    await acknowledge();
    await settle([]);
    await settle([down]);
    assert.deepEqual((await listed()).map(({ state }) => state), ['open']);
  });

  test('is assigned to people of the account alone', async () => {
    const { store, account, addAccount, addPerson, settle, call, listed } = await setUp(await open());
    await settle([down]);
    const { id } = (await listed())[0]!;
    const other = await addAccount({ plan: 'enterprise' });
    await addPerson(other.id, 'eve@example.net', 'owner');
    const people = await allTables(store.db).selectFrom('auth_user').select(['id', 'accountId']).execute();
    const [ada, eve] = [account, other].map(of => people.find(({ accountId }) => accountId === of.id)!.id) as [string, string];
    assert.equal((await call(update, { id, assigneeId: eve })).status, 404);
    assert.deepEqual((await call(update, { id, assigneeId: ada })).body.data.assignee, { id: ada, email: 'ada@example.net' });
    assert.deepEqual([(await listed({ assignee: ada })).length, (await listed({ assignee: 'none' })).length], [1, 0]);
    await allTables(store.db).deleteFrom('auth_user').where('id', '=', ada).execute();
    assert.equal((await listed({ assignee: 'none' })).length, 1, 'who is gone deals with nothing');
    assert.equal((await call(update, { id, assigneeId: 'me' }, keyOf(account, ['domains', 'write']))).status, 400);
  });

  const refused: [says: string, change: Record<string, unknown>, status: number][] = [
    ['nothing', {}, 400],
    ['a mute that is past', { mutedUntil: '2026-01-01T00:00:00Z' }, 400],
    ['a mute without an end in sight', { mutedUntil: '2030-01-01T00:00:00Z' }, 400],
    ['a note with control characters', { note: 'a\u0007b' }, 400],
    ['an unknown field', { state: 'cleared' }, 400],
  ];
  test('is not changed by what is no change', async () => {
    const { settle, call, listed } = await setUp(await open());
    await settle([down]);
    const { id } = (await listed())[0]!;
    for (const [says, change, status] of refused) assert.equal((await call(update, { id, ...change })).status, status, says);
    await settle([]);
    const { status, body } = await call(update, { id, acknowledged: true });
    assert.deepEqual([status, body.code, body.current.state], [409, 'invalid_state', 'cleared']);
  });

  test('is forgotten with its domain, and so is one about what belongs to the domain', async () => {
    const { store, services, account, settle, rows } = await setUp(await open());
    await settle([down]);
    await settle([down], { id: 'dom_2' });
    await store.transaction(tx => settleAlerts(tx, services, leaks, { accountId: account.id, domainId: 'dom_1', subject: { type: 'page', id: 'pag_1', label: 'shop.example/login' } }, [{ ...down, kind: 'leak.found' }], 0));
    await store.transaction(tx => dropAlertsOfDomains(tx, account.id, ['dom_1']));
    assert.deepEqual((await rows()).map(({ subject_id }) => subject_id), ['dom_2']);
  });

  test('has one row, however long its cause is and however often it is stated at once', async () => {
    const { settle, rows } = await setUp(await open());
    const long = { ...down, cause: 'x'.repeat(100_000), title: 'y'.repeat(100_000) };
    await Promise.all([settle([long]), settle([long]), settle([long, long])]);
    const [row, ...more] = await rows();
    assert.deepEqual([more.length, row!.cause.length, row!.title.length], [0, 64, 300]);
  });

  test('is for the thousand most severe causes at a subject, and begins when its cause did', async () => {
    const clock = testClock();
    const { settle, listed, rows } = await setUp(await open(clock));
    await settle([...Array.from({ length: 3000 }, (_, n) => fault('high', `${n}`)), { ...fault('critical'), since: clock.now() - DAY_MS }]);
    assert.equal((await rows()).length, 1000);
    assert.deepEqual((await listed({ severity: ['critical'] })).map(({ since }) => since), [new Date(clock.now() - DAY_MS).toISOString()]);
  });
});

onEachDatabase('the list of alerts', open => {
  const searches: [says: string, filter: Record<string, unknown>, titles: readonly string[]][] = [
    ['a word of the title, whatever its case', { search: 'DOWN' }, ['The site is down']],
    ['several words, each somewhere in title, subject or cause', { search: 'shop.example tls-1' }, ['A critical fault']],
    ['one word that is nowhere', { search: 'site certificate' }, []],
    ['what would be wildcards', { search: '%' }, []],
    ['an underscore', { search: 'a_b' }, ['A high fault']],
    ['what is below the threshold', { search: 'minor' }, ['A low fault']],
    ['detail, which is not searched', { search: 'matters' }, []],
  ];
  test('is searched by words of title, subject and cause, in the list and in its counts', async () => {
    const { settle, listed, call } = await setUp(await open());
    await settle([down, fault('critical', 'tls-1'), fault('high', 'a_b'), fault('low', 'minor')]);
    for (const [says, filter, titles] of searches) {
      assert.deepEqual((await listed(filter)).map(({ title }) => title), titles, says);
      assert.equal((await call(summarize, filter)).body.data.total, titles.length, says);
    }
    assert.equal((await call(list, { search: ' ' })).status, 400);
  });

  test('has the most severe first, page by page, and counts over all rows what a query over all rows counts', async () => {
    const clock = testClock();
    const { store, account, settle, leak, call, listed, rows } = await setUp(await open(clock));
    for (let n = 0; n < 260; n++, clock.advance(1000)) await settle([fault(severities[n % 4]!, `${n}`), ...(n % 7 === 0 ? [down] : [])], { id: `dom_${n}` });
    await leak();
    const ids = (await rows()).map(({ id }) => id).toSorted();
    for (const [at, id] of ids.entries()) {
      if (at % 5 === 0) await call(update, { id, acknowledged: true });
      if (at % 11 === 0) await call(update, { id, mutedUntil: new Date(clock.now() + DAY_MS).toISOString() });
    }
    for (let n = 0; n < 260; n += 13) await settle([], { id: `dom_${n}` });
    await setThreshold(store, account.id, 'medium');
    const all = (await rows()).filter(({ kind, severity }) => kind !== 'site.finding' || severities.indexOf(severity as Severity) <= severities.indexOf('medium'));
    const stateOf = ({ cleared_at, muted_until, acknowledged_at }: (typeof all)[number]) => (cleared_at !== null ? 'cleared' : muted_until !== null && muted_until > clock.now() ? 'muted' : acknowledged_at === null ? 'open' : 'acknowledged');
    const every = ['open', 'acknowledged', 'muted', 'cleared'] as const;
    const summary = (await call(summarize, { state: [...every] })).body.data;
    assert.deepEqual(summary.states, Object.fromEntries(every.map(state => [state, all.filter(row => stateOf(row) === state).length])));
    assert.ok(every.every(state => summary.states[state] > 0), JSON.stringify(summary));
    assert.deepEqual(summary.severities, Object.fromEntries(severities.map(severity => [severity, all.filter(row => row.severity === severity).length])));
    assert.deepEqual([summary.total, summary.areas.map(({ count }: { count: number }) => count).reduce((a: number, b: number) => a + b)], [all.length, all.length]);
    const current = all.filter(row => ['open', 'acknowledged'].includes(stateOf(row)));
    const seen: string[] = [];
    for (let cursor: string | undefined; ;) {
      const { body } = await call(list, { limit: 40, ...(cursor && { cursor }) });
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      if (body.nextCursor === null) break;
      cursor = body.nextCursor;
    }
    const order = current.toSorted((a, b) => severities.indexOf(a.severity as Severity) - severities.indexOf(b.severity as Severity) || b.since - a.since || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
    assert.deepEqual(seen, order);
    const filters: [filter: Record<string, unknown>, fits: (row: (typeof all)[number]) => boolean][] = [
      [{ severity: ['critical', 'medium'] }, ({ severity }) => severity === 'critical' || severity === 'medium'],
      [{ area: ['leaks'] }, ({ kind }) => kind === 'leak.found'],
      [{ kind: ['site.down'] }, ({ kind }) => kind === 'site.down'],
      [{ from: new Date(clock.now() - 60_000).toISOString() }, ({ since }) => since >= clock.now() - 60_000],
    ];
    for (const [filter, fits] of filters) {
      assert.deepEqual((await listed({ limit: 200, ...filter })).map(({ id }) => id).toSorted(), current.filter(fits).map(({ id }) => id).toSorted(), JSON.stringify(filter));
      assert.equal((await call(summarize, filter)).body.data.total, current.filter(fits).length);
    }
    assert.equal((await call(list, { kind: ['no.such'] })).status, 400);
  });

  test('has failed findings from the severity on that the account chooses, at once, and everything else whatever its severity', async () => {
    const { store, account, settle, listed } = await setUp(await open());
    await settle([...severities.map(severity => fault(severity)), { ...down, severity: 'low' }]);
    const shown = async () => (await listed()).map(({ title }) => title.split(' ')[1]!);
    assert.deepEqual(await shown(), ['critical', 'high', 'site']);
    await setThreshold(store, account.id, 'critical');
    assert.deepEqual(await shown(), ['critical', 'site']);
    await setThreshold(store, account.id, 'low');
    assert.deepEqual((await shown()).toSorted(), ['critical', 'high', 'low', 'medium', 'site']);
  });

  test('shows nothing to another account, and to a key the alerts of its scopes alone', async () => {
    const { account, addAccount, settle, leak, call, listed } = await setUp(await open());
    const stranger = await addAccount({ plan: 'enterprise' });
    await settle([down]);
    await leak();
    const all = await listed();
    assert.equal(all.length, 2);
    for (const caller of [personOf(stranger), keyOf(stranger, ['domains', 'vulnscan', 'write'])]) {
      assert.deepEqual([await listed({}, caller), (await call(summarize, {}, caller)).body.data.total], [[], 0]);
      for (const { id } of all) assert.deepEqual([(await call(show, { id }, caller)).status, (await call(update, { id, acknowledged: true }, caller)).status], [404, 404]);
    }
    const key = keyOf(account, ['domains', 'write']);
    const seen = await listed({}, key);
    assert.deepEqual([seen.length, (await call(summarize, {}, key)).body.data.total], [1, 1]);
    for (const { id } of all) assert.equal((await call(show, { id }, key)).status, id === seen[0]!.id ? 200 : 404);
    assert.equal((await call(list, {}, keyOf(account, ['scans']))).status, 403);
    assert.equal((await listed({}, keyOf(account, ['domains', 'vulnscan']))).length, 2);
  });
});

/** What the settings of the account would have. */
async function setThreshold(store: Store, accountId: string, findingsFrom: Severity): Promise<void> {
  await allTables(store.db).updateTable('account').set({ settings: JSON.stringify({ alerts: { findingsFrom } }) }).where('id', '=', accountId).execute();
}
