import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { onEachDatabaseServed, type TestAccount } from '../../../../test/service.ts';
import { feed } from '../../../../test/facets.ts';
import { allTables } from '../../../../test/tables.ts';

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
  const addEvent = async (domain: string, over: object): Promise<void> => {
    const { store, service: { services } } = service();
    const at = Date.now();
    await allTables(store.db).insertInto('domain_event').values({
      id: services.newId('evt'), account_id: account.id, domain_id: domain, domain_name: 'a.example', kind: 'dns.mx.changed', subject: 'dns.mx', severity: 'high', state: 'open', title: 'Mail goes elsewhere',
      before: '[]', after: '[]', after_hash: 'b', count: 1, created_at: at, last_seen_at: at, decided_at: null, decided_by: null, reason: null, next_alarm_at: null, closed_at: null, ...over,
    }).execute();
  };
  before(async () => { account = await service().account({ plan: 'enterprise' }); });

  test('of no domains it has zeros and no score', async () => {
    const { totals, score, grades, trend, urgent } = await show();
    assert.deepEqual([totals.domains, score, grades, urgent], [0, null, [], []]);
    assert.deepEqual(trend.map((point: { score: unknown }) => point.score), [null, null, null, null, null]);
  });
  test('domains are counted by grade, their scores averaged, a scan that could not judge left out', async () => {
    const good = await add('a.example', { score: 90, grade: 'A' });
    await add('b.example', { score: 51, grade: 'D', worst: 'high', issues: 4 });
    await add('c.example', {});
    await add('d.example', {}, null);
    await allTables(service().store.db).insertInto('snapshot').values({ domain_id: good, at: Date.now() - 10 * DAY_MS, set_hash: 'x', score: 70 }).execute();
    const { totals, score, grades, trend } = await show();
    assert.deepEqual(totals, { domains: 4, neverChecked: 1, withIssues: 1, issues: 4, openEvents: 0, endingSoon: 0 });
    assert.equal(score, 71);
    assert.deepEqual(grades, [{ grade: 'A', domains: 1 }, { grade: 'D', domains: 1 }, { grade: null, domains: 1 }]);
    assert.deepEqual(trend.map((point: { score: unknown }) => point.score), [null, null, null, 70, 71]);
  });
  test('the most severe comes first, whatever its kind, and what is settled does not come', async () => {
    const id = await add('e.example', { expiresAt: Date.now() + 3.5 * DAY_MS });
    await addEvent(id, { severity: 'medium', title: 'Denied', state: 'denied' });
    await addEvent(id, { severity: 'critical', title: 'Settled', state: 'authorized' });
    const { urgent, totals } = await show();
    assert.equal(totals.endingSoon, 1);
    assert.deepEqual(urgent.map(({ kind, severity, title }: Record<string, string>) => [kind, severity, title]),
      [['expiry', 'critical', 'The registration ends in 3 days'], ['issues', 'high', ''], ['event', 'medium', 'Denied']]);
  });
  test('an end that an event tells of comes once, and no more than seven things come', async () => {
    const id = await add('f.example', { expiresAt: Date.now() + DAY_MS });
    await addEvent(id, { kind: 'registration.expiring', severity: 'critical', title: 'Ends tomorrow' });
    assert.deepEqual((await show()).urgent.filter(({ domain }: { domain: string }) => domain === 'f.example').map(({ kind }: { kind: string }) => kind), []);
    for (let more = 0; more < 8; more++) await addEvent(id, { severity: 'critical', title: `More ${more}` });
    assert.equal((await show()).urgent.length, 7);
  });
  test('all that needs people is counted, however little of it is shown', async () => {
    const { urgent, urgentCount } = await show();
    const { db } = service().store;
    const [events, serious] = await Promise.all([
      allTables(db).selectFrom('domain_event').select('id').where('account_id', '=', account.id).where('state', 'in', ['open', 'denied']).execute(),
      allTables(db).selectFrom('domain_facet').select('domain_id').where('account_id', '=', account.id).where('measure', '=', 'worst').where('word', 'in', ['critical', 'high']).execute(),
    ]);
    // The end of e.example; an event tells of that of f.example.
    assert.deepEqual([urgent.length, urgentCount], [7, events.length + serious.length + 1]);
  });
  test('without a mail server it says that the e-mails to the owner go nowhere', async () => {
    assert.deepEqual((await show()).channels, { active: 0, failing: 0, notConfigured: 1, unconfirmed: 0, disabled: 0 });
  });
  test('another account sees nothing of it', async () => {
    const other = await service().account({ plan: 'enterprise' });
    assert.equal((await show(other.owner.cookie)).totals.domains, 0);
  });
});
