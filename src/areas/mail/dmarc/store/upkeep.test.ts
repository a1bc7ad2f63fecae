import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { tendMonths } from '../../../../store/index.ts';
import { onEachDatabase, testClock } from '../../../../../test/databases.ts';
import { firstDaysOf } from '../answers/sums.ts';
import { keepHosts } from '../senders/host-names.ts';
import { dayOf } from './days.ts';
import { renameReports } from './rename.ts';
import { forgetOld, monthsKept } from './retention.ts';
import { reportsOf } from './sections.ts';
import { addAccount, addDomain, allFacts, allSources, keep, keepMeans, reportXml } from './store.sample.ts';
import { allTables } from '../../../../../test/tables.ts';

const DAY_MS = 86_400_000;

const tlsReport = (id: string, now: number) => Buffer.from(JSON.stringify({
  'organization-name': 'Google', 'date-range': { 'start-datetime': new Date(now - DAY_MS).toISOString(), 'end-datetime': new Date(now).toISOString() }, 'report-id': id,
  policies: [{ policy: { 'policy-type': 'sts', 'policy-domain': 'example.com' }, summary: { 'total-successful-session-count': 9, 'total-failure-session-count': 0 } }],
}));

onEachDatabase('what is kept', (open, dialect) => {
  test('records go after three months and counts stay; failure reports and what nobody proved a right to go sooner', async () => {
    const clock = testClock();
    const store = await open(clock);
    const now = clock.now();
    await addAccount(store.db, 'acc_a', { proven: ['example.com'] }, now);
    for (const days of [1, 200]) {
      await keep(store, clock, reportXml({ domain: 'example.com', id: `${days}`, begin: now - days * DAY_MS, records: [{ ip: '192.0.2.1', count: days }] }), { accountId: 'acc_a' });
    }
    await addDomain(store.db, 'acc_a', 'stranger.example', true, now);
    await keep(store, clock, reportXml({ domain: 'stranger.example', begin: now - DAY_MS, records: [{ ip: '192.0.2.1', count: 5 }] }), { accountId: 'acc_a' });
    await allTables(store.db).updateTable('dmarc_domain').set({ held_since: now }).where('name', '=', 'stranger.example').execute();
    const forget = async (): Promise<void> => {
      for (const row of await allTables(store.db).selectFrom('dmarc_domain').selectAll().execute()) await store.transaction(tx => forgetOld(tx, row, clock.now()));
    };
    await forget();
    assert.deepEqual((await allFacts(store.db)).map(({ messages }) => messages).toSorted((a, b) => a - b), [1, 5]);
    assert.equal((await allTables(store.db).selectFrom('dmarc_day').selectAll().execute()).length, 3);
    clock.advance(61 * DAY_MS);
    await forget();
    assert.deepEqual(await allTables(store.db).selectFrom('dmarc_domain').select('name').execute(), [{ name: 'example.com' }]);
  });

  test('reports that do not count go with their records, what counts and the senders in it after three years', async () => {
    const clock = testClock();
    const store = await open(clock);
    await addAccount(store.db, 'acc_a', { proven: ['example.com'] }, clock.now());
    for (const [id, authenticated] of [['posted', 'none'], ['uploaded', 'upload']] as const) {
      await keep(store, clock, reportXml({ domain: 'example.com', id, begin: clock.now() - DAY_MS, records: [{ ip: '192.0.2.1', count: 5, envelopeFrom: `${id}.example` }] }), { accountId: 'acc_a', authenticated });
      await keep(store, clock, tlsReport(id, clock.now()), { accountId: 'acc_a', authenticated });
    }
    const left = async (days: number) => {
      clock.advance(days * DAY_MS);
      for (const row of await allTables(store.db).selectFrom('dmarc_domain').selectAll().execute()) await store.transaction(tx => forgetOld(tx, row, clock.now()));
      const countOf = async (table: 'dmarc_report' | 'dmarc_fact' | 'dmarc_day' | 'dmarc_sender_day' | 'dmarc_sender_week' | 'dmarc_reporter_day' | 'dmarc_sender' | 'dmarc_tuple') => (await allTables(store.db).selectFrom(table).selectAll().execute()).length;
      return { reports: await countOf('dmarc_report'), facts: await countOf('dmarc_fact'), days: await countOf('dmarc_day'), senderWeeks: await countOf('dmarc_sender_week'), senders: await countOf('dmarc_sender'), tuples: await countOf('dmarc_tuple') };
    };
    const all = await left(0);
    assert.deepEqual([all.reports, all.facts, all.days, all.senderWeeks], [4, 2, 2, 2]);
    assert.deepEqual(await left(60), all);
    assert.deepEqual(await left(100), { reports: 2, facts: 0, days: 1, senderWeeks: 1, senders: 1, tuples: 0 });
    assert.deepEqual(await left(3 * 366), { reports: 0, facts: 0, days: 0, senderWeeks: 0, senders: 0, tuples: 0 });
  });

  test('the first day of a sender is known on whatever day of a week the counts before it were forgotten', async () => {
    const clock = testClock();
    const store = await open(clock);
    await addAccount(store.db, 'acc_a', { proven: ['example.com'] }, clock.now());
    const first = dayOf(clock.now()) - 22;
    for (let day = 0; day < 21; day += 2) await keep(store, clock, reportXml({ domain: 'example.com', id: `${day}`, begin: (first + day) * DAY_MS, records: [{ ip: '192.0.2.1', count: 1 }] }), { accountId: 'acc_a' });
    assert.deepEqual([...(await firstDaysOf(store.db, 'acc_a', 'example.com')).values()], [first]);
    assert.equal((await firstDaysOf(store.db, 'acc_b', null)).size, 0);
    clock.advance((3 * 366 - 22) * DAY_MS);
    for (let day = 0; day < 8; day++) {
      for (const row of await allTables(store.db).selectFrom('dmarc_domain').selectAll().execute()) await store.transaction(tx => forgetOld(tx, row, clock.now()));
      const [known] = [...(await firstDaysOf(store.db, 'acc_a', null)).values()];
      assert.ok(known! >= first + day && known! <= first + day + 8, `${known! - first} after ${day} days`);
      clock.advance(DAY_MS);
    }
  });

  test('a name that is learnt later moves what was counted, and every sum stays', async () => {
    const clock = testClock();
    const store = await open(clock);
    await addAccount(store.db, 'acc_a', { proven: ['example.com'] }, clock.now());
    await keep(store, clock, reportXml({ domain: 'example.com', begin: clock.now() - 6 * DAY_MS, end: clock.now() - DAY_MS, records: [{ ip: '192.0.2.1', count: 70 }, { ip: '192.0.2.2', count: 7 }] }), { accountId: 'acc_a' });
    const { domain_no: domainNo, no } = await allTables(store.db).selectFrom('dmarc_report').select(['domain_no', 'no']).executeTakeFirstOrThrow();
    await keepHosts(store.db, new Map([['192.0.2.1', { outcome: 'known', host: 'mail.partner.example' }], ['192.0.2.2', { outcome: 'known', host: null }]]), clock.now());
    await store.transaction(tx => renameReports(tx, keepMeans(clock), 'acc_b', domainNo, [no]));
    const senders = async () => (await allSources(store.db)).map(({ ip, id, messages }) => ({ ip, id, messages }));
    assert.deepEqual((await senders()).map(({ id }) => id), ['unknown', 'unknown']);
    await store.transaction(tx => renameReports(tx, keepMeans(clock), 'acc_a', domainNo, [no]));
    assert.deepEqual(await senders(), [{ ip: '192.0.2.1', id: 'domain:partner.example', messages: 70 }, { ip: '192.0.2.2', id: 'unknown', messages: 7 }]);
    assert.equal((await allFacts(store.db)).reduce((sum, { messages }) => sum + messages, 0), 77);
    for (const table of ['dmarc_sender_day', 'dmarc_detail_day', 'dmarc_day'] as const) {
      const rows = (await allTables(store.db).selectFrom(table).selectAll().execute()) as { messages: number }[];
      assert.equal(rows.reduce((sum, { messages }) => sum + messages, 0), 77, table);
      assert.ok(rows.every(({ messages }) => messages > 0), table);
    }
  });

  test('the export has every report with its records', async () => {
    const clock = testClock();
    const store = await open(clock);
    await addAccount(store.db, 'acc_a', { proven: ['example.com'] }, clock.now());
    await keep(store, clock, reportXml({ domain: 'example.com', begin: clock.now() - DAY_MS, records: [{ ip: '192.0.2.1', count: 5 }] }), { accountId: 'acc_a' });
    const [report, ...others] = (await Array.fromAsync(reportsOf(store.db, 'acc_a'))) as { domain: string; rows: { ip: string; headerFrom: string }[] }[];
    assert.deepEqual([report!.domain, report!.rows.map(({ ip, headerFrom }) => [ip, headerFrom]), others], ['example.com', [['192.0.2.1', 'example.com']], []]);
    assert.deepEqual(await Array.fromAsync(reportsOf(store.db, 'acc_b')), []);
  });

  // SQLite has no partitions.
  if (dialect === 'postgresql') test('months become partitions, hold what belongs there, and are dropped whole', async () => {
    const clock = testClock();
    const store = await open(clock);
    const tend = () => store.transaction(tx => tendMonths(allTables(tx), dialect, 'dmarc_fact', monthsKept(clock.now())));
    await tend();
    await addAccount(store.db, 'acc_a', { proven: ['example.com'] }, clock.now());
    await keep(store, clock, reportXml({ domain: 'example.com', begin: clock.now() - DAY_MS, records: [{ ip: '192.0.2.1', count: 5 }] }), { accountId: 'acc_a' });
    const { rows } = await sql<{ name: string }>`select tableoid::regclass::text as name from dmarc_fact`.execute(allTables(store.db));
    assert.deepEqual(rows, [{ name: 'dmarc_fact_2026_01' }]);
    clock.advance(200 * DAY_MS);
    await tend();
    assert.equal((await allTables(store.db).selectFrom('dmarc_fact').selectAll().execute()).length, 0);
    await tend();
  });
});

test('the months that are kept reach from ninety days back to the month to come', () => {
  assert.deepEqual(monthsKept(Date.UTC(2026, 0, 31)), ['2025-11', '2025-12', '2026-01', '2026-02'].map(month => dayOf(Date.parse(`${month}-01`))));
});
