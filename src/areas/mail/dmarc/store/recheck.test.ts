import assert from 'node:assert/strict';
import test from 'node:test';
import { makeDkimKey, reportMail, sign } from '../../../../../test/signed-mail.ts';
import { onEachDatabase, testClock } from '../../../../../test/databases.ts';
import { allTables } from '../../../../../test/tables.ts';
import type { Dns } from '../../../../core/lookup.ts';
import { verifySignatures } from '../../../../wire/mail-signatures.ts';
import { reportSums, uncountedSums } from '../answers/sums.ts';
import { proveAgain } from '../intake/prove-again.ts';
import type { MailboxesServices } from '../mailboxes/services.ts';
import type { MessageSource } from '../spool/message.ts';
import { openSpool, workOff } from '../spool/spool.sample.ts';
import { dayOf, startOfDay } from './days.ts';
import { keysOf } from './identity.ts';
import { recheckingReports, recheckReports } from './recheck.ts';
import { addAccount, collect, reportXml } from './store.sample.ts';

const NAME = 'shop.example';
const key = makeDkimKey();
const tlsReport = (id: string) => Buffer.from(JSON.stringify({
  'organization-name': 'Google', 'date-range': { 'start-datetime': '2026-01-14T00:00:00Z', 'end-datetime': '2026-01-14T23:59:59Z' }, 'report-id': id,
  policies: [{ policy: { 'policy-type': 'sts', 'policy-domain': NAME }, summary: { 'total-successful-session-count': 9, 'total-failure-session-count': 0 } }],
}));

onEachDatabase('reports that an earlier version kept without a proof of their senders', open => {
  const report = (id: string, now: number) => reportXml({ domain: NAME, organization: 'reporter.example', id, begin: startOfDay(dayOf(now) - 1), records: [{ ip: '192.0.2.1', count: 7, dkim: 'pass', signatures: [[NAME, 's1', 'pass']] }] });

  /** As it was: everything counts that did not come in mail that was found to be forged. */
  const opened = async () => {
    const clock = testClock();
    const store = await open(clock);
    const { db } = store;
    await addAccount(db, 'acc_a', { proven: [NAME] }, clock.now());
    const spool = openSpool(store, clock);
    const lookup = (async () => ({ outcome: 'found', value: [key.record], via: [], ttlSeconds: 1 })) as unknown as Dns['lookup'];
    const services: MailboxesServices = { ...spool.services, verifySignatures, resolve: () => ({ lookup }), sealer: { seal: text => text, open: text => text }, reportFolders: [], openMailbox: () => Promise.resolve({ fault: 'unreachable', cause: '' }) };
    const mail = await sign(reportMail({ from: 'dmarc@reporter.example', attachment: report('signed', clock.now()) }), 'reporter.example', key.privateKey, { signTime: new Date(clock.now()) });
    const came: [way: MessageSource, bytes: Buffer][] = [
      ['upload', report('uploaded', clock.now())], ['https', report('posted', clock.now())], ['imap', mail],
      ['imap', reportMail({ from: 'dmarc@reporter.example', attachment: report('unsigned', clock.now()) })], ['https', tlsReport('tls-posted')], ['upload', tlsReport('tls-uploaded')],
    ];
    for (const [way, bytes] of came) await spool.takeIn('acc_a', bytes, { way, sender: { domain: null, authenticated: 'upload' } });
    await spool.parse();
    await allTables(db).updateTable('dmarc_message').set({ authenticated: 'unknown' }).execute();
    await allTables(db).updateTable('dmarc_report').set({ authenticated: 'unknown' }).execute();
    // The period was part of what named a report.
    const [{ report: posted, contentHash }] = await collect(report('posted', clock.now()), clock.now()) as [Awaited<ReturnType<typeof collect>>[number]];
    await allTables(db).updateTable('dmarc_report').set({ key: keysOf(posted, contentHash).former }).where('report_id', '=', 'posted').execute();
    await allTables(db).updateTable('dmarc_domain').set({ recheck: 1 }).execute();
    const period = { from: dayOf(clock.now()) - 9, to: dayOf(clock.now()) };
    return {
      clock, store, services, spool, period,
      recheck: async () => {
        await store.transaction(tx => recheckingReports.due(tx, services, clock.now(), 10));
        await workOff(services, recheckReports);
      },
      figures: async () => ({ counted: (await reportSums(db, 'acc_a', NAME, period)).reports, uncounted: (await uncountedSums(db, 'acc_a', NAME, period)).map(({ reason, reports, messages, recounted }) => [reason, reports, messages, recounted]) }),
      days: async () => (await allTables(db).selectFrom('dmarc_day').select(['trusted', 'reports', 'messages']).orderBy('trusted').execute()).map(({ trusted, reports, messages }) => [trusted, reports, messages]),
      sessions: async () => (await allTables(db).selectFrom('dmarc_tls_day').select(['trusted', 'sessions']).orderBy('trusted').execute()).map(({ trusted, sessions }) => [trusted, sessions]),
    };
  };

  test('count on where they were uploaded, count again where their signature is valid, and are counted apart otherwise', async () => {
    const { clock, services, spool, recheck, figures, days, sessions } = await opened();
    assert.deepEqual([await days(), await sessions()], [[[1, 4, 28]], [[1, 18]]]);
    await recheck();
    assert.deepEqual(await figures(), { counted: 1, uncounted: [['proofUnknown', 2, 14, 2], ['noProof', 1, 7, 1]] });
    assert.deepEqual([await days(), await sessions()], [[[0, 3, 21], [1, 1, 7]], [[0, 9], [1, 9]]]);
    clock.advance(3_600_000);
    await workOff(services, proveAgain);
    await spool.parse();
    assert.deepEqual(await figures(), { counted: 2, uncounted: [['noProof', 2, 14, 2]] });
    assert.deepEqual(await days(), [[0, 2, 14], [1, 2, 14]]);
  });

  test('a second recheck changes nothing, and the same report again is a duplicate', async () => {
    const { store, clock, spool, recheck, figures } = await opened();
    await recheck();
    const before = await figures();
    await allTables(store.db).updateTable('dmarc_domain').set({ recheck: 1 }).execute();
    await recheck();
    const { id } = await spool.takeIn('acc_a', Buffer.concat([report('posted', clock.now()), Buffer.from('\n')]), { way: 'https' });
    await spool.parse();
    assert.deepEqual([await figures(), (await allTables(store.db).selectFrom('dmarc_message').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state], [before, 'duplicate']);
  });
});
