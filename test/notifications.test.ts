// Notifications through the whole service: its workers, its door, its pages; the receiver and the mail folder are real.
import assert from 'node:assert/strict';
import test, { after, afterEach, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { startLab } from '../lab/index.ts';
import type { Lab } from '../lab/types.ts';
import { onEachDatabaseServed, type TestAccount, type TestService } from './service.ts';

let lab: Lab;
before(async () => { lab = await startLab(); });
after(() => lab.stop());
afterEach(() => lab.setWebhookFault(null));

/** What `poll` gives, as soon as it is something; fails when that takes too long. */
async function eventually<T>(poll: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (let tries = 0; tries < 400; tries++) {
    const found = await poll();
    if (found !== undefined) return found;
    await sleep(25);
  }
  throw new Error('It did not happen.');
}

onEachDatabaseServed('notifications in the whole service', { lab: () => lab, quickPasswords: true }, service => {
  const ask = async (account: TestAccount, method: string, path: string, body?: object) => {
    const reply = await service().request(method, path, { cookie: account.owner.cookie, ...(body ? { body } : {}) });
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`);
    // oxlint-disable-next-line typescript/no-explicit-any
    return reply.body as any;
  };
  const notify = async ({ store, service: { services } }: TestService, account: TestAccount, severity = 'high') => {
    const notification = { kind: 'dns.ns.changed', severity, subjectType: 'domainEvent', subjectId: 'evt_1', title: 'example.org: The nameservers changed', body: '', data: { domain: 'example.org' } };
    await store.transaction(tx => services.queue.add(tx, account.id, [{ kind: 'notify', payload: { notification } }]));
  };
  const hookAt = (path: string) => eventually(() => lab.takeHooks().find(hook => hook.path === path));

  test('a webhook gets what happens, signed, by the workers and through the door; a test and its failure are told', async () => {
    const account = await service().account({ plan: 'enterprise' });
    const path = `/${account.id}`;
    const { data: { id }, secret } = await ask(account, 'POST', '/api/notification-channels', { kind: 'webhook', name: 'Tickets', target: lab.webhookUrl + account.id });
    await ask(account, 'POST', '/api/notification-rules', { channelId: id });
    await notify(service(), account);
    const { body, headers } = await hookAt(path);
    const verified = new Webhook(secret).verify(body, headers) as { type: string };
    assert.equal(verified.type, 'dns.ns.changed');
    const { data: [notification], unread } = await ask(account, 'GET', '/api/notifications');
    assert.deepEqual([notification.title, notification.readAt, unread], ['example.org: The nameservers changed', null, 1]);
    assert.equal((await ask(account, 'POST', `/api/notification-channels/${id}/test`, {})).data.state, 'delivered');
    lab.setWebhookFault('redirect', 1);
    const failed = (await ask(account, 'POST', `/api/notification-channels/${id}/test`, {})).data;
    assert.deepEqual([failed.state, failed.status], ['failed', 302]);
    const { data } = await ask(account, 'GET', `/api/notification-deliveries?channelId=${id}`);
    assert.equal(data.length, 3);
  });

  test('a name that leads to a private address gets nothing', async () => {
    const account = await service().account({ plan: 'enterprise' });
    const { data: { id } } = await ask(account, 'POST', '/api/notification-channels', { kind: 'webhook', name: 'Inside', target: 'https://ns.ns-private.example/' });
    const { data } = await ask(account, 'POST', `/api/notification-channels/${id}/test`, {});
    assert.deepEqual([data.state, data.status], ['failed', null]);
    assert.match(data.cause, /is not public/);
  });

  test('the link in an e-mail leads to a page with a button that stops such e-mails; neither needs a session or a script', async () => {
    const account = await service().account();
    await notify(service(), account);
    const letter = await service().emailTo(account.owner.email);
    const link = new URL(/^List-Unsubscribe: <(.*)>$/m.exec(letter)![1]!);
    const page = await service().request('GET', link.pathname, { direct: true });
    assert.equal(page.status, 200);
    assert.match(page.text, new RegExp(`<form method="post" action="${link.pathname}"><button type="submit">Unsubscribe`));
    // The body that RFC 8058 §3.2 has mailbox providers send.
    const stopped = await service().request('POST', link.pathname, { direct: true, body: 'List-Unsubscribe=One-Click', headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    assert.deepEqual([stopped.status, /<h1>Stopped<\/h1>/.test(stopped.text)], [200, true]);
    const { data: rules } = await ask(account, 'GET', '/api/notification-rules');
    assert.deepEqual(rules.map(({ kinds, digest, enabled }: { kinds: string[]; digest: string; enabled: boolean }) => [kinds[0], digest, enabled]).toSorted(),
      [['*', 'daily', true], ['*', 'immediate', false], ['report.weekly', 'immediate', true]]);
    const all = await service().request('POST', `${link.pathname}?all=1`, { direct: true });
    assert.match(all.text, /No more e-mails/);
    assert.equal((await ask(account, 'GET', '/api/notification-channels')).data[0].state, 'disabled');
    assert.equal((await service().request('GET', '/u/AAAAAAAAAAAAAAAAAAAAAA', { direct: true })).status, 404);
  });

  test('the link of an e-mail is limited per address', async () => {
    const statuses = [];
    for (let asked = 0; asked < 61; asked++) statuses.push((await service().request('POST', '/u/AAAAAAAAAAAAAAAAAAAAAA', { direct: true, address: '203.0.113.77' })).status);
    assert.deepEqual([...new Set(statuses.slice(0, 60)), statuses.at(-1)], [404, 429]);
  });
});
