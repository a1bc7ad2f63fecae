import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Account, KnownCaller } from '../../../core/access.ts';
import type { Store } from '../../../store/index.ts';
import { onEachDatabase } from '../../../../test/databases.ts';
import { personOf, testService } from '../audit/testing.ts';
import { channelKindNames } from './channel-kinds.ts';
import { notificationsArea } from './index.ts';
import { notificationsService, replying } from './service.sample.ts';
import { allTables } from '../../../../test/tables.ts';

const operation = (id: string) => notificationsArea.operations.find(one => one.id === `notifications.${id}`)!;
const visitor = { kind: 'anonymous', address: '192.0.2.7' } as const;
const HOUR_MS = 3_600_000;

async function begin(store: Store) {
  const service = notificationsService(store, testService);
  const account = await service.addAccount({ plan: 'enterprise' });
  await service.addPerson(account.id, 'owner@example.net', 'owner');
  const call = (id: string, input: Record<string, unknown> = {}, caller: KnownCaller = personOf(account)) => service.call(operation(id), caller, input);
  const own = async (id: string, input: Record<string, unknown> = {}) => {
    const { status, body } = await call(id, input);
    assert.ok(status < 300, JSON.stringify(body));
    return body;
  };
  return { service, account, call, own };
}

const person = (account: Account, userId: string): KnownCaller => ({ kind: 'session', account, role: 'viewer', userId, sessionId: 'ses_1' });
const key = (account: Account): KnownCaller => ({ kind: 'key', account, keyId: 'key_1', prefix: 'svc_1', scopes: ['domains', 'write'], rateLimit: 100 });

onEachDatabase('the list of notifications', open => {
  test('is newest first, in pages, by what is asked for', async () => {
    const { service, account, own } = await begin(await open());
    for (const [kind, severity] of [['dns.ns.changed', 'high'], ['dns_ns.x', 'low'], ['cert.changed', 'low']] as const) await service.notify(account, { kind, severity });
    const kinds = async (input: object) => (await own('list', { ...input })).data.map(({ kind }: { kind: string }) => kind);
    assert.deepEqual(await kinds({}), ['cert.changed', 'dns_ns.x', 'dns.ns.changed']);
    assert.deepEqual(await kinds({ kind: 'dns.*' }), ['dns.ns.changed']);
    assert.deepEqual(await kinds({ kind: 'dns_ns.*' }), ['dns_ns.x']);
    assert.deepEqual(await kinds({ kind: '*.changed', severity: 'low' }), ['cert.changed']);
    const first = await own('list', { limit: '2' });
    assert.deepEqual([first.data.length, first.unread], [2, 3]);
    assert.deepEqual(await kinds({ limit: '2', cursor: first.nextCursor }), ['dns.ns.changed']);
  });

  test('has marks of its own for every person and every key', async () => {
    const { service, account, own, call } = await begin(await open());
    for (const title of ['One', 'Two', 'Three']) await service.notify(account, { title });
    const [three, two] = (await own('list')).data as { id: string }[];
    const [ada, ben] = [person(account, 'usr_ada'), person(account, 'usr_ben')];
    assert.deepEqual((await call('read', { ids: [two!.id, three!.id] }, ada)).body.data, { marked: 2, unread: 1 });
    assert.deepEqual((await call('read', { ids: [two!.id] }, ada)).body.data, { marked: 0, unread: 1 });
    const titles = async (caller: KnownCaller, unread: string) => (await call('list', { unread }, caller)).body.data.map(({ title }: { title: string }) => title);
    assert.deepEqual([await titles(ada, 'true'), await titles(ada, 'false')], [['One'], ['Three', 'Two']]);
    assert.deepEqual(await titles(ben, 'false'), []);
    assert.deepEqual((await call('read', { all: true }, key(account))).body.data, { marked: 3, unread: 0 });
    assert.deepEqual([(await call('list', {}, ben)).body.unread, (await call('list', {}, ada)).body.unread], [3, 1]);
  });

  test('and its marks want either ids or all', async () => {
    const { call } = await begin(await open());
    for (const input of [{}, { ids: ['ntf_1'], all: true }, { ids: [] }, { all: false }]) assert.equal((await call('read', input)).status, 400, JSON.stringify(input));
  });
});

onEachDatabase('a channel', open => {
  const good: Partial<Record<(typeof channelKindNames)[number], object>> = {
    email: { target: 'Owner@Example.net' }, webhook: { target: 'https://hooks.example/a?b=c' }, slack: { target: 'https://hooks.slack.com/services/T0/B0/abcdefgh' },
    teams: { target: 'https://prod.logic.azure.example/workflows/x?sig=abcd' }, discord: { target: 'https://discord.com/api/webhooks/1/abcdefgh' },
    telegram: { target: '-100123456', secret: `123456789:${'A'.repeat(35)}` }, ntfy: { target: 'https://ntfy.sh/alerts', secret: 'tk_12345678' }, pagerduty: { secret: 'k'.repeat(32) },
  };

  test('of every kind is made, and what is secret of it is neither shown again nor readable in the database', async () => {
    const store = await open();
    const { own } = await begin(store);
    for (const kind of channelKindNames) {
      const { data, secret } = await own('channels.create', { kind, name: kind, ...(good[kind] ?? { target: 'https://hooks.example/a' }) });
      assert.deepEqual([data.kind, data.state, data.version], [kind, 'active', 1]);
      assert.equal(secret === null, kind !== 'webhook');
    }
    const shown = JSON.stringify(await own('channels.list')) + JSON.stringify(await allTables(store.db).selectFrom('channel').selectAll().execute());
    for (const secret of ['whsec_', 'abcdefgh', 'sig=', 'AAAAAAAA', 'tk_1234', 'kkkk']) assert.ok(!shown.includes(secret), secret);
    assert.match(shown, /"target":"https:\/\/hooks\.slack\.com\/…efgh"/);
  });

  const bad: [says: string, input: object, status: number, code: string][] = [
    ['of no kind', { kind: 'fax', target: '1' }, 400, 'invalid_request'],
    ['without a target', { kind: 'webhook' }, 400, 'invalid_request'],
    ['that is not https', { kind: 'webhook', target: 'http://hooks.example/' }, 400, 'invalid_request'],
    ['with a password in the URL', { kind: 'webhook', target: 'https://a:b@hooks.example/' }, 400, 'invalid_request'],
    ['at the port of another protocol', { kind: 'webhook', target: 'https://hooks.example:22/' }, 400, 'invalid_request'],
    ['on loopback', { kind: 'webhook', target: 'https://127.0.0.1/' }, 403, 'target_not_allowed'],
    ['on loopback, written otherwise', { kind: 'webhook', target: 'https://0x7f.1/' }, 403, 'target_not_allowed'],
    ['on a private network', { kind: 'slack', target: 'https://[fd00::1]/' }, 403, 'target_not_allowed'],
    ['at the metadata of a cloud', { kind: 'ntfy', target: 'https://169.254.169.254/topic' }, 403, 'target_not_allowed'],
    ['of a machine nearby', { kind: 'webhook', target: 'https://intranet/' }, 403, 'target_not_allowed'],
    ['with two addresses', { kind: 'email', target: 'a@example.net,b@example.net' }, 400, 'invalid_request'],
    ['with a header in the address', { kind: 'email', target: 'a@example.net\nBcc: b@example.net' }, 400, 'invalid_request'],
    ['with a secret that is ours to make', { kind: 'webhook', target: 'https://hooks.example/', secret: 'whsec_abc' }, 400, 'invalid_request'],
    ['of a bot without its token', { kind: 'telegram', target: '1' }, 400, 'invalid_request'],
    ['with a token that leads elsewhere', { kind: 'telegram', target: '1', secret: '1/../../x' }, 400, 'invalid_request'],
    ['without a topic', { kind: 'ntfy', target: 'https://ntfy.sh/' }, 400, 'invalid_request'],
  ];
  test('that cannot be is refused', async () => {
    const { call } = await begin(await open());
    for (const [says, input, status, code] of bad) {
      const reply = await call('channels.create', { name: 'Bad', ...input });
      assert.deepEqual([reply.status, reply.body.code], [status, code], says);
    }
  });

  test('is one of fifty at most', async () => {
    const { own, call } = await begin(await open());
    const make = () => call('channels.create', { kind: 'webhook', name: 'Hook', target: 'https://hooks.example/' });
    await own('channels.list');
    for (let made = 1; made < 50; made++) assert.equal((await make()).status, 201);
    assert.equal((await make()).body.code, 'limit_reached');
  });

  test('changes by its version, and what fails is forgotten when it is turned on again', async () => {
    const { service, account, own, call } = await begin(await open());
    const { data: { id } } = await own('channels.create', { kind: 'webhook', name: 'Hook', target: 'https://hooks.example/' });
    await own('rules.create', { channelId: id });
    service.outside.answer = replying(410);
    await service.notify(account);
    assert.equal((await own('channels.get', { id })).data.state, 'disabled');
    const conflict = await call('channels.update', { id, name: 'Other', version: 1 });
    assert.deepEqual([conflict.status, conflict.body.code, conflict.body.current.version], [409, 'version_conflict', 2]);
    const { data } = await own('channels.update', { id, target: 'https://other.example/', enabled: true, version: 2 });
    assert.deepEqual([data.target, data.state, data.cause, data.failingSince, data.version], ['https://other.example/', 'active', null, null, 3]);
    service.outside.answer = replying(200);
    await service.notify(account);
    assert.equal(service.posted.at(-1)!.url, 'https://other.example/');
    assert.equal((await own('channels.delete', { id })).data.id, id);
    assert.equal((await call('channels.get', { id })).status, 404);
  });

  test('signs with the former secret, too, for a day after a new one was made', async () => {
    const { service, account, own, call } = await begin(await open());
    service.clock.set(Date.now());
    const { data: { id }, secret: former } = await own('channels.create', { kind: 'webhook', name: 'Hook', target: 'https://hooks.example/' });
    await own('rules.create', { channelId: id });
    const { secret } = await own('channels.rotate_secret', { id });
    await service.notify(account);
    const { body, headers } = service.posted[0]!;
    for (const one of [former, secret]) new Webhook(one).verify(body, headers);
    service.clock.advance(25 * HOUR_MS);
    await service.notify(account);
    assert.equal(service.posted[1]!.headers['webhook-signature']!.split(' ').length, 1);
    const emailChannelId = (await own('channels.list')).data.find(({ kind }: { kind: string }) => kind === 'email').id;
    assert.equal((await call('channels.rotate_secret', { id: emailChannelId })).body.code, 'invalid_state');
  });

  test('is tested at once, and the result told and written down', async () => {
    const { service, own } = await begin(await open());
    const { data: { id } } = await own('channels.create', { kind: 'webhook', name: 'Hook', target: 'https://hooks.example/' });
    assert.deepEqual([(await own('channels.test', { id })).data.state, JSON.parse(service.posted[0]!.body).type], ['delivered', 'channel.test']);
    service.outside.answer = replying(404, { reply: 'no such hook' });
    const { data } = await own('channels.test', { id });
    assert.deepEqual([data.state, data.status, data.cause, data.response, data.nextAt], ['failed', 404, 'The receiver answered 404.', 'no such hook', null]);
    await service.pass(HOUR_MS);
    assert.equal(service.posted.length, 2);
    assert.equal((await own('deliveries.list', { channelId: id, state: 'failed' })).data[0].id, data.id);
    assert.equal((await own('channels.get', { id })).data.failingSince, null);
  });
});

onEachDatabase('a rule', open => {
  test('is made, changed by field and deleted; the first three are there from the start and do not come back', async () => {
    const { own, call } = await begin(await open());
    const standard = (await own('rules.list')).data as { id: string; leastSeverity: string; digest: string; channelId: string }[];
    assert.deepEqual(standard.map(({ leastSeverity, digest }) => `${leastSeverity} ${digest}`).toSorted(), ['high immediate', 'info immediate', 'low daily']);
    const { channelId } = standard[0]!;
    const { data } = await own('rules.create', { channelId, kinds: ['dns.*'], digest: 'weekly', quietHours: { from: '22:00', to: '06:00', timeZone: 'Asia/Tokyo' } });
    assert.deepEqual([data.leastSeverity, data.tags, data.enabled, data.version], ['info', [], true, 1]);
    const changed = (await own('rules.update', { id: data.id, digest: 'hourly', quietHours: null })).data;
    assert.deepEqual(changed, { ...data, digest: 'hourly', quietHours: null, version: 2, updatedAt: changed.updatedAt });
    assert.equal((await call('rules.update', { id: data.id, enabled: false, version: 1 })).body.code, 'version_conflict');
    for (const { id } of [...standard, data]) await own('rules.delete', { id });
    assert.deepEqual((await own('rules.list')).data, []);
  });

  test('that cannot be is refused', async () => {
    const { own, call } = await begin(await open());
    const channelId = (await own('channels.list')).data[0].id as string;
    const bad: object[] = [
      { kinds: [] }, { kinds: ['no such kind'] }, { kinds: ['*****'] }, { leastSeverity: 'urgent' }, { digest: 'yearly' }, { quietHours: { from: '22:00', to: '22:00', timeZone: 'UTC' } },
      { quietHours: { from: '24:00', to: '07:00', timeZone: 'UTC' } }, { quietHours: { from: '22:00', to: '07:00', timeZone: 'Mars/Base' } }, { tags: [''] },
    ];
    for (const input of bad) assert.equal((await call('rules.create', { channelId, ...input })).status, 400, JSON.stringify(input));
    for (const input of [{ domainIds: ['dom_1'] }, { groupIds: ['grp_1'] }, { clientIds: ['cli_1'] }, { channelId: 'chn_1' }]) assert.equal((await call('rules.create', { channelId, ...input })).status, 404, JSON.stringify(input));
  });
});

onEachDatabase('a delivery', open => {
  test('is sent again as a new one of the same message, once it has ended, while its channel is on', async () => {
    const { service, account, own, call } = await begin(await open());
    const { data: { id: channelId } } = await own('channels.create', { kind: 'webhook', name: 'Hook', target: 'https://hooks.example/' });
    await own('rules.create', { channelId });
    service.outside.answer = replying(500);
    await service.notify(account);
    const { data: [delivery] } = await own('deliveries.list', { channelId });
    assert.equal((await call('deliveries.replay', { id: delivery.id })).body.code, 'invalid_state');
    await service.pass(4 * 24 * HOUR_MS);
    service.outside.answer = replying(200);
    const again = (await own('deliveries.replay', { id: delivery.id })).data;
    assert.deepEqual([again.state, again.messageId, again.body, again.id === delivery.id], ['waiting', delivery.messageId, delivery.body, false]);
    await service.work();
    assert.equal((await own('deliveries.list', { channelId })).data.find(({ id }: { id: string }) => id === again.id).state, 'delivered');
    await own('channels.update', { id: channelId, enabled: false });
    assert.equal((await call('deliveries.replay', { id: delivery.id })).body.code, 'invalid_state');
  });
});

onEachDatabase('another account', open => {
  test('sees and changes nothing of this one, and is told nothing', async () => {
    const { service, account, own } = await begin(await open());
    const stranger = await service.addAccount();
    await service.addPerson(stranger.id, 'stranger@example.org', 'owner');
    const { data: { id: channelId } } = await own('channels.create', { kind: 'webhook', name: 'Hook', target: 'https://hooks.example/' });
    const { data: { id: ruleId } } = await own('rules.create', { channelId });
    await service.notify(account);
    const { data: [notification] } = await own('list');
    const { data: [delivery] } = await own('deliveries.list');
    const as = (id: string, input: object) => service.call(operation(id), personOf(stranger), { ...input });
    const calls: [id: string, input: object][] = [
      ['read', { ids: [notification.id] }], ['channels.get', { id: channelId }], ['channels.update', { id: channelId, name: 'Mine' }], ['channels.delete', { id: channelId }],
      ['channels.test', { id: channelId }], ['channels.rotate_secret', { id: channelId }], ['rules.get', { id: ruleId }], ['rules.update', { id: ruleId, enabled: false }],
      ['rules.delete', { id: ruleId }], ['rules.create', { channelId }], ['deliveries.replay', { id: delivery.id }], ['deliveries.list', { channelId }],
    ];
    for (const [id, input] of calls) assert.equal((await as(id, input)).status, 404, id);
    for (const id of ['list', 'deliveries.list']) assert.deepEqual((await as(id, {})).body.data, [], id);
    assert.deepEqual((await as('read', { all: true })).body.data.marked, 0);
    assert.ok(service.mails.every(({ to }) => to === 'owner@example.net'));
    assert.equal((await own('channels.get', { id: channelId })).data.name, 'Hook');
  });
});

onEachDatabase('the link of an e-mail', open => {
  const tokenIn = (text: string) => /\/u\/([\w-]+)/.exec(text)![1]!;

  test('stops the letters of its rule, or all, without anybody signing in, and says so', async () => {
    const store = await open();
    const { service, account, own } = await begin(store);
    await service.notify(account);
    const token = tokenIn(service.mails[0]!.text);
    assert.ok(Buffer.from(token, 'base64url').length >= 16);
    assert.equal(service.mails[0]!.unsubscribeUrl, `https://dss.example/u/${token}`);
    assert.ok(!JSON.stringify(await allTables(store.db).selectFrom('mail_token').selectAll().execute()).includes(token));
    const ask = async (id: string, input: object = {}) => (await service.call(operation(id), visitor, { token, ...input })).body.data;
    assert.deepEqual(await ask('mail_link.show'), { purpose: 'unsubscribe', address: 'owner@example.net', subscription: 'immediate e-mails', done: false, stopped: false });
    assert.deepEqual(await ask('mail_link.use'), { purpose: 'unsubscribe', address: 'owner@example.net', subscription: 'immediate e-mails', done: true, stopped: false });
    assert.equal((await ask('mail_link.use')).done, true);
    await service.notify(account);
    assert.equal(service.mails.length, 1);
    await service.pass(24 * HOUR_MS);
    assert.deepEqual(service.mails.map(({ subject }) => subject.slice(0, 4)), ['High', 'High']);
    assert.equal((await ask('mail_link.use', { all: true })).stopped, true);
    await service.notify(account);
    await service.pass(24 * HOUR_MS);
    assert.equal(service.mails.length, 2);
    const entries = await allTables(store.db).selectFrom('audit_entry').select(['action', 'account_id']).where('action', 'like', '%unsubscribed').orderBy('seq').execute();
    assert.deepEqual(entries.map(({ action, account_id }) => [action, account_id]), [['notification_rule.unsubscribed', account.id], ['notification_channel.unsubscribed', account.id]]);
    assert.equal((await own('channels.list')).data[0].cause, 'Its reader has unsubscribed.');
  });

  test('lets e-mails come to an address of nobody of the account, and until then none do', async () => {
    const { service, account, own, call } = await begin(await open());
    const { data } = await own('channels.create', { kind: 'email', name: 'Team', target: 'team@example.org' });
    assert.equal(data.state, 'unconfirmed');
    await own('rules.create', { channelId: data.id });
    await service.notify(account);
    assert.equal((await call('channels.test', { id: data.id })).body.code, 'invalid_state');
    assert.equal((await own('channels.update', { id: data.id, enabled: true })).data.state, 'unconfirmed');
    const asked = service.mails.filter(({ to }) => to === 'team@example.org');
    assert.deepEqual(asked.map(({ subject }) => subject), ['Do you want these notifications?']);
    const token = tokenIn(asked[0]!.text);
    assert.equal((await service.call(operation('mail_link.use'), visitor, { token })).body.data.done, true);
    await service.notify(account);
    assert.equal(service.mails.filter(({ to }) => to === 'team@example.org').length, 2);
    assert.equal((await own('channels.update', { id: data.id, target: 'other@example.org' })).data.state, 'unconfirmed');
  });

  test('asks for consent again where a channel that waits for it is turned on', async () => {
    const { service, own } = await begin(await open());
    const { data: { id } } = await own('channels.create', { kind: 'email', name: 'Team', target: 'team@example.com' });
    await own('channels.update', { id, enabled: false });
    assert.equal((await own('channels.update', { id, enabled: true })).data.state, 'unconfirmed');
    // The mail is sent after the reply; how long its queries take is up to the machine.
    for (let waits = 0; waits < 2000 && service.mails.length < 2; waits++) await sleep(5);
    assert.deepEqual(service.mails.map(({ to, subject }) => [to, subject]), Array.from({ length: 2 }, () => ['team@example.com', 'Do you want these notifications?']));
    service.mailer.configured = false;
    assert.equal((await own('channels.get', { id })).data.state, 'notConfigured');
    assert.equal((await own('channels.test', { id })).data.state, 'notConfigured');
  });

  test('that is none is not found', async () => {
    const { service } = await begin(await open());
    for (const id of ['mail_link.show', 'mail_link.use']) assert.equal((await service.call(operation(id), visitor, { token: 'AAAAAAAAAAAAAAAAAAAAAA' })).status, 404);
  });
});
