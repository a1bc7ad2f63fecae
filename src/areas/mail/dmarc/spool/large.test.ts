import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { onEachDatabase, testClock } from '../../../../../test/databases.ts';
import { allTables } from '../../../../../test/tables.ts';
import type { Db } from '../../../../store/index.ts';
import { ReadingFailed, type ReportReader } from '../reading/shapes.ts';
import { keepHosts } from '../senders/host-names.ts';
import { recheckingReports, recheckReports } from '../store/recheck.ts';
import { nameAgain } from '../store/rename.ts';
import { SLICE_ROWS } from '../store/slices.ts';
import { StageLost } from '../store/stages.ts';
import { HOSTS_A_DAY } from '../store/wanted-hosts.ts';
import { addAccount, allFacts, allSources, prove, reportXml, type MadeRecord } from '../store/store.sample.ts';
import { releaseHeld } from './release.ts';
import { openSpool } from './spool.sample.ts';
import { findMessage } from './store.ts';
import { forgetOld } from '../store/retention.ts';
import { sweepSpool } from './sweep.ts';

const BEGIN = Date.UTC(2026, 0, 10);
const DAY_MS = 86_400_000;
const RECORDS = 2500;
const sender = { domain: 'google.com', authenticated: 'spf' } as const;
const uploaded = { way: 'upload', sender: { domain: null, authenticated: 'upload' } } as const;
const records = (count = RECORDS, over: (at: number) => Partial<MadeRecord> = () => ({})): MadeRecord[] => (
  Array.from({ length: count }, (_, at) => ({ ip: `11.${at >> 16}.${at >> 8 & 255}.${at & 255}`, count: 2, dkim: at % 2 === 0 ? 'pass' : 'fail', ...over(at) })));
const report = (over: Partial<Parameters<typeof reportXml>[0]> = {}) => gzipSync(reportXml({ domain: 'example.com', begin: BEGIN, records: records(), ...over }));

/** The messages of everything that is counted, without what is being stored. */
async function counted(db: Db): Promise<Record<string, number>> {
  const sum = (rows: readonly { messages: number }[]) => rows.reduce((total, { messages }) => total + messages, 0);
  const sums: Record<string, number> = {};
  for (const table of ['dmarc_day', 'dmarc_sender_day', 'dmarc_sender_week', 'dmarc_detail_day', 'dmarc_reporter_day', 'dmarc_reporter_week'] as const) sums[table] = sum(await allTables(db).selectFrom(table).select('messages').execute());
  const stages = await allTables(db).selectFrom('dmarc_stage').selectAll().execute();
  return { ...sums, sources: stages.length > 0 ? 0 : sum(await allSources(db)) };
}

const everywhere = (messages: number) => Object.fromEntries(['dmarc_day', 'dmarc_sender_day', 'dmarc_sender_week', 'dmarc_detail_day', 'dmarc_reporter_day', 'dmarc_reporter_week', 'sources'].map(name => [name, messages]));

onEachDatabase('a large report', open => {
  const opened = async () => {
    const clock = testClock();
    const store = await open(clock);
    await addAccount(store.db, 'acc_a', { proven: ['example.com'], unproven: ['held.example'] }, clock.now());
    const spool = openSpool(store, clock);
    return { clock, store, ...spool, facts: async () => (await allFacts(store.db)).reduce((sum, { messages }) => sum + messages, 0) };
  };

  test('is stored in slices and counts as a whole, once, whatever comes twice', async () => {
    const { store, takeIn, parse, clock, facts } = await opened();
    const { id } = await takeIn('acc_a', report(), { sender });
    await parse();
    assert.deepEqual([await counted(store.db), await facts()], [everywhere(2 * RECORDS), 2 * RECORDS]);
    const { state, kept, records: seen } = (await findMessage(store.db, 'acc_a', id))!;
    assert.deepEqual([state, kept, seen], ['parsed', 1, RECORDS]);
    clock.advance(1000);
    const twice = await takeIn('acc_a', Buffer.concat([report(), Buffer.from('\0')]), { sender });
    await parse();
    assert.equal((await findMessage(store.db, 'acc_a', twice.id))!.reason, 'same_report');
    assert.deepEqual([await counted(store.db), await facts()], [everywhere(2 * RECORDS), 2 * RECORDS]);
  });

  test('takes the place of its version before, and a small one that of a large one', async () => {
    const { store, takeIn, parse, clock, facts } = await opened();
    for (const count of [RECORDS, RECORDS + 700, 3]) {
      clock.advance(1000);
      await takeIn('acc_a', report({ records: records(count) }), { sender });
      await parse();
      assert.deepEqual([await counted(store.db), await facts()], [everywhere(2 * count), 2 * count], `${count}`);
    }
    assert.deepEqual((await allTables(store.db).selectFrom('dmarc_report').select('versions').execute()).map(row => ({ ...row })), [{ versions: 3 }]);
  });

  test('that came without a proof is counted apart, and moves to what counts when it comes with one', async () => {
    const { store, takeIn, parse, clock, facts } = await opened();
    const byTrust = async () => (await allTables(store.db).selectFrom('dmarc_day').select(['trusted', 'messages']).execute()).map(({ trusted, messages }) => [trusted, messages]);
    await takeIn('acc_a', report());
    await parse();
    assert.deepEqual([await byTrust(), await allSources(store.db)], [[[0, 2 * RECORDS]], []]);
    clock.advance(1000);
    await takeIn('acc_a', Buffer.concat([report(), Buffer.from('\0')]), { sender });
    await parse();
    assert.deepEqual([await byTrust(), await counted(store.db), await facts()], [[[1, 2 * RECORDS]], everywhere(2 * RECORDS), 2 * RECORDS]);
  });

  test('whose version before is found not to count meanwhile is read again, and each counts where it belongs', async () => {
    const { store, services, takeIn, parse, parseNext, work, queue, clock } = await opened();
    await takeIn('acc_a', report(), uploaded);
    await parse();
    // As an earlier version of the service has left it.
    await allTables(store.db).updateTable('dmarc_report').set({ authenticated: 'none' }).execute();
    await allTables(store.db).updateTable('dmarc_message').set({ way: 'https' }).execute();
    await allTables(store.db).updateTable('dmarc_domain').set({ recheck: 1 }).execute();
    clock.advance(1000);
    await takeIn('acc_a', report({ records: records(RECORDS + 700) }), uploaded);
    const { reportReader } = services;
    services.reportReader = { read: (message, listen, signal) => reportReader.read(message, async said => {
      if (said.says === 'whole') {
        await store.transaction(tx => recheckingReports.due(tx, services, clock.now(), 10));
        await work(recheckReports);
      }
      return listen(said);
    }, signal) };
    await assert.rejects(parseNext(), StageLost);
    services.reportReader = reportReader;
    clock.advance(queue.leaseMs);
    await parse();
    const days = await allTables(store.db).selectFrom('dmarc_day').select(['trusted', 'messages']).orderBy('trusted').execute();
    assert.deepEqual(days.map(({ trusted, messages }) => [trusted, messages]), [[0, 2 * RECORDS], [1, 2 * (RECORDS + 700)]]);
    assert.equal((await allSources(store.db)).reduce((sum, { messages }) => sum + messages, 0), 2 * (RECORDS + 700));
  });

  test('that breaks off between slices counts nothing, and once when it is read again; nothing of the first time is left', async () => {
    const { store, services, takeIn, parseNext, parse, queue, clock, facts } = await opened();
    const { id } = await takeIn('acc_a', report(), { sender });
    const { reportReader } = services;
    // The first two slices are stored, then the process dies: no code of ours cleans up.
    const { transaction } = store;
    let slices = 0;
    services.reportReader = { read: (message, listen, signal) => reportReader.read(message, async said => {
      if (said.says === 'slice' && slices++ === 2) {
        services.store = { ...store, transaction: () => Promise.reject(new Error('power cut')) };
        throw new Error('power cut');
      }
      return listen(said);
    }, signal) };
    await assert.rejects(parseNext(), /power cut/);
    Object.assign(services, { reportReader, store: { ...store, transaction } });
    assert.deepEqual(await counted(store.db), everywhere(0));
    assert.deepEqual([(await allTables(store.db).selectFrom('dmarc_stage').selectAll().execute()).length, await facts()], [1, 2 * 2 * SLICE_ROWS]);
    assert.equal((await findMessage(store.db, 'acc_a', id))!.state, 'received');
    clock.advance(queue.leaseMs);
    await parse();
    assert.deepEqual([await counted(store.db), await facts()], [everywhere(2 * RECORDS), 2 * RECORDS]);
    assert.deepEqual(await allTables(store.db).selectFrom('dmarc_stage').selectAll().execute(), []);
  });

  test('that nobody goes on with is removed within a day, and what it named stays while somebody does', async () => {
    const { store, services, takeIn, parseNext, clock, facts } = await opened();
    await takeIn('acc_a', report(), { sender });
    const { reportReader } = services;
    services.reportReader = { read: (message, listen, signal) => reportReader.read(message, said => (said.says === 'whole' ? Promise.reject(new Error('cut')) : listen(said)), signal) };
    const { db } = services.store;
    services.store = { ...store, transaction: work => store.transaction(async tx => {
      const result = await work(tx);
      // The clean-up after the fault does not happen.
      if ((await allTables(tx).selectFrom('dmarc_stage').selectAll().execute()).length === 0) throw new Error('cut');
      return result;
    }) };
    await assert.rejects(parseNext(), /cut/);
    const forget = async () => {
      for (const row of await allTables(db).selectFrom('dmarc_domain').selectAll().execute()) await store.transaction(tx => forgetOld(tx, row, clock.now()));
      return { tuples: (await allTables(db).selectFrom('dmarc_tuple').selectAll().execute()).length, facts: await facts() };
    };
    assert.deepEqual(await forget(), { tuples: 2, facts: 2 * RECORDS });
    clock.advance(3_600_001);
    assert.deepEqual(await forget(), { tuples: 0, facts: 0 });
    assert.deepEqual(await allSources(db), []);
  });

  test('with more different results than any reporter sends keeps every message and a bounded number of counts', async () => {
    const { store, takeIn, parse, facts } = await opened();
    const count = 7000;
    const varied = records(count, at => ({ headerFrom: `x${at}.example.com`, ip: `203.0.113.${at % 200}` }));
    for (const [days, most] of [[1, 5020], [10, 5200]] as const) {
      await takeIn('acc_a', report({ id: `${days}`, begin: BEGIN - (days - 1) * DAY_MS, end: BEGIN + DAY_MS - 1000, records: varied }), { sender });
      await allTables(store.db).deleteFrom('dmarc_detail_day').execute();
      await parse();
      const details = await allTables(store.db).selectFrom('dmarc_detail_day').select('messages').execute();
      assert.equal(details.reduce((sum, { messages }) => sum + messages, 0), 2 * count);
      assert.ok(details.length <= most, `${details.length} rows on ${days} days`);
    }
    assert.equal(await facts(), 4 * count);
  });

  test('is named again in slices, and every sum stays', async () => {
    const { store, takeIn, parse, clock, work, facts } = await opened();
    await takeIn('acc_a', report(), { sender });
    await parse();
    assert.deepEqual([...new Set((await allSources(store.db)).map(({ id }) => id))], ['unknown']);
    const hosts = records().map(({ ip }, at) => [ip, { outcome: 'known', host: at < 100 ? 'mail.partner.example' : null }] as const);
    await keepHosts(store.db, new Map(hosts), clock.now());
    clock.advance(60_000);
    await work(nameAgain);
    assert.deepEqual([await counted(store.db), await facts()], [everywhere(2 * RECORDS), 2 * RECORDS]);
    const byId = Map.groupBy(await allSources(store.db), ({ id }) => id);
    assert.equal(byId.get('domain:partner.example')!.length, 100);
    assert.deepEqual(await allTables(store.db).selectFrom('dmarc_stage').selectAll().execute(), []);
  });

  test('of a domain that is not proven stays bytes: nothing of it is stored, and it counts once the proof has come', async () => {
    const { store, services, takeIn, parse, clock, facts } = await opened();
    for (const domain of ['held.example', 'not-in-the-inventory.example']) await takeIn('acc_a', report({ domain }), { sender });
    await parse();
    for (const table of ['dmarc_domain', 'dmarc_report', 'dmarc_fact', 'dmarc_tuple', 'dmarc_sender', 'dmarc_source'] as const) assert.deepEqual(await allTables(store.db).selectFrom(table).selectAll().execute(), [], table);
    const held = await allTables(store.db).selectFrom('dmarc_held').select(['domain', 'kind', 'organization']).orderBy('domain').execute();
    assert.deepEqual(held, [{ domain: 'held.example', kind: 'aggregate', organization: 'google.com' }, { domain: 'not-in-the-inventory.example', kind: 'aggregate', organization: 'google.com' }]);
    assert.deepEqual((await allTables(store.db).selectFrom('job').select('kind').execute()).filter(({ kind }) => kind === 'dmarcHosts'), []);
    await prove(store.db, 'dom_acc_a_held_example', clock.now());
    await store.transaction(tx => releaseHeld(tx, services, 'acc_a'));
    await parse();
    assert.deepEqual([await counted(store.db), await facts()], [everywhere(2 * RECORDS), 2 * RECORDS]);
    assert.deepEqual((await allTables(store.db).selectFrom('dmarc_held').select('domain').execute()).map(({ domain }) => domain), ['not-in-the-inventory.example']);
  });

  test('whose domain is proven while it is read is read again', async () => {
    const { store, services, takeIn, parse, clock, facts } = await opened();
    const { id } = await takeIn('acc_a', report({ domain: 'held.example' }), { sender });
    const { reportReader } = services;
    services.reportReader = { async read(...given) {
      const end = await reportReader.read(...given);
      await allTables(store.db).deleteFrom('ownership').where('domain_id', '=', 'dom_acc_a_held_example').execute();
      await prove(store.db, 'dom_acc_a_held_example', clock.now());
      return end;
    } };
    await parse();
    assert.deepEqual([(await findMessage(store.db, 'acc_a', id))!.state, await facts()], ['parsed', 2 * RECORDS]);
  });

  test('whose reading fails is tried once more, then refused by name with its bytes kept for a week', async () => {
    const { store, services, takeIn, parseNext, queue, clock, blobs } = await opened();
    const { id } = await takeIn('acc_a', report(), { sender });
    services.reportReader = { read: () => Promise.reject(new ReadingFailed('the thread ran out of memory')) } satisfies ReportReader;
    await assert.rejects(parseNext(), ReadingFailed);
    assert.equal((await findMessage(store.db, 'acc_a', id))!.state, 'received');
    clock.advance(queue.leaseMs);
    await parseNext();
    const { state, reason } = (await findMessage(store.db, 'acc_a', id))!;
    assert.deepEqual([state, reason], ['refused', 'reading_failed']);
    clock.advance(6 * DAY_MS);
    await sweepSpool.handle({ id: 'job_1', accountId: 'acc_a', payload: {}, attempts: 1, services, signal: new AbortController().signal });
    assert.equal(blobs.held.size, 1);
  });

  test('has the host names looked up of those public addresses that sent most, so many a day for a domain, and of none that did not prove who sent it', async () => {
    const { store, takeIn, parse, clock } = await opened();
    const busy = (at: number) => (at < 300 ? { ip: `10.0.${at >> 8}.${at & 255}`, count: 5000 } : { count: 1 + at % 7 });
    const wanted = async () => (await allTables(store.db).selectFrom('job').select('payload').where('kind', '=', 'dmarcHosts').execute()).flatMap(({ payload }) => (JSON.parse(payload) as { addresses: string[] }).addresses);
    await takeIn('acc_a', report({ id: 'forged' }), { sender: { domain: 'attacker.example', authenticated: 'none' } });
    await parse();
    assert.deepEqual(await wanted(), []);
    for (const id of ['one', 'two']) await takeIn('acc_a', report({ id, records: records(5000, busy) }), { sender });
    await parse();
    const first = await wanted();
    const most = new Set(records(5000, busy).filter(({ ip, count }) => !ip.startsWith('10.') && count === 7).map(({ ip }) => ip));
    assert.deepEqual([first.length, first.filter(ip => !most.has(ip))], [HOSTS_A_DAY, []]);
    // Next day, those that were answered are not asked for again: the next in line are.
    await keepHosts(store.db, new Map(first.map(ip => [ip, { outcome: 'known', host: null }])), clock.now());
    clock.advance(DAY_MS);
    await takeIn('acc_a', report({ id: 'three', records: records(5000, busy) }), { sender });
    await parse();
    assert.deepEqual([(await wanted()).length, new Set(await wanted()).size], [2 * HOSTS_A_DAY, 2 * HOSTS_A_DAY]);
  });

  test('waits for the next day where the account has stored its rows, and what strangers send uses up only their part', async () => {
    const { store, services, takeIn, parse, parseNext, clock } = await opened();
    services.plans = { ...services.plans, pro: { ...services.plans.pro, reportRowsPerDay: 20_000 } };
    await takeIn('acc_a', report({ id: 'stranger' }), { way: 'https' });
    await parse();
    // A tenth was used up by one report: no more is taken by the open ways, and what came before waits.
    await assert.rejects(takeIn('acc_a', report({ id: 'more' }), { way: 'https' }), { count: { name: 'report_rows_daily', max: 2000, used: 2000, windowSeconds: 86_400, resetsAt: clock.now() - clock.now() % DAY_MS + DAY_MS } });
    for (const [id, how] of [['mail', { sender }], ['upload', uploaded]] as const) {
      await takeIn('acc_a', report({ id }), how);
      await parse();
    }
    assert.equal((await allTables(store.db).selectFrom('dmarc_report').select('no').execute()).length, 3);

    // Anybody can prove a domain of his own: each has a quarter.
    const signed = { sender: { domain: 'attacker.example', authenticated: 'dkim' } } as const;
    for (const id of ['first', 'second']) {
      await takeIn('acc_a', report({ id }), signed);
      await parse();
    }
    await assert.rejects(takeIn('acc_a', report({ id: 'third' }), signed), /5,000 rows in this day from attacker\.example/);
    await takeIn('acc_a', report({ id: 'other' }), { sender });
    await parse();

    const late = await takeIn('acc_a', report({ id: 'late' }), uploaded);
    await services.counters.spend('report_rows_daily:acc_a', clock.now() - clock.now() % DAY_MS, 1e9, { count: 20_000, db: store.db });
    await parseNext();
    const waiting = (await findMessage(store.db, 'acc_a', late.id))!;
    assert.deepEqual([waiting.state, waiting.reason], ['received', 'rows_used_up']);
    clock.advance(DAY_MS);
    await parse();
    assert.equal((await findMessage(store.db, 'acc_a', late.id))!.state, 'parsed');
  });
});
