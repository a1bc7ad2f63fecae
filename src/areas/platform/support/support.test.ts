import assert from 'node:assert/strict';
import test, { after, before, suite } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { startLab } from '../../../../lab/index.ts';
import type { Lab } from '../../../../lab/types.ts';
import { onEachDatabaseServed, type TestAccount, type TestReply } from '../../../../test/service.ts';
import { allTables } from '../../../../test/tables.ts';
import type { Email } from '../../../core/outside/mail.ts';
import { createSmtpListener, type SmtpListener } from '../../../surfaces/smtp/index.ts';
import { createMemoryBudget } from '../../mail/dmarc/intake/memory-budget.ts';
import { safeName } from './attachments.ts';
import { createReplyIntake, type ReplyIntake } from './mail-in.ts';
import { parseReply } from './parse-reply.ts';
import { targetOf } from './reply-address.ts';

const THREAD = 'thr_01';
const HOST = 'replies.example';
const mail = (...lines: string[]): Buffer => Buffer.from(lines.join('\r\n'));
const head = ['From: Ada <Ada@Example.net>', 'To: x@y.example', 'Subject: Re: x', 'MIME-Version: 1.0'];
const plain = [...head, 'Content-Type: text/plain; charset=utf-8', ''];

suite('a reply by mail is read', () => {
  const bodies: [says: string, body: string[], text: string][] = [
    ['without a quote', ['Yes.'], 'Yes.'],
    ['without what is quoted below', ['Yes.', '', 'On Monday Ada wrote:', `> Write your reply above this line. [${THREAD}]`, '> Hello'], 'Yes.'],
    ['with an introduction of two lines', ['Ja.', '', 'Am Montag, dem 23. November 2026 um 10:00', 'schrieb Ada <ada@example.net>:', `> [${THREAD}]`], 'Ja.'],
    ['with a quote of its own above the line', ['> you asked', 'Yes.', '', `Write above [${THREAD}]`], '> you asked\nYes.'],
    ['without control characters', ['a\u0007b\u0000c'], 'abc'],
    ['of nothing but the quote', ['', `> [${THREAD}]`], ''],
    ['with the line of another thread', ['See [thr_02]: it is the same.'], 'See [thr_02]: it is the same.'],
  ];
  for (const [says, body, text] of bodies) test(says, async () => assert.equal((await parseReply(mail(...plain, ...body), THREAD)).text, text));

  test('of HTML alone, as its words', async () => {
    const { text } = await parseReply(mail(...head, 'Content-Type: text/html', '', '<style>p{}</style><p>Yes &amp; <b>no</b></p><script>alert(1)</script><p>&#x1F600;</p>'), THREAD);
    assert.equal(text, 'Yes & no\n\n😀');
  });
  test('with its files, their names bare', async () => {
    const { attachments } = await parseReply(mail(...head, 'Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: text/plain', '', 'See the file.', '--b',
      'Content-Type: text/html', 'Content-Disposition: attachment; filename="../../evil.html"', 'Content-Transfer-Encoding: base64', '', Buffer.from('<script>').toString('base64'), '--b--'), THREAD);
    assert.deepEqual(attachments.map(({ name, content }) => [name, Buffer.from(content).toString()]), [['evil.html', '<script>']]);
  });
  const hostile: [says: string, bytes: Buffer][] = [
    ['nothing', Buffer.alloc(0)], ['random bytes', Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7919) % 256))],
    ['a thousand parts in parts', mail(...head, ...Array.from({ length: 1000 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}`))],
    ['a header without end', Buffer.concat([Buffer.from('From: '), Buffer.alloc(1_000_000, 'a')])],
    ['a thousand files', mail(...head, 'Content-Type: multipart/mixed; boundary=b', '', ...Array.from({ length: 1000 }, () => '--b\r\nContent-Disposition: attachment; filename=a\r\n\r\na'), '--b--')],
    ['markup without end', mail(...head, 'Content-Type: text/html', '', '<style '.repeat(50_000))],
  ];
  for (const [says, bytes] of hostile) {
    test(`also where it is ${says}, in bounded time`, async () => {
      const started = performance.now();
      const { attachments } = await parseReply(bytes, THREAD);
      assert.ok(attachments.length <= 5 && performance.now() - started < 3000);
    });
  }
  const senders: [says: string, headers: string[], from: string[]][] = [
    ['one', ['From: Ada <Ada@Example.net>'], ['ada@example.net']],
    ['two headers', ['From: ada@example.net', 'From: eve@example.net'], []],
    ['none', ['Sender: ada@example.net'], []],
    ['a name that looks like an address', ['From: "ada@example.net" <eve@evil.example>'], ['eve@evil.example']],
  ];
  for (const [says, headers, from] of senders) test(`from ${says}`, async () => assert.deepEqual((await parseReply(mail(...headers, '', 'x'), THREAD)).from, from));
  test('that a program sent is told apart', async () => assert.equal((await parseReply(mail(...head, 'Auto-Submitted: auto-replied', '', 'I am away'), THREAD)).isAutomatic, true));
});

suite('the name of a file', () => {
  const names: [given: string, safe: string][] = [['a.txt', 'a.txt'], ['/etc/passwd', 'passwd'], ['..\\..\\x.exe', 'x.exe'], ['invoice\u202Efdp.exe', 'invoicefdp.exe'], ['\r\nX: y', 'X y'], ['...', 'file'], ['a'.repeat(500), 'a'.repeat(120)]];
  for (const [given, safe] of names) test(JSON.stringify(given.slice(0, 30)), () => assert.equal(safeName(given), safe));
});

let lab: Lab;
before(async () => { lab = await startLab(); });
after(() => lab.stop());

onEachDatabaseServed('a support thread', { lab: () => lab, quickPasswords: true }, service => {
  let operator: TestAccount;
  let account: TestAccount;
  let listener: SmtpListener;
  let port: number;
  let intake: ReplyIntake;
  const mails: Email[] = [];
  // oxlint-disable-next-line typescript/no-explicit-any
  const ask = async (cookie: string, method: string, path: string, body?: object): Promise<TestReply & { data: any }> => {
    const reply = await service().request(method, path, { cookie, ...(body && { body }) });
    return { ...reply, data: reply.body['data'] };
  };
  const mine = (method: string, path: string, body?: object) => ask(account.owner.cookie, method, `/api/support${path}`, body);
  const theirs = (method: string, path: string, body?: object) => ask(operator.owner.cookie, method, `/api/operator/support${path}`, body);
  const open = async (subject = 'A question', message = 'Why is that so?', attachments: object[] = []) => (await mine('POST', '/threads', { subject, message, ...(attachments.length > 0 && { attachments }) })).data as { id: string; messages: { attachments: { id: string }[] }[] };
  const mailed = async (to: string, thread: string): Promise<Email> => {
    for (let n = 0; n < 200; n++) {
      const found = mails.findLast(one => one.to === to && one.subject.includes(thread));
      if (found) return found;
      await sleep(50);
    }
    throw new Error(`No e-mail to ${to} about ${thread}`);
  };
  const send = (from: string, to: string, text: string, more: object = {}) => createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true }).sendMail({ from, to, subject: 'Re: x', text, ...more });
  const refusedWith = async (work: Promise<unknown>): Promise<number> => work.then(() => 250, (error: { responseCode?: number }) => error.responseCode ?? 0);
  const textsOf = async (id: string): Promise<string[]> => ((await mine('GET', `/threads/${id}`)).data as { messages: { text: string }[] }).messages.map(({ text }) => text);

  before(async () => {
    const { services } = service().service;
    Object.assign(services, {
      replies: { host: HOST, key: Buffer.alloc(32, 7) },
      mailer: { configured: true, send: async (one: Email) => { mails.push(one); return 250; } },
    });
    operator = await service().account({ plan: 'enterprise', operator: true });
    account = await service().account({ plan: 'free' });
    intake = createReplyIntake({ ...services, secret: 'secret', openDns: () => ({ lookup: async () => ({ outcome: 'absent', nxdomain: false, via: [] }) as never }) });
    const reports = { maxBytes: 20_000_000, budget: createMemoryBudget(50_000_000), admit: async () => 'unknown' as const, take: () => Promise.reject(new Error('no reports here')) };
    listener = createSmtpListener({ intake: reports, replies: intake, host: HOST, tls: null, report: error => assert.fail(String(error)), limits: { closeMs: 30 } });
    port = await listener.listen('127.0.0.1', 0);
  });
  after(() => listener.stop());

  test('goes to the operator by e-mail, is answered by e-mail, and replied to by e-mail; unread marks follow', async () => {
    const { id } = await open();
    const toOperator = await mailed(operator.owner.email, id);
    assert.match(toOperator.text, new RegExp(`\\[${id}\\][^]*${RegExp.escape(account.owner.email)} wrote:\n\nWhy is that so\\?`));
    assert.deepEqual([(await theirs('GET', '/threads?unread=true')).body['unread'], (await mine('GET', '/threads')).body['unread']], [1, 0]);

    await send(operator.owner.email, toOperator.replyTo!, `Because of that.\n\nOn Monday somebody wrote:\n> ${toOperator.text.replaceAll('\n', '\n> ')}`);
    assert.deepEqual(await textsOf(id), ['Why is that so?', 'Because of that.']);
    const [, answer] = ((await mine('GET', `/threads/${id}`)).data as { messages: { from: string; author: string | null; via: string }[] }).messages;
    assert.deepEqual([answer!.from, answer!.author, answer!.via], ['operator', null, 'mail'], 'who answers for the operator is not told');
    assert.deepEqual([(await theirs('GET', '/threads?unread=true')).body['unread'], (await mine('GET', '/threads')).body['unread']], [0, 1]);

    const toAccount = await mailed(account.owner.email, id);
    assert.match(toAccount.text, /The operator wrote:\n\nBecause of that\./);
    assert.doesNotMatch(JSON.stringify(toAccount), new RegExp(RegExp.escape(operator.owner.email)));
    await send(account.owner.email, toAccount.replyTo!, 'Thank you!');
    await send(account.owner.email, toAccount.replyTo!, 'Thank you!', { messageId: '<one@x>', date: new Date(0) });
    await send(account.owner.email, toAccount.replyTo!, 'Thank you!', { messageId: '<one@x>', date: new Date(0) });
    assert.deepEqual((await textsOf(id)).slice(2), ['Thank you!', 'Thank you!'], 'the same mail twice is one message');
    assert.equal((await mine('POST', `/threads/${id}/read`, {})).data.unread, 0);
    const entries = async (of: TestAccount, action: string) => (await service().request('GET', `/api/audit-log?action=${action}`, { cookie: of.owner.cookie })).body['data'] as { details: { byMail?: boolean }; resource: { id: string }; actor: { id: string } }[];
    const byMail = async (of: TestAccount, action: string) => (await entries(of, action)).filter(entry => entry.resource.id === id && entry.details.byMail).map(({ actor }) => actor.id);
    assert.deepEqual([await byMail(account, 'support_thread.replied'), await byMail(operator, 'support_thread.answered')], [Array(2).fill(account.owner.id), [operator.owner.id]]);
  });

  test('takes no mail of anybody else: another sender, another address, somebody who has left, a server that SPF forbids', async () => {
    const { id } = await open();
    const { replyTo } = await mailed(operator.owner.email, id);
    await theirs('POST', `/threads/${id}/messages`, { message: 'Which domain?' });
    const own = (await mailed(account.owner.email, id)).replyTo!;
    assert.notEqual(own, replyTo);
    const other = await service().person(account, 'member');
    const refused: [says: string, work: () => Promise<unknown>][] = [
      ['another sender', () => send('eve@evil.example', own, 'Pay here')],
      ['a name like the address', () => send(`"${account.owner.email}" <eve@evil.example>`, own, 'Pay here')],
      ['the operator\'s address', () => send(account.owner.email, replyTo!, 'Pay here')],
      ['another person of the account', () => send(other.email, own, 'Pay here')],
      ['a guessed address', () => send(account.owner.email, `reply-${'0'.repeat(32)}@${HOST}`, 'Pay here')],
      ['an address that is none', () => send(account.owner.email, `support@${HOST}`, 'Pay here')],
    ];
    for (const [says, work] of refused) assert.equal(await refusedWith(work()), 550, says);
    assert.deepEqual(await textsOf(id), ['Why is that so?', 'Which domain?']);

    const target = (await targetOf(service().store.db, own.split('@')[0]!))!;
    const bytes = mail(`From: ${account.owner.email}`, '', 'Hello');
    const spf = (record: string): ReplyIntake => createReplyIntake({
      ...service().service.services, secret: 's', openDns: () => ({ lookup: async (_name: string, type: string) => (type === 'TXT' ? { outcome: 'found', value: [record], via: [], ttlSeconds: 60 } : { outcome: 'absent', nxdomain: false, via: [] }) as never }),
    });
    assert.equal(await spf('v=spf1 ip4:192.0.2.1 -all').take(target, bytes, { address: '198.51.100.9', helo: 'x.example' }), 'forged');
    assert.equal(await spf('v=spf1 ip4:192.0.2.1 -all').take(target, bytes, { address: '192.0.2.1', helo: 'x.example' }), 'kept');
    assert.equal(await intake.take(target, mail(`From: ${account.owner.email}`, 'Auto-Submitted: auto-replied', '', 'Away'), { address: '192.0.2.1', helo: 'x' }), 'dropped');
    const users = () => allTables(service().store.db).updateTable('auth_user');
    for (const [says, who, role, to] of [['who only reads by now', account, 'viewer', own], ['who does not answer for the operator any more', operator, 'member', replyTo!]] as const) {
      await users().set({ role }).where('id', '=', who.owner.id).execute();
      assert.equal(await refusedWith(send(who.owner.email, to, 'Pay here')), 550, says);
      await users().set({ role: 'owner' }).where('id', '=', who.owner.id).execute();
    }
    await users().set({ accountId: (await service().account()).id }).where('id', '=', account.owner.id).execute();
    assert.equal(await refusedWith(send(account.owner.email, own, 'I have moved on')), 550, 'who has left');
    await users().set({ accountId: account.id }).where('id', '=', account.owner.id).execute();
  });

  test('serves files inert, whatever they are, to the account and the operator alone', async () => {
    const page = '<script>alert(1)</script>';
    const { id, messages } = await open('A file', 'See here', [{ name: '../evil\u202Elmth.html', content: Buffer.from(page).toString('base64') }]);
    const file = messages[0]!.attachments[0]!.id;
    const stranger = await service().account({ plan: 'enterprise' });
    for (const [cookie, path] of [[account.owner.cookie, '/api/support'], [operator.owner.cookie, '/api/operator/support']] as const) {
      const reply = await service().request('GET', `${path}/attachments/${file}`, { cookie });
      assert.deepEqual([reply.status, reply.text, reply.headers['content-type'], reply.headers['x-content-type-options']], [200, page, 'application/octet-stream', 'nosniff']);
      assert.match(String(reply.headers['content-disposition']), /^attachment; filename="evillmth\.html"/);
    }
    assert.equal((await ask(stranger.owner.cookie, 'GET', `/api/support/attachments/${file}`)).status, 404);
    assert.equal((await ask(stranger.owner.cookie, 'GET', `/api/operator/support/attachments/${file}`)).status, 403);
    for (const path of ['', '/messages', '/close', '/read']) assert.equal((await ask(stranger.owner.cookie, path === '' ? 'GET' : 'POST', `/api/support/threads/${id}${path}`, path === '' ? undefined : path === '/messages' ? { message: 'x' } : {})).status, 404, path);
    assert.deepEqual([(await ask(stranger.owner.cookie, 'GET', '/api/support/threads')).data, (await ask(stranger.owner.cookie, 'GET', '/api/operator/support/threads')).status], [[], 403]);
    const sent = await mailed(operator.owner.email, id);
    assert.match(sent.text, /Attached: evillmth\.html\./);
  });

  test('is closed and opened again by a message, and the operator starts from templates', async () => {
    const { id } = await open();
    const { data } = await theirs('GET', `/threads/${id}`);
    assert.ok(data.templates.length >= 3);
    const closed = await theirs('POST', `/threads/${id}/messages`, { message: data.templates[0].text, close: true });
    assert.deepEqual([closed.status, closed.data.state], [201, 'closed']);
    assert.equal((await mine('POST', `/threads/${id}/messages`, { message: 'Not yet' })).data.state, 'open');
    assert.equal((await mine('POST', `/threads/${id}/close`, {})).data.state, 'closed');
  });

  test('has limits by account and by address', async () => {
    const many = await service().account({ plan: 'free' });
    const post = (body: object) => ask(many.owner.cookie, 'POST', '/api/support/threads', body);
    const content = Buffer.alloc(4 * 1024 * 1024).toString('base64');
    assert.equal((await post({ subject: 'Too much', message: 'x', attachments: [1, 2, 3].map(n => ({ name: `${n}`, content })) })).status, 413);
    assert.equal((await post({ subject: 'Too many', message: 'x', attachments: Array.from({ length: 6 }, () => ({ name: 'a', content: '' })) })).status, 400);
    const { data: { id } } = await post({ subject: 'First', message: 'x' });
    const { store, service: { services } } = service();
    await allTables(store.db).insertInto('support_thread').values(Array.from({ length: 49 }, (_, n) => ({ id: `thr_many${n}`, account_id: many.id, subject: 'x', state: 'open', last_side: 'account', last_message_at: 0, created_at: 0, closed_at: null }))).execute();
    assert.equal((await post({ subject: 'One more', message: 'x' })).body.code, 'limit_reached');
    const now = Date.now();
    for (let n = 0; n < 199; n++) await services.counters.spend(`support_messages:${many.id}`, now - now % 86_400_000, 200);
    assert.equal((await ask(many.owner.cookie, 'POST', `/api/support/threads/${id}/messages`, { message: 'x' })).body.code, 'limit_reached');
    // The clock goes on while an address is counted: the window stays that of the hour.
    let reads = 0;
    const ticking = createReplyIntake({ ...services, clock: { ...services.clock, now: () => Date.UTC(2026, 0, 15, 10, 30) + Math.floor(reads++ / 3) }, secret: 'secret', openDns: () => ({ lookup: () => Promise.reject(new Error('not asked')) }) });
    const admitted = async (local: string) => ticking.admit(local, '203.0.113.77');
    const outcomes = [];
    for (let n = 0; n < 301; n++) outcomes.push(await admitted(`reply-${n.toString(16).padStart(32, '0')}`));
    assert.deepEqual([outcomes[0], outcomes[299], outcomes[300]], ['unknown', 'unknown', 'later']);
  });
});

