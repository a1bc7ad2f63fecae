import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { onEachDatabaseServed, type TestAccount } from '../../../../test/service.ts';
import { feed } from '../../../../test/facets.ts';
import { allTables } from '../../../../test/tables.ts';
import type { Severity } from '../../../core/finding.ts';
import { eventAlerts } from '../../domains/events/alerts.ts';
import { aboutDomain, settleAlerts } from '../../platform/alerts/index.ts';

const DAY_MS = 86_400_000;

onEachDatabaseServed('the overview', { quickPasswords: true }, service => {
  let account: TestAccount;
  // oxlint-disable-next-line typescript/no-explicit-any
  const show = async (cookie = account.owner.cookie): Promise<any> => (await service().request('GET', '/api/overview', { cookie })).body['data'];
  const add = async (name: string, fed: Parameters<typeof feed>[2], checked_at: number | null = Date.now()): Promise<string> => {
    const { body } = await service().request('POST', '/api/domains', { cookie: account.owner.cookie, body: { name, scan: false } });
    const { id } = body['data'] as { id: string };
    await allTables(service().store.db).updateTable('domain').set({ checked_at }).where('id', '=', id).execute();
    await feed(service().store.db, id, fed);
    return id;
  };
  const alert = (domain: string, causes: readonly { kind?: 'event.pending' | 'event.denied'; cause: string; severity: Severity; title: string }[]): Promise<void> => {
    const { store, service: { services } } = service();
    return store.transaction(tx => settleAlerts(tx, services, eventAlerts, aboutDomain(account.id, { id: domain, name: 'e.example' }),
      causes.map(cause => ({ kind: 'event.pending', detail: '', path: '/events', ...cause })), Date.now()));
  };
  before(async () => { account = await service().account({ plan: 'enterprise' }); });

  test('of no domains it has zeros and no score', async () => {
    const { totals, score, scoreChange, grades, trend, urgent } = await show();
    assert.deepEqual([totals.domains, score, scoreChange, grades, urgent], [0, null, null, [], []]);
    assert.deepEqual(trend.map((point: { score: unknown }) => point.score), [null, null, null, null, null]);
  });
  test('domains are counted by grade, their scores averaged, a scan that could not judge left out', async () => {
    const good = await add('a.example', { score: 90, grade: 'A' });
    await add('b.example', { score: 51, grade: 'D', worst: 'high', issues: 4 });
    await add('c.example', {});
    await add('d.example', {}, null);
    await allTables(service().store.db).insertInto('snapshot').values({ domain_id: good, at: Date.now() - 10 * DAY_MS, set_hash: 'x', score: 70 }).execute();
    const { totals, score, scoreChange, grades, trend } = await show();
    assert.deepEqual(totals, { domains: 4, neverChecked: 1, withIssues: 1, issues: 4, openEvents: 0, endingSoon: 0 });
    assert.deepEqual([score, scoreChange], [71, 20]);
    assert.deepEqual(grades, [{ grade: 'A', domains: 1 }, { grade: 'D', domains: 1 }, { grade: null, domains: 1 }]);
    assert.deepEqual(trend.map((point: { score: unknown }) => point.score), [null, null, null, 70, 71]);
  });
  test('the most severe alerts come first, seven at most, and all that are not muted are counted', async () => {
    const id = await add('e.example', { expiresAt: Date.now() + 3.5 * DAY_MS });
    await alert(id, [{ cause: 'a', severity: 'medium', title: 'Middling' }, { cause: 'b', severity: 'critical', title: 'Worst', kind: 'event.denied' }]);
    const { urgent, urgentCount, totals } = await show();
    assert.equal(totals.endingSoon, 1);
    assert.deepEqual([urgent.map(({ kind, title }: Record<string, string>) => [kind, title]), urgentCount], [[['event.denied', 'Worst'], ['event.pending', 'Middling']], 2]);
    await alert(id, Array.from({ length: 12 }, (_, n) => ({ cause: `${n}`, severity: 'high' as const, title: `${n}` })));
    await allTables(service().store.db).updateTable('alert').set({ muted_until: Date.now() + DAY_MS }).where('cause', '=', '5').execute();
    const many = await show();
    assert.deepEqual([many.urgent.length, many.urgentCount], [7, 11]);
    const { body } = await service().request('GET', '/api/alerts/summary', { cookie: account.owner.cookie });
    assert.equal((body['data'] as { total: number }).total, many.urgentCount);
  });
  test('without a mail server it says that the e-mails to the owner go nowhere', async () => {
    assert.deepEqual((await show()).channels, { active: 0, failing: 0, notConfigured: 1, unconfirmed: 0, disabled: 0 });
  });
  test('another account sees nothing of it', async () => {
    const other = await service().account({ plan: 'enterprise' });
    assert.equal((await show(other.owner.cookie)).totals.domains, 0);
  });
});

onEachDatabaseServed('the calendar of what expires', { quickPasswords: true }, service => {
  let [account, stranger]: TestAccount[] = [];
  const now = Date.now();
  // oxlint-disable-next-line typescript/no-explicit-any
  const ask = async (query = '', who = account!): Promise<any> => (await service().request('GET', `/api/overview/expiries${query}`, { cookie: who.owner.cookie })).body;
  const add = async (name: string, fed: Parameters<typeof feed>[2]): Promise<string> => {
    const { body } = await service().request('POST', '/api/domains', { cookie: account!.owner.cookie, body: { name, scan: false } });
    const { id } = body['data'] as { id: string };
    await feed(service().store.db, id, fed);
    return id;
  };
  before(async () => {
    [account, stranger] = [await service().account({ plan: 'enterprise' }), await service().account({ plan: 'enterprise' })];
    // Both ends at one moment: a page may end between them.
    await add('both.example', { expiresAt: now + 3.5 * DAY_MS, certificateExpiresAt: now + 3.5 * DAY_MS });
    await add('over.example', { expiresAt: now - 1.5 * DAY_MS });
    await add('far.example', { expiresAt: now + 3000.5 * DAY_MS });
    await service().request('POST', '/api/api-keys', { cookie: account.owner.cookie, body: { name: 'Reports', scopes: ['domains'], expiresAt: new Date(now + 5.5 * DAY_MS).toISOString() } });
  });

  const linesOf = (rows: { kind: string; name: string; daysLeft: number }[]) => rows.map(({ kind, name, daysLeft }) => `${kind} ${name} ${daysLeft}`);

  test('what has ended comes first, and what ends in years is left out unless asked for', async () => {
    const { data, nextCursor } = await ask();
    assert.deepEqual([linesOf(data), nextCursor], [['registration over.example -2', 'certificate both.example 3', 'registration both.example 3', 'apiKey Reports 5'], null]);
    assert.deepEqual(linesOf((await ask(`?kind=registration&from=${new Date(now + 100 * DAY_MS).toISOString()}&to=2100-01-01`)).data), ['registration far.example 3000']);
  });
  test('page after page shows each once, and the days count all of them on each page', async () => {
    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const { data, nextCursor, days } = await ask(`?limit=1${cursor}`);
      seen.push(...linesOf(data));
      assert.deepEqual(days.map(({ registrations, certificates, apiKeys }: Record<string, number>) => [registrations, certificates, apiKeys]), [[1, 0, 0], [1, 1, 0], [0, 0, 1]]);
      if (nextCursor === null) break;
      cursor = `&cursor=${nextCursor}`;
    }
    assert.deepEqual([seen.length, new Set(seen).size], [4, 4]);
  });
  test('another account sees nothing of it, and an API key no keys', async () => {
    assert.deepEqual([(await ask('', stranger)).data, (await ask('', stranger)).days], [[], []]);
    const { body: { key } } = await service().request('POST', '/api/api-keys', { cookie: account!.owner.cookie, body: { scopes: ['domains'] } });
    const { body: { data } } = await service().request('GET', '/api/overview/expiries?kind=apiKey', { key: key as string });
    assert.deepEqual(data, []);
  });
});
