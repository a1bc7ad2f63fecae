import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sha256Of } from '../../../../core/outside/blobs.ts';
import { onEachDatabase, testClock } from '../../../../../test/databases.ts';
import type { Report } from '../parse/shapes.ts';
import { addAccount, prove, reportXml } from '../store/store.sample.ts';
import type { SenderState } from './message.ts';
import { parseMessage } from './parse-job.ts';
import { senderOf } from './report-sender.ts';
import { releaseHeld } from './release.ts';
import { openSpool } from './spool.sample.ts';
import { addUnfetched, claimContent, findMessage, receiveAgain, refuseGivenUp } from './store.ts';
import { sweepSpool } from './sweep.ts';
import { OverQuota, quotasOf } from './quota.ts';
import { BeingSwept } from './take-in.ts';
import { allTables } from '../../../../../test/tables.ts';

const BEGIN = Date.UTC(2026, 0, 10);
const DAY_MS = 86_400_000;
const record = { ip: '192.0.2.1', count: 7, dkim: 'pass' } as const;
const report = (over: Partial<Parameters<typeof reportXml>[0]> = {}) => reportXml({ domain: 'example.com', begin: BEGIN, records: [record], ...over });

onEachDatabase('the spool', open => {
  const opened = async () => {
    const clock = testClock();
    const store = await open(clock);
    await addAccount(store.db, 'acc_a', { proven: ['example.com'], unproven: ['held.example'] }, clock.now());
    await addAccount(store.db, 'acc_b', {}, clock.now());
    return { clock, store, ...openSpool(store, clock) };
  };

  const cases: [says: string, bytes: Uint8Array, state: string, reason: string | null][] = [
    ['a report', report(), 'parsed', null],
    ['one in gzip', gzipSync(report({ id: 'two' })), 'parsed', null],
    ['one on a domain that is not shown to be owned', report({ domain: 'held.example' }), 'held', 'ownership_not_proved'],
    ['one on a stranger\'s domain', report({ domain: 'elsewhere.example' }), 'held', 'ownership_not_proved'],
    ['no report', Buffer.from('Subject: hello\r\n\r\nA word\r\n'), 'refused', 'no_report'],
    ['an attack', Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><feedback/>'), 'refused', 'dtd'],
    ['nothing', Buffer.alloc(0), 'refused', 'empty'],
  ];
  test('every message ends in one state with its reason', async () => {
    const { store, takeIn, parse } = await opened();
    const ids: string[] = [];
    for (const [, bytes] of cases) ids.push((await takeIn('acc_a', bytes)).id);
    for (const id of ids) assert.equal((await findMessage(store.db, 'acc_a', id))!.state, 'received');
    await parse();
    for (const [at, [says, , state, reason]] of cases.entries()) {
      const row = (await findMessage(store.db, 'acc_a', ids[at]!))!;
      assert.deepEqual([row.state, row.reason], [state, reason], says);
    }
    assert.equal(await findMessage(store.db, 'acc_b', ids[0]!), null);
  });

  test('the same bytes are one message that came twice, for each account its own', async () => {
    const { takeIn, store, blobs, parse } = await opened();
    const first = await takeIn('acc_a', report());
    await parse();
    const again = await takeIn('acc_a', report());
    const other = await takeIn('acc_b', report());
    assert.deepEqual([first.isToParse, again, other.isToParse], [true, { id: first.id, state: 'parsed', isToParse: false }, true]);
    assert.notEqual(other.id, first.id);
    assert.equal((await findMessage(store.db, 'acc_a', first.id))!.arrivals, 2);
    assert.equal(blobs.held.size, 1);
    assert.equal((await allTables(store.db).selectFrom('job').selectAll().where('kind', '=', 'dmarcParse').execute()).length, 1);
  });

  test('the same report in another message is a duplicate, with other content it takes the place of the first', async () => {
    const { takeIn, clock, store, parse } = await opened();
    await takeIn('acc_a', report());
    clock.advance(1000);
    const duplicate = await takeIn('acc_a', gzipSync(report()));
    clock.advance(1000);
    const resend = await takeIn('acc_a', report({ records: [{ ...record, count: 9 }] }));
    await parse();
    const rows = await Promise.all([duplicate, resend].map(({ id }) => findMessage(store.db, 'acc_a', id)));
    assert.deepEqual(rows.map(row => [row!.state, row!.reason]), [['duplicate', 'same_report'], ['parsed', null]]);
    const days = await allTables(store.db).selectFrom('dmarc_day').select('messages').execute();
    assert.equal(days.reduce((sum, { messages }) => sum + messages, 0), 9);
  });

  test('a message is parsed again from its bytes, and counts once', async () => {
    const { takeIn, store, parse, queue } = await opened();
    const { id } = await takeIn('acc_a', report());
    await parse();
    const before = await findMessage(store.db, 'acc_a', id);
    await store.transaction(async tx => {
      await receiveAgain(tx, 'acc_a', id);
      await queue.add(tx, 'acc_a', [{ kind: 'dmarcParse', payload: { message: id }, dedupeKey: id }]);
    });
    assert.equal((await findMessage(store.db, 'acc_a', id))!.state, 'received');
    await parse();
    assert.deepEqual(await findMessage(store.db, 'acc_a', id), before);
    assert.equal((await allTables(store.db).selectFrom('dmarc_day').select('messages').executeTakeFirstOrThrow()).messages, 7);
  });

  test('proof of ownership releases what was held, and the message says so', async () => {
    const { takeIn, store, parse, clock, services } = await opened();
    const { id } = await takeIn('acc_a', report({ domain: 'held.example' }));
    await parse();
    await prove(store.db, 'dom_acc_a_held_example', clock.now());
    await store.transaction(tx => releaseHeld(tx, services, 'acc_a'));
    await parse();
    const { state, reason, kept, held } = (await findMessage(store.db, 'acc_a', id))!;
    assert.deepEqual([state, reason, kept, held], ['parsed', null, 1, 0]);
  });

  test('a message whose parsing is given up ends as refused; one that waits does not', async () => {
    const { takeIn, store, clock } = await opened();
    const [lost, waiting] = [await takeIn('acc_a', report()), await takeIn('acc_a', report({ id: 'two' }))];
    await allTables(store.db).deleteFrom('job').where('dedupe_key', '=', lost.id).execute();
    assert.equal(await store.transaction(tx => refuseGivenUp(tx, clock.now(), 100)), 1);
    const rows = await Promise.all([lost, waiting].map(({ id }) => findMessage(store.db, 'acc_a', id)));
    assert.deepEqual(rows.map(row => [row!.state, row!.reason]), [['refused', 'fault'], ['received', null]]);
  });

  test('bytes that are gone refuse by name', async () => {
    const { takeIn, store, parse, blobs } = await opened();
    const { id } = await takeIn('acc_a', report());
    blobs.held.clear();
    await parse();
    const { state, reason } = (await findMessage(store.db, 'acc_a', id))!;
    assert.deepEqual([state, reason], ['refused', 'content_lost']);
  });

  test('a message that could not be fetched is one refused message, however often it is met', async () => {
    const { store, services } = await opened();
    const met = { accountId: 'acc_a', sha256: sha256Of('place'), way: 'imap', mailboxId: 'mbx_1', name: null, bytes: 1, reason: 'unreadable', now: 1 } as const;
    const added: boolean[] = [];
    for (const id of [services.newId('dmm'), services.newId('dmm')]) added.push(await store.transaction(tx => addUnfetched(tx, { id, ...met })));
    const rows = await allTables(store.db).selectFrom('dmarc_message').select(['state', 'reason', 'arrivals']).execute();
    assert.deepEqual(rows.map(row => ({ ...row })), [{ state: 'refused', reason: 'unreadable', arrivals: 1 }]);
    assert.deepEqual(added, [true, false]);
  });

  test('the sweep removes what is old, and what belonged to an account that is gone; nothing else', async () => {
    const { takeIn, store, clock, blobs, queue, work } = await opened();
    const sweep = async () => {
      await store.transaction(tx => queue.add(tx, 'acc_b', [{ kind: 'dmarcSweep', payload: {}, dedupeKey: 'spool' }]));
      await work(sweepSpool);
      await allTables(store.db).deleteFrom('job').where('kind', '=', 'dmarcSweep').execute();
    };
    await takeIn('acc_a', report({ id: 'old' }));
    clock.advance(80 * DAY_MS);
    const mine = await takeIn('acc_a', report({ id: 'mine' }));
    await takeIn('acc_b', report({ id: 'theirs' }));
    await sweep();
    assert.equal(blobs.held.size, 3);
    await allTables(store.db).deleteFrom('account').where('id', '=', 'acc_a').execute();
    clock.advance(2 * 3_600_000);
    await sweep();
    assert.equal(blobs.held.size, 1);
    clock.advance(91 * DAY_MS);
    await sweep();
    assert.equal(blobs.held.size, 0);
    assert.equal(await findMessage(store.db, 'acc_a', mine.id), null);
    assert.deepEqual(await allTables(store.db).selectFrom('dmarc_spooled').selectAll().execute(), []);
  });

  test('the bytes of what was refused go after a week, unless a fault of ours refused it or they are another message as well', async () => {
    const { takeIn, store, clock, blobs, services, parse } = await opened();
    const junk = (says: string) => Buffer.from(`no report: ${says}`);
    await takeIn('acc_a', junk('alone'));
    const fault = await takeIn('acc_a', junk('fault'));
    await takeIn('acc_a', junk('both'));
    const other = await takeIn('acc_b', junk('both'));
    await takeIn('acc_a', report());
    await parse();
    await allTables(store.db).updateTable('dmarc_message').set({ reason: 'fault' }).where('id', '=', fault.id).execute();
    await allTables(store.db).updateTable('dmarc_message').set({ state: 'held' }).where('id', '=', other.id).execute();
    const sweep = async () => {
      await sweepSpool.handle({ id: 'job_1', accountId: 'acc_b', payload: {}, attempts: 1, services, signal: new AbortController().signal });
      return blobs.held.size;
    };
    clock.advance(7 * DAY_MS);
    assert.equal(await sweep(), 4);
    clock.advance(1);
    assert.equal(await sweep(), 3);
    assert.equal(blobs.held.has(services.spool.wrap(junk('alone')).blob), false);
  });

  const quotas: [says: string, name: string, max: number, windowMs: number][] = [
    ['2 GiB in a day', 'report_kib_daily', 2 * 1024 * 1024, DAY_MS], ['30,000 messages in an hour', 'report_messages_hourly', 30_000, 3_600_000],
  ];
  for (const [says, name, max, windowMs] of quotas) {
    test(`an account takes in ${says}, another account its own; what is beyond leaves nothing behind, and fits when the time is over`, async () => {
      const { takeIn, store, clock, blobs, services } = await opened();
      const full = async () => (await quotasOf(services, 'acc_a')).full(['reporters', 'open'], clock.now());
      const start = clock.now() - clock.now() % windowMs;
      for (const [pool, most] of [['open', max / 10], ['reporters', max]] as const) await services.counters.spend(`${name}:acc_a:${pool}`, start, max, { count: Math.floor(most) - (pool === 'open' ? 1 : 0), db: store.db });
      assert.equal(await full(), null);
      assert.ok((await takeIn('acc_a', report())).isToParse);
      const used = await full();
      assert.deepEqual([used?.count.name, used?.count.resetsAt, used?.retryAfterMs], [name, start + windowMs, start + windowMs - clock.now()]);
      await assert.rejects(takeIn('acc_a', report({ id: 'two' })), OverQuota);
      assert.deepEqual([blobs.held.size, (await allTables(store.db).selectFrom('dmarc_spooled').selectAll().execute()).length], [1, 1]);
      assert.ok((await takeIn('acc_b', report({ id: 'two' }))).isToParse);
      clock.advance(used!.retryAfterMs);
      assert.ok((await takeIn('acc_a', report({ id: 'two' }))).isToParse);
    });
  }

  test('content that is just being swept is not taken in, and afterwards it is', async () => {
    const { takeIn, store, blobs } = await opened();
    const [bytes, sha256] = [report(), sha256Of(report())];
    await store.transaction(tx => claimContent(tx, sha256, 'blob', 1));
    await allTables(store.db).updateTable('dmarc_spooled').set({ spooled_at: -1 }).execute();
    await assert.rejects(takeIn('acc_a', bytes), BeingSwept);
    assert.equal(blobs.held.size, 0);
    await allTables(store.db).deleteFrom('dmarc_spooled').execute();
    assert.ok((await takeIn('acc_a', bytes)).isToParse);
  });

  test('messages of an account that wait are parsed together, those of another account are not', async () => {
    const { store, takeIn, parseNext } = await opened();
    for (const [, bytes] of cases) await takeIn('acc_a', bytes);
    await takeIn('acc_b', report({ id: 'other' }));
    const waiting = async () => (await allTables(store.db).selectFrom('job').select('account_id').distinct().where('kind', '=', 'dmarcParse').execute()).length;
    assert.equal(await waiting(), 2);
    await parseNext();
    assert.equal(await waiting(), 1);
    await parseNext();
    assert.equal(await waiting(), 0);
    const states = await allTables(store.db).selectFrom('dmarc_message').select(['state', 'reason']).where('account_id', '=', 'acc_a').orderBy('id').execute();
    assert.deepEqual(states.map(({ state, reason }) => `${state} ${reason}`).toSorted(), cases.map(([, , state, reason]) => `${state} ${reason}`).toSorted());
  });

  test('a message that cannot be kept holds up those that were taken with it until they are tried alone', async () => {
    const { clock, store, services, queue, takeIn, parseNext } = await opened();
    services.networkOf = ip => {
      if (ip === '192.0.2.66') throw new Error('fault');
      return null;
    };
    const ids: string[] = [];
    for (const [at, ip] of ['192.0.2.1', '192.0.2.66', '192.0.2.3'].entries()) ids.push((await takeIn('acc_a', report({ id: `${at}`, records: [{ ...record, ip }] }))).id);
    await assert.rejects(parseNext(), /fault/);
    clock.advance(queue.leaseMs);
    const outcomes = await Promise.allSettled([parseNext(), parseNext(), parseNext()]);
    assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 1);
    const states = await Promise.all(ids.map(async id => (await findMessage(store.db, 'acc_a', id))!.state));
    assert.deepEqual(states, ['parsed', 'received', 'parsed']);
    assert.equal((await allTables(store.db).selectFrom('dmarc_day').select('messages').executeTakeFirstOrThrow()).messages, 14);
  });

  test('a message that another worker has taken meanwhile is left to that one', async () => {
    const { clock, store, services, queue, takeIn, parseNext } = await opened();
    const ids: string[] = [];
    for (const id of ['one', 'two']) ids.push((await takeIn('acc_a', report({ id }))).id);
    const [job] = await queue.take(['dmarcParse'], 1);
    const { change } = (await parseMessage.handle({ ...job!, services, signal: new AbortController().signal }))!;
    clock.advance(queue.leaseMs);
    await parseNext();
    await parseNext();
    await store.transaction(async tx => change!(tx));
    assert.deepEqual(await Promise.all(ids.map(async id => (await findMessage(store.db, 'acc_a', id))!.kept)), [1, 1]);
    assert.equal((await allTables(store.db).selectFrom('dmarc_day').select('messages').executeTakeFirstOrThrow()).messages, 14);
  });

  test('parsing a message that is gone changes nothing', async () => {
    const { services } = await opened();
    assert.equal(await parseMessage.handle({ id: 'job_1', accountId: 'acc_a', payload: { message: 'dmm_none' }, attempts: 1, services, signal: new AbortController().signal }), undefined);
  });
});

suite('a report is authenticated when the authenticated sender is the reporter that it names', () => {
  const cases: [says: string, email: string | null, organization: string | null, sender: string | null, authenticated: SenderState, expected: SenderState][] = [
    ['the same domain', 'noreply-dmarc-support@google.com', 'google.com', 'google.com', 'spf', 'spf'],
    ['a domain below it', 'dmarcreport@microsoft.com', 'Outlook.com', 'bounces.microsoft.com', 'spf', 'spf'],
    ['another domain of the reporter', 'dmarchelp@yahooinc.com', 'Yahoo', 'dmarc.yahoo.com', 'spf', 'spf'],
    ['an organization that is a domain', null, 'mail.example', 'mail.example', 'spf', 'spf'],
    ['somebody else', 'noreply-dmarc-support@google.com', 'google.com', 'attacker.example', 'spf', 'none'],
    ['SPF did not pass', 'noreply-dmarc-support@google.com', 'google.com', 'google.com', 'none', 'none'],
    ['nobody looked', 'noreply-dmarc-support@google.com', 'google.com', null, 'unknown', 'unknown'],
    ['a reporter that names nobody', null, null, 'example.net', 'spf', 'none'],
    ['a valid signature of the reporter', 'noreply-dmarc-support@google.com', 'google.com', 'google.com', 'dkim', 'dkim'],
    ['a valid signature of somebody else', 'noreply-dmarc-support@google.com', 'google.com', 'attacker.example', 'dkim', 'none'],
    ['a contact of his own and the organization of another', 'dmarc@attacker.example', 'google.com', 'attacker.example', 'dkim', 'none'],
    ['a contact of his own and a name that only Google may bear', 'dmarc@attacker.example', 'Google Inc.', 'attacker.example', 'dkim', 'none'],
    ['a mailbox that anybody can have', 'me@yahoo.com', 'Yahoo', 'yahoo.com', 'dkim', 'none'],
    ['a mailbox that anybody can have at the reporter\'s', 'me@gmx.net', 'GMX', 'gmx.net', 'authenticationResults', 'none'],
    ['the reporter next to those mailboxes', 'noreply-dmarc@sicher.gmx.net', 'GMX', 'sicher.gmx.net', 'dkim', 'dkim'],
    ['what the mail server of the mailbox says', 'dmarcreport@microsoft.com', 'Enterprise Outlook', 'microsoft.com', 'authenticationResults', 'authenticationResults'],
    ['an upload, for any reporter', 'noreply-dmarc-support@google.com', 'google.com', null, 'upload', 'upload'],
    ['the secret address, for any reporter', 'noreply-dmarc-support@google.com', 'google.com', null, 'secretAddress', 'secretAddress'],
    ['a secret address that was published', 'noreply-dmarc-support@google.com', 'google.com', null, 'publishedAddress', 'publishedAddress'],
  ];
  for (const [says, email, organization, sender_domain, authenticated, expected] of cases) {
    test(says, () => assert.equal(senderOf({ kind: 'aggregate', email, organization } as Report, { sender_domain, authenticated }), expected));
  }
});
