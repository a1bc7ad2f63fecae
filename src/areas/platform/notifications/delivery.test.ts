import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { Account } from '../../../core/access.ts';
import type { Store } from '../../../store/index.ts';
import { onEachDatabase, onEachDatabaseOf } from '../../../../test/databases.ts';
import { personOf, testService, type TestService } from '../audit/testing.ts';
import { notificationsArea } from './index.ts';
import { createSealer } from './sealing.ts';
import { notificationsService, replying } from './service.sample.ts';
import { allTables } from '../../../../test/tables.ts';

const operation = (id: string) => notificationsArea.operations.find(one => one.id === `notifications.${id}`)!;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A service with one account, whose owner gets e-mails. */
async function begin(store: Store) {
  const service = notificationsService(store, testService);
  const account = await service.addAccount();
  await service.addPerson(account.id, 'owner@example.net', 'owner');
  return { service, account, own: as(service, account) };
}

/** Calls operations as the owner of `account`, which must succeed. */
function as(service: TestService, account: Account) {
  return async (id: string, input: Record<string, unknown> = {}) => {
    const { status, body } = await service.call(operation(id), personOf(account), input);
    assert.ok(status < 300, JSON.stringify(body));
    return body;
  };
}

/** A webhook with a rule; the standard channel is gone, so that only this one is notified. */
async function webhook(own: ReturnType<typeof as>, rule: object = {}): Promise<{ id: string; secret: string; ruleId: string }> {
  for (const { id } of (await own('channels.list')).data as { id: string }[]) await own('channels.delete', { id });
  const { data, secret } = await own('channels.create', { kind: 'webhook', name: 'Tickets', target: 'https://hooks.example/dss?a=1' });
  return { id: data.id, secret, ruleId: (await own('rules.create', { channelId: data.id, ...rule })).data.id };
}

const deliveriesOf = async (own: ReturnType<typeof as>) => (await own('deliveries.list')).data as { id: string; state: string; attempts: number; status: number | null; cause: string | null; nextAt: string | null; messageId: string; body: string }[];

onEachDatabase('a notification', open => {
  test('comes at once by e-mail where it is high, and once a day where it is not, without anybody having set up anything', async () => {
    const { service, account } = await begin(await open());
    await service.notify(account, { severity: 'critical', title: 'One' });
    assert.deepEqual(service.mails.map(({ to, subject }) => [to, subject]), [['owner@example.net', 'Critical: One']]);
    await service.notify(account, { severity: 'medium', title: 'Two' });
    await service.notify(account, { severity: 'low', title: 'Three' });
    await service.notify(account, { severity: 'info', title: 'Four' });
    await service.pass(20 * HOUR_MS);
    assert.equal(service.mails.length, 1);
    await service.pass(HOUR_MS);
    assert.equal(service.mails[1]!.subject, '2 notifications: 1 medium, 1 low');
    assert.match(service.mails[1]!.text, /^Medium: Two\n[\s\S]*Low: Three\n/);
    await service.pass(3 * DAY_MS);
    assert.equal(service.mails.length, 2);
  });

  test('that goes by e-mail is never said to be delivered where no mail server is set up, and costs the channel nothing', async () => {
    const { service, account, own } = await begin(await open());
    service.mailer.configured = false;
    await service.notify(account, { severity: 'critical', title: 'One' });
    await service.pass(6 * DAY_MS);
    const [{ state, cause, status, nextAt }] = await deliveriesOf(own) as [Awaited<ReturnType<typeof deliveriesOf>>[number]];
    assert.deepEqual([state, status, nextAt], ['notConfigured', null, null]);
    assert.match(cause!, /DSS_SMTP_URL/);
    const [channel] = (await own('channels.list')).data;
    assert.deepEqual([channel.state, channel.failingSince], ['notConfigured', null]);
    assert.match(channel.cause, /DSS_SMTP_URL/);
    const tested = (await own('channels.test', { id: channel.id })).data;
    assert.deepEqual([tested.state, tested.cause === channel.cause], ['notConfigured', true]);
    assert.equal((await own('deliveries.list', { state: 'delivered' })).data.length, 0);
    service.mailer.configured = true;
    assert.equal((await own('channels.get', { id: channel.id })).data.state, 'active');
    await own('deliveries.replay', { id: (await deliveriesOf(own)).at(-1)!.id });
    await service.work();
    assert.deepEqual((await own('deliveries.list', { state: 'delivered' })).data.map((one: { status: number }) => one.status), [250]);
  });

  test('reaches a webhook signed by its secret, with its kind as the type and its id on every attempt', async () => {
    const { service, account, own } = await begin(await open());
    const { secret } = await webhook(own);
    service.clock.set(Date.now());
    service.outside.answer = replying(500, { reply: 'Oops\0' });
    await service.notify(account, { data: { domain: 'example.org' } });
    service.outside.answer = replying(204);
    await service.pass(10_000);
    const [first, second, ...more] = service.posted;
    assert.equal(more.length, 0);
    assert.equal(first!.url, 'https://hooks.example/dss?a=1');
    const verified = new Webhook(secret).verify(second!.body, second!.headers) as { type: string; data: { data: object } };
    assert.deepEqual([verified.type, verified.data.data], ['dns.ns.changed', { domain: 'example.org' }]);
    assert.deepEqual([second!.body, second!.headers['webhook-id']], [first!.body, first!.headers['webhook-id']]);
    assert.deepEqual((await deliveriesOf(own)).map(({ state, attempts, status, cause }) => [state, attempts, status, cause]), [['delivered', 2, 204, null]]);
  });

  const outcomes: [says: string, answers: () => ReturnType<ReturnType<typeof replying>>, after: { state: string; attempts: number; cause: RegExp | null; status: number | null }, firstPauseMs: number | null][] = [
    ['any 2xx', replying(202), { state: 'delivered', attempts: 1, cause: null, status: 202 }, null],
    ['a failure', replying(500), { state: 'waiting', attempts: 1, cause: /answered 500/, status: 500 }, 5000],
    ['a redirect, which is not followed', replying(302), { state: 'waiting', attempts: 1, cause: /a redirect/, status: 302 }, 5000],
    ['no answer', () => Promise.resolve({ outcome: 'failed', cause: 'hooks.example: timeout' }), { state: 'waiting', attempts: 1, cause: /timeout/, status: null }, 5000],
    ['a demand to wait', replying(429, { retryAfter: '600' }), { state: 'waiting', attempts: 1, cause: /answered 429/, status: 429 }, 600_000],
    ['410 Gone', replying(410), { state: 'failed', attempts: 1, cause: /answered 410/, status: 410 }, null],
  ];
  for (const [says, answers, { state, attempts, cause, status }, pauseMs] of outcomes) {
    test(`that gets ${says} is ${state}`, async () => {
      const { service, account, own } = await begin(await open());
      await webhook(own);
      service.outside.answer = answers;
      await service.notify(account);
      const [delivery] = await deliveriesOf(own);
      assert.deepEqual([delivery!.state, delivery!.attempts, delivery!.status], [state, attempts, status]);
      if (cause) assert.match(delivery!.cause!, cause);
      assert.equal(delivery!.nextAt === null ? null : Date.parse(delivery!.nextAt) - service.clock.now(), pauseMs);
    });
  }

  test('that never arrives is tried ten times in three days and given up', async () => {
    const { service, account, own } = await begin(await open());
    await webhook(own);
    service.outside.answer = replying(500);
    await service.notify(account);
    await service.pass(4 * DAY_MS);
    assert.deepEqual((await deliveriesOf(own)).map(({ state, attempts, nextAt }) => [state, attempts, nextAt]), [['failed', 10, null]]);
    assert.equal(service.posted.length, 10);
  });

  test('turns a channel off that answers 410 Gone, and one that has failed for five days; the owner hears of it once', async () => {
    for (const days of [0, 5]) {
      const { service, account, own } = await begin(await open());
      const channel = (await own('channels.create', { kind: 'webhook', name: 'Tickets', target: 'https://hooks.example/' })).data;
      await own('rules.create', { channelId: channel.id });
      service.outside.answer = replying(days === 0 ? 410 : 503);
      await service.notify(account, { severity: 'low' });
      if (days > 0) {
        await service.pass(2 * DAY_MS);
        await service.notify(account, { severity: 'low' });
        await service.pass(4 * DAY_MS);
      }
      const { data } = await own('channels.get', { id: channel.id });
      assert.deepEqual([data.state, data.cause.includes(days === 0 ? '410 Gone' : '5 days')], ['disabled', true]);
      const notified = service.mails.filter(({ subject }) => subject === 'High: The channel "Tickets" was turned off');
      assert.deepEqual(notified.map(({ to }) => to), ['owner@example.net']);
      const posted = service.posted.length;
      await service.notify(account);
      await service.pass(DAY_MS);
      assert.equal(service.posted.length, posted);
    }
  });

  test('is collected by a digest, each rule for itself, and a channel hears of it once, by the rule that tells it first', async () => {
    const { service, account, own } = await begin(await open());
    const { id: channelId } = await webhook(own, { digest: 'daily' });
    await own('rules.create', { channelId, digest: 'hourly', kinds: ['dns.*'] });
    await own('rules.create', { channelId, digest: 'weekly', leastSeverity: 'low' });
    for (const kind of ['dns.mx.changed', 'cert.changed', 'dns.ns.changed']) await service.notify(account, { kind });
    assert.equal(service.posted.length, 0);
    await service.pass(HOUR_MS);
    assert.deepEqual(service.posted.map(({ body }) => JSON.parse(body).data.notifications.map(({ kind }: { kind: string }) => kind)), [['dns.mx.changed', 'dns.ns.changed']]);
    await service.pass(DAY_MS);
    assert.deepEqual(service.posted.slice(1).map(({ body }) => JSON.parse(body).type), ['cert.changed']);
    await service.pass(8 * DAY_MS);
    assert.equal(service.posted.length, 2);
  });

  test('waits for the end of quiet hours, unless it is critical', async () => {
    const { service, account, own } = await begin(await open());
    await webhook(own, { quietHours: { from: '10:00', to: '12:00', timeZone: 'UTC' } });
    await service.notify(account, { severity: 'high', title: 'Held' });
    await service.notify(account, { severity: 'critical', title: 'Now' });
    assert.deepEqual(service.posted.map(({ body }) => JSON.parse(body).data.title), ['Now']);
    await service.pass(90 * MINUTE_MS);
    assert.deepEqual(service.posted.map(({ body }) => JSON.parse(body).data.title), ['Now', 'Held']);
  });

  test('goes by the domain that it is about', async () => {
    const store = await open();
    const { service, account, own } = await begin(store);
    const at = { account_id: account.id, created_at: 0, updated_at: 0, version: 1 };
    await allTables(store.db).insertInto('domain_group').values({ id: 'grp_1', name: 'Shops', details: '{}', ...at }).execute();
    const domain = { note: null, search: '', client_id: null, profile: null, selectors: '[]', monitored: 0, interval_minutes: null, due_at: null, checked_at: null } as const;
    await allTables(store.db).insertInto('domain').values([{ id: 'dom_1', name: 'a.example', group_id: 'grp_1', ...domain, ...at }, { id: 'dom_2', name: 'b.example', group_id: null, ...domain, ...at }]).execute();
    await allTables(store.db).insertInto('domain_tag').values({ domain_id: 'dom_2', tag: 'eu' }).execute();
    await webhook(own, { groupIds: ['grp_1'] });
    const { data: tagged } = await own('channels.create', { kind: 'slack', name: 'Chat', target: 'https://chat.example/T/secret' });
    await own('rules.create', { channelId: tagged.id, tags: ['eu'] });
    await service.notify(account, { data: { domainId: 'dom_1' } });
    await service.notify(account, { subjectType: 'domain', subjectId: 'dom_2' });
    await service.notify(account, { data: { domainId: 'dom_3' } });
    assert.deepEqual(service.posted.map(({ url }) => url), ['https://hooks.example/dss?a=1', 'https://chat.example/T/secret']);
  });

  test('of a rule that is turned off meanwhile is not sent', async () => {
    const { service, account, own } = await begin(await open());
    const { ruleId } = await webhook(own, { digest: 'hourly' });
    await service.notify(account);
    await own('rules.update', { id: ruleId, enabled: false });
    await service.pass(2 * HOUR_MS);
    assert.deepEqual([service.posted.length, (await deliveriesOf(own)).map(({ state }) => state)], [0, ['cancelled']]);
  });

  test('that comes in a flood comes by e-mail one by one at first, and then together', async () => {
    const { service, account } = await begin(await open());
    for (let at = 0; at < 40; at++) await service.notify(account, { title: `Number ${at}` });
    await service.notify(account, { severity: 'critical', title: 'The worst' });
    assert.deepEqual([service.mails.length, service.mails.at(-1)!.subject], [31, 'Critical: The worst']);
    await service.pass(10 * MINUTE_MS);
    assert.deepEqual([service.mails.length, service.mails.at(-1)!.subject], [32, '10 notifications: 10 high']);
  });

  test('is told PagerDuty one by one, with the key of the service, which the log does not show', async () => {
    const { service, account, own } = await begin(await open());
    const key = 'k'.repeat(32);
    const { data } = await own('channels.create', { kind: 'pagerduty', name: 'On call', secret: key });
    await own('rules.create', { channelId: data.id, digest: 'hourly', leastSeverity: 'info', kinds: ['dns.*'] });
    for (const subjectId of ['evt_1', 'evt_2']) await service.notify(account, { subjectId, severity: 'info' });
    await service.pass(HOUR_MS);
    assert.deepEqual(service.posted.map(({ url, body }) => [url, JSON.parse(body).routing_key, JSON.parse(body).dedup_key]), ['evt_1', 'evt_2'].map(id => ['https://events.pagerduty.com/v2/enqueue', key, `domainEvent:${id}`]));
    assert.ok(!JSON.stringify(await own('deliveries.list')).includes(key));
  });

  /** A channel to PagerDuty with a rule for what is high; the tests read what it is sent. */
  async function onCall({ service, own }: Awaited<ReturnType<typeof begin>>, rule: object = {}) {
    const { data } = await own('channels.create', { kind: 'pagerduty', name: 'On call', secret: 'k'.repeat(32) });
    const { data: { id: ruleId } } = await own('rules.create', { channelId: data.id, leastSeverity: 'high', ...rule });
    const notified = () => service.posted.filter(({ url }) => url.includes('pagerduty')).map(({ body }) => `${JSON.parse(body).event_action} ${JSON.parse(body).dedup_key}`);
    return { ruleId, notified };
  }
  const [opened, over] = [{ data: { occasion: 'opened', state: 'open' } }, { data: { occasion: 'resolved', state: 'superseded' } }];

  test('that something is over goes to PagerDuty once, and to others by the rules that ask for it', async () => {
    const scene = await begin(await open());
    const { service, account, own } = scene;
    const { notified } = await onCall(scene);
    const quiet = (await own('channels.create', { kind: 'slack', name: 'Quiet', target: 'https://quiet.example/T/secret' })).data.id;
    await own('rules.create', { channelId: quiet });
    const asking = (await own('channels.create', { kind: 'slack', name: 'Asking', target: 'https://asking.example/T/secret' })).data.id;
    await own('rules.create', { channelId: asking, endings: true });
    for (const given of [opened, over]) await service.notify(account, given);
    assert.deepEqual(notified(), ['trigger domainEvent:evt_1', 'resolve domainEvent:evt_1']);
    assert.deepEqual(['quiet', 'asking'].map(name => service.posted.filter(({ url }) => url.includes(name)).length), [1, 2]);
    // The e-mails that an owner gets without having set up anything: what is urgent, and its end.
    assert.equal(service.mails.length, 2);
  });

  test('that something is over reaches PagerDuty also when its rule does not want the event any more, and nobody who was never told', async () => {
    const scene = await begin(await open());
    const { service, account, own } = scene;
    const { ruleId, notified } = await onCall(scene);
    await onCall(scene, { kinds: ['registrar.*'] });
    await service.notify(account, opened);
    await own('rules.update', { id: ruleId, enabled: false });
    await service.notify(account, over);
    await service.notify(account, { ...over, subjectId: 'evt_2' });
    assert.deepEqual(notified(), ['trigger domainEvent:evt_1', 'resolve domainEvent:evt_1']);
  });

  test('of what was settled from the start is no incident', async () => {
    const scene = await begin(await open());
    const { notified } = await onCall(scene, { leastSeverity: 'info' });
    await scene.service.notify(scene.account, { severity: 'info', data: { occasion: 'opened', state: 'autoAuthorized' } });
    assert.deepEqual(notified(), []);
  });

  test('that something is over does not overtake that it began', async () => {
    const scene = await begin(await open());
    const { service, account } = scene;
    const { notified } = await onCall(scene);
    service.outside.answer = replying(500);
    await service.notify(account, opened);
    service.outside.answer = replying(202);
    await service.notify(account, over);
    assert.deepEqual(notified(), ['trigger domainEvent:evt_1']);
    await service.pass(MINUTE_MS);
    assert.deepEqual(notified(), ['trigger domainEvent:evt_1', 'trigger domainEvent:evt_1', 'resolve domainEvent:evt_1']);
  });

  const emailFaults: [says: string, error: object, state: string, cause: RegExp][] = [
    ['cannot be handed over now', { responseCode: 451 }, 'waiting', /answered 451/],
    ['is refused for good', { responseCode: 550 }, 'failed', /answered 550/],
    ['finds no mail server', { message: 'connect ECONNREFUSED 10.1.2.3:25' }, 'waiting', /^The mail server could not be reached\.$/],
  ];
  for (const [says, error, state, cause] of emailFaults) {
    test(`whose letter ${says} is ${state}, and nothing is told of the mail server`, async () => {
      const { service, account, own } = await begin(await open());
      service.outside.takeEmail = () => { throw Object.assign(new Error(), error); };
      await service.notify(account);
      const [delivery] = await deliveriesOf(own);
      assert.equal(delivery!.state, state);
      assert.match(delivery!.cause!, cause);
      service.outside.takeEmail = () => {};
      await service.pass(MINUTE_MS);
      assert.equal(service.mails.length, state === 'waiting' ? 1 : 0);
    });
  }

  test('does not go where the secret of the service has changed since, and the channel says what to do', async () => {
    const store = await open();
    const { service, account, own } = await begin(store);
    const { data } = await own('channels.create', { kind: 'slack', name: 'Chat', target: 'https://chat.example/T/secret' });
    await own('rules.create', { channelId: data.id });
    await allTables(store.db).updateTable('channel').set({ target: createSealer('another secret', randomBytes).seal('https://chat.example/', data.id) }).where('id', '=', data.id).execute();
    await service.notify(account);
    const delivery = (await deliveriesOf(own)).find(({ state }) => state === 'failed')!;
    assert.match(delivery.cause!, /Enter it again/);
    assert.match((await own('channels.get', { id: data.id })).data.target, /enter it again/);
    assert.deepEqual(service.posted, []);
    await own('channels.update', { id: data.id, target: 'https://chat.example/T/new' });
    await service.notify(account);
    assert.deepEqual(service.posted.map(({ url }) => url), ['https://chat.example/T/new']);
  });

  test('goes to nobody who has left the account', async () => {
    const store = await open();
    const { service, account, own } = await begin(store);
    service.clock.advance(1);
    await service.addPerson(account.id, 'other@example.net', 'owner');
    await own('channels.list');
    await allTables(store.db).deleteFrom('auth_user').where('email', '=', 'owner@example.net').execute();
    await service.notify(account);
    const { data: [channel] } = await own('channels.list');
    assert.deepEqual([service.mails.length, channel.state], [0, 'disabled']);
    assert.deepEqual(((await own('list')).data as { kind: string }[]).map(({ kind }) => kind).toSorted(), ['channel.disabled', 'dns.ns.changed']);
  });

  test('of an account that begins is notified once although two come at the same moment', async () => {
    const store = await open();
    const { service, account } = await begin(store);
    for (let notified = 0; notified < 4; notified++) await service.add(account.id);
    await Promise.all((await service.take()).map(async job => (await service.begin(job)).commit()));
    await service.work();
    assert.equal(service.mails.length, 4);
    assert.equal((await allTables(store.db).selectFrom('channel').select('id').execute()).length, 1);
  });
});

onEachDatabaseOf('a worker that dies', make => {
  /** Has the delivery under way in a process that dies at the moment that `when` names. */
  async function die(when: 'before it sends' | 'before it writes down that it was sent') {
    const database = await make();
    const store = await database.open();
    const { service, account, own } = await begin(store);
    await webhook(own);
    await service.add(account.id);
    const [notify] = await service.take();
    await (await service.begin(notify!)).commit();
    const [deliver] = await service.take();
    // The rest of the job is never done: nothing of it is committed.
    if (when !== 'before it sends') await service.begin(deliver!);
    return { store, service, own };
  }

  for (const when of ['before it sends', 'before it writes down that it was sent'] as const) {
    test(`${when} loses nothing, and a repetition has the same id`, async () => {
      const { service, own } = await die(when);
      await service.work();
      const sent = service.posted.length;
      service.clock.advance(MINUTE_MS);
      await service.work();
      assert.deepEqual([sent, service.posted.length], when === 'before it sends' ? [0, 1] : [1, 2]);
      assert.equal(new Set(service.posted.map(({ headers }) => headers['webhook-id'])).size, 1);
      assert.deepEqual((await deliveriesOf(own)).map(({ state }) => state), ['delivered']);
    });
  }

  test('over and over again until its job is given up loses nothing: the delivery gets another', async () => {
    const { store, service, own } = await die('before it sends');
    await allTables(store.db).deleteFrom('job').execute();
    service.clock.advance(10 * MINUTE_MS);
    await service.sweep();
    await service.work();
    assert.equal(service.posted.length, 0);
    service.clock.advance(10 * MINUTE_MS);
    await service.sweep();
    await service.sweep();
    await service.work();
    assert.deepEqual([service.posted.length, (await deliveriesOf(own)).map(({ state }) => state)], [1, ['delivered']]);
  });
});
