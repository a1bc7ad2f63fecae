import assert from 'node:assert/strict';
import test from 'node:test';
import type { MailItem, Mailbox, MailboxFault } from '../../../../core/outside/mailbox.ts';
import { onEachDatabase, testClock, type TestClock } from '../../../../../test/databases.ts';
import { makeDkimKey, reportMail, sign } from '../../../../../test/signed-mail.ts';
import { verifySignatures } from '../../../../wire/mail-signatures.ts';
import { tokensOf } from '../intake/tokens.ts';
import { MAX_MESSAGE_BYTES } from '../spool/message.ts';
import { openSpool, workOff } from '../spool/spool.sample.ts';
import { arrivalsOf } from '../spool/store.ts';
import { addAccount } from '../store/store.sample.ts';
import type { Store } from '../../../../store/index.ts';
import type { MailboxesServices, ReportFolder } from './services.ts';
import { fetchFolder, fetchMailbox, foldersDue, mailboxesDue } from './jobs.ts';
import { findMailbox, insertMailbox, type MailboxRow } from './store.ts';
import { allTables } from '../../../../../test/tables.ts';

const POLL_MS = 400_000;
const HOUR_MS = 3_600_000;
const reset: MailboxFault = { fault: 'unreachable', cause: 'the connection was reset' };
const key = makeDkimKey();
const ID = 'mx.host.example';

/** Signatures and the DNS prove nothing. */
const unproven = { verifySignatures: async () => ({ from: null, signatures: [] }), resolve: () => ({ lookup: async () => ({ outcome: 'failed' as const, kind: 'timeout' as const, cause: 'timeout' }) }) };
const access = { kind: 'imap', host: 'imap.example.com', port: 993, user: 'u', password: 'p', folder: 'INBOX', moveTo: null } as const;

/** A mailbox in memory: messages by number, and where it breaks. */
function memoryMailbox(messages: Buffer[], { breaks = () => false, sizes = [], unreadable = [] }: { breaks?: (step: string) => boolean; sizes?: number[]; unreadable?: number[] } = {}) {
  const done = new Set<number>();
  const log: string[] = [];
  const mailbox: Mailbox = {
    async list(cursor) {
      if (breaks('list')) return reset;
      return messages.map((bytes, at): MailItem => ({ id: String(at), bytes: sizes[at] ?? bytes.length, cursor: String(at) })).filter(({ id }) => Number(id) > Number(cursor ?? -1)).slice(0, 2);
    },
    async read(id) {
      log.push(`read ${id}`);
      if (unreadable.includes(Number(id))) return { fault: 'unreadable', cause: 'no file' };
      return breaks('read') ? reset : messages[Number(id)]!;
    },
    async done(id) {
      if (breaks('done')) return reset;
      done.add(Number(id));
      log.push(`done ${id}`);
      return null;
    },
    close: () => Promise.resolve(),
  };
  return { mailbox, done, log };
}

async function openMailboxes(store: Store, clock: TestClock, mailbox: () => Mailbox | MailboxFault, reportFolders: readonly ReportFolder[] = []) {
  await addAccount(store.db, 'acc_a', {}, clock.now());
  const spool = openSpool(store, clock);
  const sealer = { seal: (text: string, owner: string) => `${owner} ${text}`, open: (sealed: string, owner: string) => (sealed.startsWith(`${owner} `) ? sealed.slice(owner.length + 1) : null) };
  const services: MailboxesServices = { ...spool.services, ...unproven, sealer, reportFolders, openMailbox: async () => mailbox() };
  const row: MailboxRow = await insertMailbox(store.db, services, { id: 'mbx_one', accountId: 'acc_a', name: 'Reports', access, now: clock.now() });
  const poll = async (): Promise<void> => {
    clock.advance(POLL_MS);
    await store.transaction(tx => mailboxesDue.due(tx, services, clock.now(), 100));
    await workOff(services, fetchMailbox);
  };
  return { services, row, poll, stored: () => allTables(store.db).selectFrom('dmarc_message').selectAll().orderBy('id').execute(), now: async () => (await findMailbox(store.db, 'acc_a', row.id))! };
}

onEachDatabase('fetching from mailboxes', open => {
  const mails = Array.from({ length: 5 }, (_, at) => Buffer.from(`Subject: ${at}\r\n\r\nx\r\n`));

  test('a message is marked only once it is kept, and none is fetched again', async () => {
    const clock = testClock();
    const { mailbox, done, log } = memoryMailbox(mails);
    const { poll, stored, now } = await openMailboxes(await open(clock), clock, () => mailbox);
    await poll();
    await poll();
    assert.deepEqual([done.size, (await stored()).length, log.filter(line => line.startsWith('read')).length, (await now()).cursor], [5, 5, 5, '4']);
    assert.deepEqual((await stored()).map(({ way, mailbox_id, arrivals }) => [way, mailbox_id, arrivals]), mails.map(() => ['imap', 'mbx_one', 1]));
  });

  test('wherever a connection breaks, the next poll goes on, and what comes twice is one message', async () => {
    for (const [at, step] of ['list', 'read', 'done', 'done'].entries()) {
      const clock = testClock();
      let calls = 0;
      const { mailbox, done } = memoryMailbox(mails, { breaks: now => now === step && ++calls === 2 - at % 2 });
      const { poll, stored, now } = await openMailboxes(await open(clock), clock, () => mailbox);
      await poll();
      assert.deepEqual([(await now()).cause, (await now()).failing_since], [reset.cause, clock.now()], step);
      await poll();
      assert.deepEqual([done.size, (await stored()).length, (await now()).cause, (await now()).failing_since], [5, 5, null, null], step);
    }
  });

  test('a server that wants to be left alone is, and one that does not open tells why', async () => {
    const clock = testClock();
    const { poll, now, services, row } = await openMailboxes(await open(clock), clock, () => ({ fault: 'limited', cause: 'too many requests', retryAfterMs: 3 * POLL_MS }));
    await poll();
    assert.deepEqual([(await now()).cause, (await now()).due_at], ['too many requests', clock.now() + 3 * POLL_MS]);
    assert.equal(await services.store.transaction(tx => mailboxesDue.due(tx, services, clock.now() + POLL_MS, 100)), 0);
    await allTables(services.db).updateTable('dmarc_mailbox').set({ secret: 'another key', due_at: 0 }).where('id', '=', row.id).execute();
    await poll();
    assert.match((await now()).cause!, /cannot be read any more/);
  });

  test('a message that is too large is refused by name and left behind', async () => {
    const clock = testClock();
    const { mailbox, done, log } = memoryMailbox(mails.slice(0, 2), { sizes: [MAX_MESSAGE_BYTES + 1] });
    const { poll, stored } = await openMailboxes(await open(clock), clock, () => mailbox);
    await poll();
    assert.deepEqual([done.size, log.includes('read 0')], [2, false]);
    assert.deepEqual((await stored()).map(({ state, reason }) => `${state} ${reason}`).toSorted(), ['received null', 'refused message_too_large']);
  });

  test('a mailbox of an account that is over its quota is left alone until there is room, and then goes on', async () => {
    const clock = testClock();
    const { mailbox, done, log } = memoryMailbox(mails);
    const { poll, now, stored, services } = await openMailboxes(await open(clock), clock, () => mailbox);
    const hour = clock.now() - clock.now() % HOUR_MS;
    for (const start of [hour, hour + HOUR_MS]) await services.counters.spend('report_messages_hourly:acc_a', start, 30_000, { count: 29_998, db: services.db });
    await poll();
    assert.deepEqual([done.size, (await stored()).length, (await now()).cursor], [2, 2, '1']);
    assert.match((await now()).cause!, /30,000 messages with reports in this hour\. More is taken from /);
    const { due_at } = await now();
    assert.equal(due_at % HOUR_MS, 0);
    clock.advance(due_at - POLL_MS - 1 - clock.now());
    await poll();
    assert.equal(log.filter(line => line.startsWith('read')).length, 3);
    clock.advance(1);
    await poll();
    assert.deepEqual([done.size, (await stored()).length], [4, 4]);
  });

  test('a mailbox that never ends is given up after so many messages, and polled again after a pause', async () => {
    const clock = testClock();
    const endless: Mailbox = {
      list: async cursor => Array.from({ length: 100 }, (_, at): MailItem => ({ id: 'x', bytes: 1, cursor: String(Number(cursor ?? 0) + at + 1) })),
      read: async () => ({ fault: 'notFound', cause: 'gone' }), done: async () => null, close: () => Promise.resolve(),
    };
    const { services, row, now } = await openMailboxes(await open(clock), clock, () => endless);
    const outcome = await fetchMailbox.handle({ id: 'job_1', accountId: 'acc_a', payload: { mailbox: row.id }, attempts: 1, services, signal: new AbortController().signal });
    assert.equal((await now()).cursor, '1000');
    assert.equal(outcome!.againAt, clock.now() + 10_000);
  });

  test('in a folder, what cannot be read is passed over and named, and so is who is over the quota; the others are fetched', async () => {
    const clock = testClock();
    const store = await open(clock);
    const inbox: Buffer[] = [Buffer.from('x')];
    const folder = memoryMailbox(inbox, { unreadable: [0] });
    const { services, stored } = await openMailboxes(store, clock, () => reset, [{ way: 'maildir', authservId: null, open: () => folder.mailbox }]);
    await addAccount(store.db, 'acc_op', {}, clock.now());
    const [{ token }] = await tokensOf(services, 'acc_a', clock.now());
    inbox.push(Buffer.from(`To: ${token}@reports.example.org\r\n\r\nx`), Buffer.from('To: nobody\r\n\r\nx'));
    const hour = clock.now() - clock.now() % HOUR_MS;
    await services.counters.spend('report_messages_hourly:acc_a', hour, 30_000, { count: 30_000, db: services.db });
    const work = { id: 'job_1', accountId: 'acc_op', payload: { way: 'maildir' }, attempts: 1, services, signal: new AbortController().signal };
    for (let time = 0; time < 2; time++) assert.deepEqual(await fetchFolder.handle(work), { againAt: clock.now() + 30_000 });
    const status = async () => (await stored()).map(({ account_id, state, reason, name, arrivals }) => `${account_id} ${state} ${reason} ${name} ${arrivals}`).toSorted();
    assert.deepEqual([await status(), [...folder.done]], [['acc_op received null null 2', 'acc_op refused unreadable 0 1'], [2]]);
    assert.deepEqual((await arrivalsOf(store.db, 'acc_op', 0)).get('maildir'), { messages: 2, unreadable: 1, lastAt: clock.now() });
    clock.advance(hour + HOUR_MS - clock.now());
    await fetchFolder.handle(work);
    assert.deepEqual(folder.done, new Set([2, 1]));
  });

  test('a folder with more to pass over than one poll can, gets to what lies behind it', async () => {
    const clock = testClock();
    const inbox = Array.from({ length: 1002 }, (_, at) => Buffer.from(`To: nobody\r\n\r\n${at}`));
    const folder = memoryMailbox(inbox, { unreadable: Array.from({ length: 1001 }, (_, at) => at) });
    const { services } = await openMailboxes(await open(clock), clock, () => reset, [{ way: 's3', authservId: null, open: () => folder.mailbox }]);
    const poll = () => fetchFolder.handle({ id: 'job_1', accountId: 'acc_a', payload: { way: 's3' }, attempts: 1, services, signal: new AbortController().signal });
    assert.deepEqual([await poll(), [...folder.done]], [{ againAt: clock.now() + 10_000 }, []]);
    assert.deepEqual([await poll(), [...folder.done]], [{ againAt: clock.now() + 30_000 }, [1001]]);
  });

  test('what is too large to be fetched counts against the quota as well, once', async () => {
    const clock = testClock();
    const { mailbox, done } = memoryMailbox(mails, { sizes: mails.map(() => MAX_MESSAGE_BYTES + 1), breaks: step => step === 'done' && done.size === 1 });
    const { poll, stored, services } = await openMailboxes(await open(clock), clock, () => mailbox);
    const used = async () => (await allTables(services.db).selectFrom('counter').select('used').where('name', 'like', 'report_messages_hourly:%').execute()).reduce((sum, row) => sum + row.used, 0);
    for (let time = 0; time < 3; time++) await poll();
    assert.deepEqual([done.size, (await stored()).length, await used()], [1, 2, 2]);
  });

  test('what proves the sender is found when a message is fetched: its signature, else the topmost result of the trusted server', async () => {
    const clock = testClock();
    const mail = reportMail({ from: 'dmarc@reporter.example', attachment: Buffer.from('x') });
    const result = (by: string) => `Authentication-Results: ${by}; dkim=pass header.d=reporter.example\r\n`;
    const inbox = [mail, await sign(mail, 'reporter.example', key.privateKey, { signTime: new Date(clock.now()) }), ...[[ID], ['mx.other.example', ID], []].map(by => Buffer.concat([Buffer.from(by.map(result).join('')), mail, Buffer.from(`${by.length}`)]))];
    const { services, poll, stored } = await openMailboxes(await open(clock), clock, () => memoryMailbox(inbox).mailbox);
    Object.assign(services, { verifySignatures, resolve: () => ({ lookup: async () => ({ outcome: 'found', value: [key.record], via: [], ttlSeconds: 1 }) }) });
    await allTables(services.db).updateTable('dmarc_mailbox').set({ settings: JSON.stringify({ ...access, authservId: ID }) }).execute();
    await poll();
    await poll();
    assert.deepEqual((await stored()).map(({ authenticated, sender_domain }) => `${authenticated} ${sender_domain}`).toSorted(),
      ['authenticationResults reporter.example', 'dkim reporter.example', 'none null', 'none null', 'none null']);
  });

  test('one mailbox has one poll at a time, whichever worker runs it', async () => {
    const clock = testClock();
    const { services } = await openMailboxes(await open(clock), clock, () => memoryMailbox(mails).mailbox);
    const due = () => services.store.transaction(tx => mailboxesDue.due(tx, services, clock.now(), 100));
    assert.deepEqual([await due(), await due()], [1, 0]);
    clock.advance(POLL_MS);
    assert.equal(await due(), 1);
    assert.equal((await services.queue.take(['dmarcFetch'], 10)).length, 1);
    clock.advance(1);
    assert.equal((await services.queue.take(['dmarcFetch'], 10)).length, 0);
  });

  test('while the plan has no reports the mailbox is left alone, and polled again once it has', async () => {
    const clock = testClock();
    const { services, poll, stored } = await openMailboxes(await open(clock), clock, () => memoryMailbox(mails).mailbox);
    const setPlan = (plan: string) => allTables(services.db).updateTable('account').set({ plan }).execute();
    await setPlan('free');
    await poll();
    assert.equal((await stored()).length, 0);
    await setPlan('pro');
    await poll();
    assert.equal((await stored()).length, 5);
  });

  test('the messages of an operator\'s folder go to whom they are addressed, else to the operator', async () => {
    const clock = testClock();
    const store = await open(clock);
    const inbox: Buffer[] = [];
    const folder = memoryMailbox(inbox);
    const { services, stored } = await openMailboxes(store, clock, () => reset, [{ way: 'maildir', authservId: null, open: () => ({ ...folder.mailbox, list: async () => (folder.done.size === inbox.length ? [] : folder.mailbox.list(null)) }) }]);
    await allTables(store.db).insertInto('account').values({ id: 'acc_op', name: 'Op', plan: 'enterprise', operator: 1, settings: '{}', settings_version: 1, created_at: 0, delete_after: null }).execute();
    const [{ token }] = await tokensOf(services, 'acc_a', clock.now());
    inbox.push(Buffer.from(`Delivered-To: ${token}@reports.example.org\r\nTo: x@example.org\r\n\r\nx`), Buffer.from(`To: someone@example.org\r\n\r\n${token}@reports.example.org`));
    for (let time = 0; time < 2; time++) await store.transaction(tx => foldersDue.due(tx, services, clock.now(), 100));
    const [job, ...others] = await services.queue.take(['dmarcFolder'], 10);
    assert.deepEqual(others, []);
    const outcome = await fetchFolder.handle({ ...job!, services, signal: new AbortController().signal });
    assert.ok(outcome!.againAt! > clock.now());
    assert.deepEqual((await stored()).map(({ account_id, way, bytes }) => `${account_id} ${way} ${bytes}`).toSorted(), [`acc_a maildir ${inbox[0]!.length}`, `acc_op maildir ${inbox[1]!.length}`]);
  });
});
