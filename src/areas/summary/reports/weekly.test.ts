import assert from 'node:assert/strict';
import test from 'node:test';
import { createQueue, type Store } from '../../../store/index.ts';
import { onEachDatabase, onEachDatabaseOf, testClock } from '../../../../test/databases.ts';
import { accountArea } from '../../platform/account/index.ts';
import { personOf, testService } from '../../platform/audit/testing.ts';
import { insertDomains } from '../../domains/inventory/store.ts';
import { notificationsArea } from '../../platform/notifications/index.ts';
import { notificationsService } from '../../platform/notifications/service.sample.ts';
import { reportWeek, weeklyReports, weeklyReportSettings } from './weekly.ts';
import { unmarked } from '../../../../test/speaking.ts';
import { feed } from '../../../../test/facets.ts';
import { allTables } from '../../../../test/tables.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
const LEASE_MS = 60_000;
/** A Thursday. */
const BEGIN = Date.UTC(2026, 0, 15, 10, 30);
const MONDAY = Date.UTC(2026, 0, 19, 7);

const settings = accountArea({ settings: { weeklyReport: weeklyReportSettings }, exports: {} }).operations;
const operations = [...settings, ...notificationsArea.operations];

/** An account whose owner gets e-mails, with a domain unless it is to have none, and those who do what becomes due. */
async function begin(store: Store, { domains = ['a.example'] }: { domains?: string[] } = {}) {
  const service = notificationsService(store, testService);
  const { services, queue, clock } = service;
  const account = await service.addAccount();
  await service.addPerson(account.id, 'owner@example.net', 'owner');
  await allTables(store.db).insertInto('weekly_report').values({ account_id: account.id, due_at: 0, told_until: null }).execute();
  if (domains.length > 0) {
    await insertDomains(store.db, domains.map((name, at) => ({ id: `dom_${at}`, account_id: account.id, name, due_at: null, created_at: 0, tags: [] })));
  }

  const poll = () => store.transaction(tx => weeklyReports.due(tx, { queue }, clock.now(), 100));
  const take = () => queue.take(['weeklyReport'], 10);
  /** Makes a report, as far as a worker does before it commits; `commit` is the rest. */
  async function make([job]: Awaited<ReturnType<typeof take>>): Promise<{ commit(): Promise<void> }> {
    const means = { ...services, queue, baseUrl: 'https://dss.example', reportSections: [], print: () => Promise.reject(new Error('Nothing is printed here.')) };
    const { change } = await reportWeek.handle({ ...job!, services: means, signal: new AbortController().signal }) ?? {};
    return {
      commit: () => store.transaction(async tx => {
        await queue.finish(tx, job!);
        await change?.(tx);
      }),
    };
  }
  /** Does what is due by now. */
  async function work(): Promise<void> {
    await poll();
    for (let jobs = await take(); jobs.length > 0; jobs = await take()) await (await make(jobs)).commit();
    await service.work();
  }
  /** Lets the time pass while somebody looks twice a day. */
  async function pass(ms: number): Promise<void> {
    for (const end = clock.now() + ms; clock.now() < end; await work()) await service.pass(Math.min(DAY_MS / 2, end - clock.now()));
  }
  async function own(id: string, input: Record<string, unknown> = {}) {
    const { status, body } = await service.call(operations.find(one => one.id === id)!, personOf(account), input);
    assert.ok(status < 300, JSON.stringify(body));
    return body;
  }
  await work();
  return { service, account, own, poll, take, make, work, pass, clock, store, subjects: () => service.mails.map(({ subject }) => subject) };
}

async function addChange(store: Store, accountId: string, id: string, at: number, over: object = {}): Promise<void> {
  await allTables(store.db).insertInto('domain_event').values({
    id, account_id: accountId, domain_id: 'dom_0', domain_name: 'a.example', kind: 'dns.mx.changed', subject: 'dns.mx', severity: 'high', state: 'open', title: 'Mail goes elsewhere',
    before: '[]', after: '[]', after_hash: 'b', count: 1, created_at: at, last_seen_at: at, decided_at: null, decided_by: null, reason: null, next_alarm_at: null, closed_at: null, ...over,
  }).execute();
}

onEachDatabase('the weekly report', open => {
  test('comes on Monday morning without anybody having set up anything, once a week, with a link that stops it', async () => {
    const { service, pass, clock, store, account, subjects } = await begin(await open(testClock(BEGIN)));
    await allTables(store.db).updateTable('domain').set({ checked_at: BEGIN }).execute();
    await feed(store.db, 'dom_0', { score: 40, grade: 'F', issues: 3, openEvents: 1, expiresAt: MONDAY + 5.5 * DAY_MS });
    await allTables(store.db).insertInto('snapshot').values([{ domain_id: 'dom_0', at: BEGIN - 9 * DAY_MS, set_hash: 'x', score: 75 }, { domain_id: 'dom_0', at: BEGIN, set_hash: 'x', score: 40 }]).execute();
    await addChange(store, account.id, 'evt_1', BEGIN);
    await addChange(store, account.id, 'evt_0', BEGIN - WEEK_MS, { title: 'Long ago' });
    await addChange(store, account.id, 'evt_2', BEGIN, { kind: 'baseline.created', title: 'First look' });
    await pass(MONDAY - 1 - clock.now());
    assert.deepEqual(subjects(), []);
    await pass(1);
    const [mail, ...more] = service.mails;
    assert.deepEqual([mail!.to, mail!.subject, more.length], ['owner@example.net', 'Weekly report: 1 domain, 1 change', 0]);
    assert.equal(mail!.text.split('\n\n--\n')[0], [
      'Weekly report: 1 domain, 1 change', 'At a glance:', '- Domains: 1 (1 F)', '- Issues: 3', '- Pending changes: 1', '',
      'Changed since 2026-01-12:', '- a.example: Mail goes elsewhere (high, waits for a decision)', '', 'Scores:', '- a.example: 40, was 75', '',
      'What to do next:', '- See that a.example is renewed: its registration ends in 5 days.', '- Review 1 change: authorize what was intended, deny what was not.',
      '', 'The whole report, for those who are signed in:', '- to read: https://dss.example/api/reports/account', '- as PDF: https://dss.example/api/reports/account?format=pdf',
      '2026-01-19 07:00 UTC', '', 'Open: https://dss.example/domains',
    ].join('\n'));
    assert.match(mail!.html!, /<li>a\.example: 40, was 75<\/li>/);
    assert.match(mail!.unsubscribeUrl!, /^https:\/\/dss\.example\/u\/[\w-]{22}$/);
    await pass(3 * WEEK_MS);
    assert.deepEqual(subjects().slice(1), Array.from({ length: 3 }, () => 'Weekly report: 1 domain, 0 changes'));
    assert.match(service.mails[1]!.text, /Changed since 2026-01-19:\n- No changes\.\n/);
  });

  test('comes once for all weeks in which the service did not run, and tells of them', async () => {
    const { work, pass, clock, store, account, service, subjects } = await begin(await open(testClock(BEGIN)));
    await pass(MONDAY + HOUR_MS - BEGIN);
    await addChange(store, account.id, 'evt_1', MONDAY + 2 * DAY_MS);
    clock.set(MONDAY + 2 * WEEK_MS + DAY_MS);
    for (let poll = 0; poll < 3; poll++) await work();
    assert.deepEqual(subjects(), ['Weekly report: 1 domain, 0 changes', 'Weekly report: 1 domain, 1 change']);
    assert.match(service.mails[1]!.text, /Changed since 2026-01-19/);
    await pass(6 * DAY_MS);
    assert.equal(subjects().length, 3);
  });

  test('does not come to an account without domains', async () => {
    const { pass, service } = await begin(await open(testClock(BEGIN)), { domains: [] });
    await pass(2 * WEEK_MS);
    assert.deepEqual(service.mails, []);
  });

  test('comes when the settings say, in the time zone of the account, or not at all', async () => {
    const { own, pass, work, clock, subjects, service } = await begin(await open(testClock(BEGIN)));
    const { data: first } = await own('settings.get');
    assert.deepEqual(first.weeklyReport, { enabled: true, weekday: 'monday', hour: 7 });
    await own('settings.update', { version: 1, account: { timezone: 'Asia/Tokyo' }, weeklyReport: { weekday: 'friday', hour: 22 } });
    await work();
    await pass(Date.UTC(2026, 0, 16, 12) - clock.now());
    assert.deepEqual(subjects(), []);
    await pass(2 * HOUR_MS);
    assert.equal(subjects().length, 1);
    await own('settings.update', { version: 2, weeklyReport: { enabled: false } });
    await pass(3 * WEEK_MS);
    assert.equal(subjects().length, 1);
    await own('settings.update', { version: 3, weeklyReport: { enabled: true } });
    await pass(WEEK_MS);
    assert.equal(subjects().length, 2);
    // The time that it was off for is reported too, back to a limit.
    assert.match(service.mails[1]!.text, /Changed since 2026-01-16/);
  });

  test('comes in the language of the account', async () => {
    const { own, pass, service } = await begin(await open(testClock(BEGIN)));
    await own('settings.update', { version: 1, account: { locale: 'en-XA' } });
    await pass(WEEK_MS);
    const [{ subject, text, html } = {}] = service.mails;
    assert.equal(unmarked(subject!), '');
    assert.match(text!, /\n--\n⟦Uñšúbšçríbé: /);
    assert.match(html!, /<html lang="en-XA">/);
  });

  test('that is due comes although somebody changes the settings before it is made', async () => {
    const { own, work, clock, subjects } = await begin(await open(testClock(BEGIN)));
    clock.set(MONDAY + 1000);
    await own('settings.update', { version: 1, weeklyReport: { weekday: 'sunday' } });
    await work();
    await work();
    assert.equal(subjects().length, 1);
  });

  test('waits for the end of quiet hours, and goes where rules send it', async () => {
    const { own, pass, clock, subjects, service } = await begin(await open(testClock(BEGIN)));
    const rules = (await own('notifications.rules.list')).data as { id: string; kinds: string[]; channelId: string }[];
    const rule = rules.find(({ kinds }) => kinds[0] === 'report.weekly')!;
    await own('notifications.rules.update', { id: rule.id, quietHours: { from: '22:00', to: '09:30', timeZone: 'UTC' } });
    const { data: hook } = await own('notifications.channels.create', { kind: 'webhook', name: 'Hook', target: 'https://hooks.example/' });
    await own('notifications.rules.create', { channelId: hook.id, kinds: ['report.*'] });
    const { data: pager } = await own('notifications.channels.create', { kind: 'pagerduty', name: 'On call', secret: 'k'.repeat(32) });
    await own('notifications.rules.create', { channelId: pager.id });
    await pass(MONDAY + 2 * HOUR_MS - clock.now());
    assert.deepEqual(subjects(), []);
    const notified = service.posted.map(({ body }) => JSON.parse(body));
    assert.deepEqual(notified.map(({ type, data }) => [type, data.data.domains, data.data.changes]), [['report.weekly', 1, 0]]);
    await pass(HOUR_MS);
    assert.equal(subjects().length, 1);
  });

  test('stops by the link in the e-mail, without anybody signing in', async () => {
    const { pass, service, subjects } = await begin(await open(testClock(BEGIN)));
    await pass(WEEK_MS);
    const token = service.mails[0]!.unsubscribeUrl!.split('/').at(-1)!;
    const use = operations.find(({ id }) => id === 'notifications.mail_link.use')!;
    const { body } = await service.call(use, { kind: 'anonymous', address: '192.0.2.7' } as never, { token });
    assert.deepEqual([body.data.subscription, body.data.done], ['weekly reports', true]);
    await pass(2 * WEEK_MS);
    assert.equal(subjects().length, 1);
  });
});

onEachDatabaseOf('the weekly report, no matter who makes it,', (make, dialect) => {
  test('comes once although two processes wake at the same moment', async () => {
    const database = await make();
    const clock = testClock(BEGIN);
    const store = await database.open(clock);
    const { work, subjects } = await begin(store);
    // Two processes on PostgreSQL; the embedded database has one.
    const stores = [store, dialect === 'sqlite' ? store : await database.open(clock)];
    clock.set(MONDAY);
    await Promise.all(Array.from({ length: 6 }, (_, at) => {
      const one = stores[at % 2]!;
      return one.transaction(tx => weeklyReports.due(tx, { queue: createQueue(one, () => `job_${at}`) }, clock.now(), 100));
    }));
    await work();
    assert.deepEqual(subjects(), ['Weekly report: 1 domain, 0 changes']);
  });

  test('comes once although a worker dies with it in hand', async () => {
    const { poll, take, make: makeReport, work, clock, subjects } = await begin(await (await make()).open(testClock(BEGIN)));
    clock.set(MONDAY);
    await poll();
    // The rest is never done: nothing of it is committed.
    await makeReport(await take());
    await work();
    assert.deepEqual(subjects(), []);
    clock.advance(LEASE_MS);
    await work();
    await work();
    assert.deepEqual(subjects(), ['Weekly report: 1 domain, 0 changes']);
  });
});
