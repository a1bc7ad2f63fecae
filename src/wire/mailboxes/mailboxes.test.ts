import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { suite, type TestContext } from 'node:test';
import { createServer } from 'node:tls';
import { createAuthority } from '../../../lab/services/ca.ts';
import { startImap, type ImapFault } from '../../../lab/services/imap.ts';
import { listen } from '../../../lab/services/listen.ts';
import { startS3 } from '../../../lab/services/s3.ts';
import { startWebMail, type WebMailFault } from '../../../lab/services/web-mail.ts';
import { systemClock } from '../../core/clock.ts';
import { isMailboxFault, type Mailbox, type MailboxFault } from '../../core/outside/mailbox.ts';
import { createDoor } from '../door.ts';
import { addresses, never } from '../testing/loopback.ts';
import { openMaildir } from './maildir.ts';
import { createOpenMailbox } from './open.ts';
import { openS3Folder } from './s3.ts';

const authority = createAuthority(Date.now());
const mails = [Buffer.from('Subject: one\r\n\r\nfirst\r\n'), Buffer.from('Subject: two\r\n\r\nsecond, with bytes \xff\r\n', 'latin1')];

/** A mailbox of a kind with the two letters in it, and what a test does to it. */
interface Opened {
  open(change?: Record<string, unknown>, signal?: AbortSignal): Promise<Mailbox | MailboxFault>;
  /** How many letters wait, and how many were done. */
  count(): [waiting: number, done: number];
  setFault(fault: string | null, times?: number): void;
}

function doorTo(positions: Record<string, { address: string; port: number; at: number }>) {
  return createDoor({
    allow: [], clock: systemClock, ca: [authority.pem],
    route: (address, port) => {
      const position = Object.values(positions).find(one => one.address === address && one.at === port);
      return position ? { address: '127.0.0.1', port: position.port } : null;
    },
    resolve: async host => addresses(...(positions[host] ? [positions[host].address] : host === 'inside.example' ? ['10.0.0.7'] : [])),
  });
}

async function imap(context: TestContext, moveTo: string | null = null): Promise<Opened & { server: Awaited<ReturnType<typeof startImap>> }> {
  const server = await startImap(authority);
  context.after(() => server.stop());
  for (const bytes of mails) server.deliver(bytes);
  const open = createOpenMailbox({ door: doorTo({ [server.host]: { ...server, at: 993 } }), ca: [authority.pem], maxBytes: 10_000 });
  const access = { kind: 'imap', host: server.host, port: 993, user: server.user, password: server.password, folder: 'INBOX', moveTo } as const;
  const inbox = () => server.folders.get('INBOX')!;
  return {
    server,
    open: (change = {}, signal = never) => open({ ...access, ...change }, signal),
    count: () => (moveTo === null ? [inbox().filter(({ seen }) => !seen).length, inbox().filter(({ seen }) => seen).length] : [inbox().length, server.folders.get(moveTo)!.length]),
    setFault: (fault, times) => server.setFault(fault as ImapFault | null, times),
  };
}

async function web(context: TestContext, kind: 'graph' | 'gmail'): Promise<Opened & { server: Awaited<ReturnType<typeof startWebMail>> }> {
  const server = await startWebMail(authority);
  context.after(() => server.stop());
  mails.forEach((bytes, at) => server.waiting.set(`letter${at}=`, bytes));
  const door = doorTo(Object.fromEntries(server.hosts.map(host => [host, { ...server, at: 443 }])));
  const open = createOpenMailbox({ door, ca: [authority.pem], maxBytes: 10_000 });
  const access = kind === 'gmail'
    ? { kind, ...server.credentials, label: 'INBOX' }
    : { kind, tenant: 'lab', clientId: server.credentials.clientId, clientSecret: server.credentials.clientSecret, mailbox: 'a@b.example', folder: 'inbox', moveTo: 'archive' };
  return {
    server,
    open: (change = {}, signal = never) => open({ ...access, ...change }, signal),
    count: () => [server.waiting.size, server.fetched.size],
    setFault: (fault, times) => server.setFault(fault as WebMailFault | null, times),
  };
}

function opened(result: Mailbox | MailboxFault): Mailbox {
  if (isMailboxFault(result)) assert.fail(result.cause);
  return result;
}

/** Fetches everything as the service does. */
async function fetchAll(mailbox: Mailbox): Promise<Buffer[]> {
  const fetched: Buffer[] = [];
  let cursor: string | null = null;
  for (;;) {
    const items = await mailbox.list(cursor);
    if (isMailboxFault(items)) assert.fail(items.cause);
    if (items.length === 0) return fetched;
    for (const { id, cursor: next } of items) {
      const bytes = await mailbox.read(id);
      if (isMailboxFault(bytes)) assert.fail(bytes.cause);
      fetched.push(Buffer.from(bytes));
      assert.equal(await mailbox.done(id), null);
      cursor = next;
    }
  }
}

const kinds: Record<string, (context: TestContext) => Promise<Opened>> = {
  'IMAP': context => imap(context), 'IMAP, moving': context => imap(context, 'Done'), 'Microsoft Graph': context => web(context, 'graph'), 'Gmail': context => web(context, 'gmail'),
};
suite('a mailbox gives its messages whole and in order, and marks each when told so', () => {
  for (const [kind, make] of Object.entries(kinds)) {
    test(kind, async context => {
      const { open, count } = await make(context);
      const mailbox = opened(await open());
      assert.deepEqual(count(), [2, 0]);
      assert.deepEqual(await fetchAll(mailbox), mails);
      assert.deepEqual(count(), [0, 2]);
      await mailbox.close();
    });
  }
});

suite('a mailbox that fails says how', { concurrency: true }, () => {
  const cases: [kind: string, fault: string, change: Record<string, unknown>, expected: MailboxFault['fault']][] = [
    ['IMAP', 'a wrong password', { password: 'wrong' }, 'credentials'], ['IMAP', 'noFolder', {}, 'notFound'], ['IMAP', 'limited', {}, 'unreachable'],
    ['IMAP', 'truncated', {}, 'unreachable'], ['IMAP', 'reset', {}, 'unreachable'], ['IMAP', 'slow', {}, 'unreachable'],
    ['IMAP', 'a private address', { host: 'inside.example' }, 'notAllowed'], ['IMAP', 'another port than that of IMAP by TLS', { port: 22 }, 'notAllowed'], ['IMAP', 'loopback', { host: '127.0.0.1' }, 'notAllowed'],
    ...['Microsoft Graph', 'Gmail'].flatMap(kind => [
      [kind, 'a wrong secret', { clientSecret: 'wrong' }, 'credentials'], [kind, 'forbidden', {}, 'credentials'], [kind, 'gone', {}, 'notFound'],
      [kind, 'limited', {}, 'limited'], [kind, 'slow', {}, 'unreachable'], [kind, 'truncated', {}, 'unreachable'], [kind, 'reset', {}, 'unreachable'],
    ] as [string, string, Record<string, unknown>, MailboxFault['fault']][]),
    ['Gmail', 'tooOften', {}, 'limited'],
  ];
  for (const [kind, fault, change, expected] of cases) {
    test(`${kind}: ${fault} is ${expected}`, async context => {
      const { open, setFault, count } = await kinds[kind]!(context);
      setFault(fault);
      const mailbox = await open(change, fault === 'slow' ? AbortSignal.timeout(500) : never);
      const items = isMailboxFault(mailbox) ? mailbox : await mailbox.list(null);
      const result = isMailboxFault(items) ? items : await opened(mailbox).read(items[0]!.id);
      assert.equal(isMailboxFault(result) && result.fault, expected, isMailboxFault(result) ? result.cause : '');
      if (fault === 'limited' && kind !== 'IMAP') assert.equal((result as MailboxFault).retryAfterMs, 120_000);
      assert.deepEqual(count(), [2, 0]);
      if (!isMailboxFault(mailbox)) await mailbox.close();
    });
  }
});

test('IMAP: after the server has renumbered, everything is listed again; before, only what came since', async context => {
  const { open, server } = await imap(context);
  const first = opened(await open());
  const items = await first.list(null);
  assert.ok(!isMailboxFault(items));
  assert.deepEqual(await first.list(items.at(-1)!.cursor), []);
  await first.close();
  server.renumber();
  const second = opened(await open());
  const again = await second.list(items.at(-1)!.cursor);
  assert.equal(isMailboxFault(again) ? again.cause : again.length, 2);
  await second.close();
});

test('IMAP: a server that is not the one of its name hears no password', async context => {
  let heard = '';
  const server = createServer(authority.issue('elsewhere.example', 'good'), socket => {
    socket.on('error', () => {}).on('data', data => { heard += String(data); }).write('* OK ready\r\n');
  });
  const listening = await listen(server);
  context.after(() => listening.stop());
  const door = doorTo({ 'imap.example.net': { address: '45.54.70.98', port: listening.port, at: 993 } });
  const open = createOpenMailbox({ door, ca: [authority.pem], maxBytes: 10_000 });
  const result = await open({ kind: 'imap', host: 'imap.example.net', port: 993, user: 'u', password: 'p', folder: 'INBOX', moveTo: null }, never);
  assert.match(isMailboxFault(result) ? result.cause : '', /imap\.example\.net.*altname/i);
  assert.equal(heard, '');
});

test('IMAP: a line that never ends, ends the connection', async context => {
  let [sent, closed] = [0, false];
  const server = createServer(authority.issue('imap.endless.example', 'good'), socket => {
    const part = Buffer.alloc(1024 * 1024, 'x');
    const flood = (): void => {
      if (socket.destroyed || sent > 200 * part.length) return void socket.destroy();
      sent += part.length;
      socket.write(part, flood);
    };
    socket.on('error', () => {}).on('close', () => { closed = true; }).write('* OK ');
    flood();
  });
  const listening = await listen(server);
  context.after(() => listening.stop());
  const door = doorTo({ 'imap.endless.example': { address: '45.54.70.99', port: listening.port, at: 993 } });
  const open = createOpenMailbox({ door, ca: [authority.pem], maxBytes: 10_000 });
  const result = await open({ kind: 'imap', host: 'imap.endless.example', port: 993, user: 'u', password: 'p', folder: 'INBOX', moveTo: null }, never);
  assert.equal(isMailboxFault(result) && result.fault, 'unreachable');
  assert.ok(sent < 64 * 1024 * 1024, `${sent} bytes were read${closed ? '' : ', and the connection is open'}`);
});

test('Microsoft Graph: a token that has expired is asked for again', async context => {
  const { open, server } = await web(context, 'graph');
  const mailbox = opened(await open());
  assert.equal((await mailbox.list(null) as unknown[]).length, 2);
  server.expireTokens();
  assert.deepEqual(await fetchAll(mailbox), mails);
});

test('a message above the limit is a fault of its own', async context => {
  const { server, open } = await web(context, 'graph');
  server.waiting.set('letter0=', Buffer.alloc(20_000));
  const result = await opened(await open()).read('letter0=');
  assert.equal(isMailboxFault(result) && result.fault, 'tooLarge');
});

test('a Maildir gives what is new, and keeps it as seen', async context => {
  const folder = mkdtempSync(join(tmpdir(), 'dss-test-'));
  context.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'new'));
  mails.forEach((bytes, at) => writeFileSync(join(folder, 'new', `100${at}.lab`), bytes));
  const mailbox = openMaildir(folder, 10_000);
  assert.deepEqual(await fetchAll(mailbox), mails);
  assert.deepEqual([readdirSync(join(folder, 'new')), readdirSync(join(folder, 'cur')).toSorted()], [[], ['1000.lab:2,S', '1001.lab:2,S']]);
  const outside = await mailbox.read('../cur/1000.lab:2,S');
  assert.ok(isMailboxFault(outside));
  const none = await openMaildir(join(folder, 'none'), 10_000).list(null);
  assert.equal(isMailboxFault(none) && none.fault, 'notFound');
});

test('a file of a Maildir that cannot be read is a fault of its own, and does not hide what lies behind it', async context => {
  const folder = mkdtempSync(join(tmpdir(), 'dss-test-'));
  context.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'new', '1000.folder'), { recursive: true });
  symlinkSync('1001.loop', join(folder, 'new', '1001.loop'));
  const long = '1002.'.padEnd(253, 'x');
  for (const name of [long, '1003.lab']) writeFileSync(join(folder, 'new', name), mails[0]!);
  const mailbox = openMaildir(folder, 10_000);
  for (const id of ['1000.folder', '1001.loop', long]) {
    const read = await mailbox.read(id);
    assert.equal(isMailboxFault(read) && read.fault, 'unreadable', id);
  }
  const left = await mailbox.done(long);
  assert.equal(left?.fault, 'unreadable');
  const behind = await mailbox.list(long);
  assert.deepEqual(isMailboxFault(behind) ? behind : behind.map(({ id }) => id), ['1003.lab']);
});

test('an S3 key that a URL would resolve to another object is asked for by no request, and what lies behind it is listed', async context => {
  const store = await startS3();
  context.after(() => store.stop());
  for (const key of ['mail/.', 'mail/..', 'mail/...', 'mail/one']) store.objects.set(key, mails[0]!);
  const mailbox = openS3Folder({ ...store, prefix: 'mail', door: doorTo({}).configured, clock: systemClock, maxBytes: 10_000, signal: never });
  const items = await mailbox.list(null);
  assert.deepEqual(isMailboxFault(items) ? items : items.map(({ id }) => id), ['mail/.', 'mail/..', 'mail/...', 'mail/one']);
  const behind = await mailbox.list('mail/..');
  assert.deepEqual(isMailboxFault(behind) ? behind : behind.map(({ id }) => id), ['mail/...', 'mail/one']);
  store.setFault('serverError');
  for (const id of ['mail/.', 'mail/..']) {
    const [read, done] = [await mailbox.read(id), await mailbox.done(id)];
    assert.deepEqual([isMailboxFault(read) && read.fault, done?.fault], ['unreadable', 'unreadable'], id);
  }
  store.setFault(null);
  assert.deepEqual(await mailbox.read('mail/...'), mails[0]);
});

test('an S3 prefix gives what lies directly below it, and moves it to processed', async context => {
  const store = await startS3();
  context.after(() => store.stop());
  mails.forEach((bytes, at) => store.objects.set(`mail/re&port ${at}`, bytes));
  store.objects.set('mail/processed/old', Buffer.from('old'));
  store.objects.set('other', Buffer.from('other'));
  const door = doorTo({}).configured;
  const mailbox = openS3Folder({ ...store, prefix: 'mail', door, clock: systemClock, maxBytes: 10_000, signal: never });
  assert.deepEqual(await fetchAll(mailbox), mails);
  assert.deepEqual([...store.objects.keys()].toSorted(), ['mail/processed/old', 'mail/processed/re&port 0', 'mail/processed/re&port 1', 'other']);
  store.setFault('forbidden');
  const refused = await mailbox.list(null);
  assert.equal(isMailboxFault(refused) && refused.fault, 'credentials');
});
