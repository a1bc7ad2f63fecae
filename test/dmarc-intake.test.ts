// The ways in of DMARC and TLS reports, through the whole service.
import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { gzipSync } from 'node:zlib';
import { reportXml } from '../src/areas/mail/dmarc/store/store.sample.ts';
import { standardPlans } from '../src/areas/platform/account/index.ts';
import { until } from './processes.ts';
import { onEachDatabaseServed, type TestAccount, type TestReply } from './service.ts';
import { allTables } from './tables.ts';

const report = (id: string) => reportXml({ domain: 'example.com', id, begin: Date.UTC(2026, 0, 10), records: [{ ip: '192.0.2.1', count: 3 }] });

onEachDatabaseServed('reports come in', { quickPasswords: true }, service => {
  let account: TestAccount;
  before(async () => { account = await service().account({ plan: 'enterprise' }); });
  const call = async (method: string, path: string, body?: unknown, by = account): Promise<{ status: number; body: any }> =>
    service().request(method, path, { cookie: by.owner.cookie, ...(body === undefined ? {} : { body }) });
  const intake = async (by = account) => (await call('GET', '/api/dmarc/intake', undefined, by)).body.data;
  const post = (url: string, bytes: Buffer, headers: Record<string, string> = {}): Promise<TestReply> =>
    service().request('POST', new URL(url).pathname, { body: bytes, headers: { 'content-type': 'application/tlsrpt+gzip', ...headers }, direct: true });
  const settled = async (id: string, by = account) => {
    let found: any;
    await until(async () => {
      found = (await call('GET', '/api/dmarc/messages', undefined, by)).body.data.find((one: any) => one.id === id);
      return found.state !== 'received';
    }, `${id} is parsed`);
    return found;
  };

  test('each account has its own address and URL; a new one leaves the former working, unless it is to end at once', async () => {
    const first = await intake();
    assert.match(first.current.url, /\/in\/[0-9a-f]{32}$/);
    assert.deepEqual([first.current.address, first.former], [null, []]);
    assert.notEqual((await intake(await service().account({ plan: 'enterprise' }))).current.token, first.current.token);
    const rotated = await call('POST', '/api/dmarc/intake/rotate', {});
    assert.deepEqual(rotated.body.data.former.map(({ token }: any) => token), [first.current.token]);
    assert.equal((await post(first.current.url, gzipSync(report('former')))).status, 201);
    const ended = await call('POST', '/api/dmarc/intake/rotate', { atOnce: true });
    assert.deepEqual(ended.body.data.former, []);
    for (const old of [first.current.url, rotated.body.data.current.url]) assert.equal((await post(old, report('gone'))).status, 404);
  });

  test('a file that is posted to the URL is 201, kept, and ends in a state; nobody else sees it', async () => {
    const { current } = await intake();
    const posted = await post(current.url, gzipSync(report('posted')));
    assert.equal(posted.status, 201);
    const { id } = posted.body['data'] as { id: string };
    const message = await settled(id);
    assert.deepEqual([message.source, message.state, message.reason, message.reports.held], ['https', 'held', 'ownership_not_proved', 1]);
    const stranger = await service().account({ plan: 'enterprise' });
    assert.deepEqual((await call('GET', '/api/dmarc/messages', undefined, stranger)).body.data, []);
    assert.equal((await call('POST', '/api/dmarc/messages/reparse', { ids: [id] }, stranger)).status, 404);
  });

  test('the URL refuses what it should', async () => {
    const { current } = await intake();
    assert.equal((await post(current.url.replace(current.token, '0'.repeat(32)), report('x'))).status, 404);
    assert.equal((await post(current.url, Buffer.from('a=b'), { 'content-type': 'application/x-www-form-urlencoded' })).status, 415);
    assert.equal((await service().request('POST', new URL(current.url).pathname, { headers: { 'content-length': String(60 * 1024 * 1024) }, direct: true })).status, 413);
    assert.equal((await service().request('GET', new URL(current.url).pathname, { direct: true })).status, 405);
  });

  test('uploads are kept file by file, and can be parsed again', async () => {
    const files = [['one.xml', report('upload')], ['note.txt', Buffer.from('no report')]].map(([name, content]) => ({ name, content: (content as Buffer).toString('base64') }));
    const { status, body } = await call('POST', '/api/dmarc/reports', { files });
    assert.equal(status, 202);
    const entry = (await call('GET', '/api/audit-log?action=dmarc_reports.uploaded')).body.data[0];
    assert.deepEqual(entry.details.messages, body.data.map(({ id }: any) => id));
    const [first, second] = await Promise.all(body.data.map(({ id }: any) => settled(id)));
    assert.deepEqual([first.name, first.state, second.name, second.state, second.reason], ['one.xml', 'held', 'note.txt', 'refused', 'not_a_report']);
    assert.match(second.explanation, /not a report/);
    const again = await call('POST', '/api/dmarc/messages/reparse', { ids: [first.id, second.id] });
    assert.deepEqual([again.status, again.body.data.map(({ state }: any) => state)], [202, ['received', 'received']]);
    assert.deepEqual((await Promise.all([settled(first.id), settled(second.id)])).map(({ state }) => state), ['held', 'refused']);
    const refused = await call('GET', '/api/dmarc/messages?state=refused&source=upload');
    assert.deepEqual(refused.body.data.map(({ id }: any) => id), [second.id]);
  });

  test('an account that has taken in its part of the day learns when it can go on, from every source', async () => {
    const by = await service().account({ plan: 'enterprise' });
    const { current } = await intake(by);
    const files = [{ name: 'one.xml', content: report('quota').toString('base64') }];
    const upload = () => call('POST', '/api/dmarc/reports', { files }, by);
    const send = () => post(current.url, report('late'));
    assert.deepEqual([(await upload()).status, (await send()).status], [202, 201]);
    const { db } = service().store;
    const kib = standardPlans.enterprise.reportMiBPerDay * 1024;
    // What strangers may send, a tenth, is used up before what the account brings itself.
    const states: [string, number, number, number][] = [[':open', Math.floor(kib / 10), 202, 429], ['', kib, 429, 429]];
    for (const [pool, used, uploaded, sent] of states) {
      await allTables(db).updateTable('counter').set({ used }).where('name', '=', `report_kib_daily:${by.id}${pool}`).execute();
      const replies = [await upload(), await send()];
      assert.deepEqual(replies.map(({ status }) => status), [uploaded, sent], pool);
      for (const { body } of replies.filter(({ status }) => status === 429)) assert.deepEqual([body['code'], body['limit'].name], ['rate_limited', 'report_kib_daily']);
      assert.ok(Number((replies[1] as TestReply).headers['retry-after']) > 0);
    }
    assert.equal((await call('GET', '/api/dmarc/messages', undefined, by)).body.data.length, 2);
  });

  test('an upload of 10 MiB is taken and a larger one is not', async () => {
    const files = (bytes: number) => [{ name: 'big', content: Buffer.alloc(bytes).toString('base64') }];
    assert.equal((await call('POST', '/api/dmarc/reports', { files: files(10 * 1024 * 1024) })).status, 202);
    assert.equal((await call('POST', '/api/dmarc/reports', { files: files(10 * 1024 * 1024 + 3) })).status, 400);
    assert.equal((await call('POST', '/api/dmarc/reports', { files: files(12 * 1024 * 1024) })).status, 413);
  });

  test('a mailbox keeps its secrets to itself, is tested, and goes', async () => {
    const secret = 'very secret words';
    const added = await call('POST', '/api/dmarc/mailboxes', { name: 'Reports', access: { kind: 'imap', host: 'imap.example.com', user: 'dmarc', password: secret } });
    assert.equal(added.status, 201);
    const { data } = added.body;
    assert.deepEqual([data.kind, data.settings.host, data.settings.port, data.state], ['imap', 'imap.example.com', 993, 'new']);
    const tested = await call('POST', `/api/dmarc/mailboxes/${data.id}/test`, {});
    assert.deepEqual([tested.body.data.ok, tested.body.data.fault], [false, 'unreachable']);
    const listed = await call('GET', '/api/dmarc/mailboxes');
    const row = await allTables(service().store.db).selectFrom('dmarc_mailbox').selectAll().executeTakeFirstOrThrow();
    for (const text of [added, tested, listed, row].map(one => JSON.stringify(one))) assert.ok(!text.includes(secret));
    assert.equal((await call('POST', '/api/dmarc/mailboxes', { name: 'x', access: { kind: 'imap', host: '127.0.0.1', user: 'a', password: 'b' } })).status, 400);
    for (const port of [22, 25, 143, 6379]) assert.equal((await call('POST', '/api/dmarc/mailboxes', { name: 'x', access: { kind: 'imap', host: 'imap.example.com', port, user: 'a', password: 'b' } })).status, 400, `port ${port}`);
    assert.equal((await call('DELETE', `/api/dmarc/mailboxes/${data.id}`)).status, 200);
    assert.equal((await call('DELETE', `/api/dmarc/mailboxes/${data.id}`)).status, 404);
  });
});
