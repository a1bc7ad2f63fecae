import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { Store } from '../../../../store/index.ts';
import { onEachDatabase, testClock } from '../../../../../test/databases.ts';
import { reportsHeld } from '../answers/sums.ts';
import { apportion, sharesOf } from './days.ts';
import { release } from './domain-row.ts';
import { provenMessages } from './held.ts';
import { keepReports } from './keep.ts';
import type { ToKeep } from './shapes.ts';
import { addAccount, addDomain, allFacts, allSources, collect, keep, keepMeans, prove, reportXml, type MadeRecord } from './store.sample.ts';
import { allTables } from '../../../../../test/tables.ts';

const DAY_MS = 86_400_000;
const SAMPLES = join(import.meta.dirname, '../golden/samples');
const BEGIN = Date.UTC(2026, 0, 10);

const ROLLUPS = ['dmarc_day', 'dmarc_sender_day', 'dmarc_sender_week', 'dmarc_detail_day', 'dmarc_reporter_day', 'dmarc_reporter_week'] as const;

/** The messages of everything that is counted, of all accounts. */
async function totals({ db }: Store): Promise<Record<string, number>> {
  const sum = (rows: readonly { messages: number }[]) => rows.reduce((total, { messages }) => total + messages, 0);
  const sums: Record<string, number> = { facts: sum(await allFacts(db)), sources: sum(await allSources(db)) };
  for (const table of ROLLUPS) sums[table] = sum(await allTables(db).selectFrom(table).selectAll().execute());
  return sums;
}

/** What `totals` gives where everything agrees. */
function everywhere(messages: number): Record<string, number> {
  return Object.fromEntries(['facts', 'sources', ...ROLLUPS].map(name => [name, messages]));
}

onEachDatabase('keeping reports', open => {
  test('every sample report is kept, and all rollups have its messages', async () => {
    const clock = testClock();
    const store = await open(clock);
    const files = globSync('**/*.xml', { cwd: SAMPLES });
    assert.ok(files.length >= 10);
    const reports = (await Promise.all(files.map(async file => collect(readFileSync(join(SAMPLES, file)), clock.now())))).flat();
    await addAccount(store.db, 'acc_a', { proven: [...new Set(reports.map(({ report }) => report.domain))] }, clock.now());
    for (const file of files) assert.deepEqual([...new Set(await keep(store, clock, readFileSync(join(SAMPLES, file)), { accountId: 'acc_a' }))], ['kept'], file);
    const messages = reports.reduce((sum, { report }) => sum + report.messages, 0);
    assert.deepEqual(await totals(store), everywhere(messages));
  });

  test('any order of duplicates and versions, one by one or together, gives the sums of the versions that came last', async () => {
    const random = numbersFrom(7);
    for (let round = 0; round < 5; round++) {
      const clock = testClock();
      const store = await open(clock);
      await addAccount(store.db, 'acc_a', { proven: ['example.com'] }, clock.now());
      const arrivals = arrivalsOf(random);
      const last = new Map(arrivals.map(arrival => [arrival.id, arrival]));
      for (const together of inPortions(shuffled(arrivals, random), 1 + round * 4)) {
        const reports = await Promise.all(together.map(async ({ bytes, receivedAt }): Promise<ToKeep> => (
          { reading: (await collect(bytes, clock.now()))[0]!, receivedAt: clock.now() + receivedAt, message: `dmm_${receivedAt}`, authenticated: 'upload' })));
        await store.transaction(tx => keepReports(tx, keepMeans(clock), 'acc_a', reports));
      }
      const messages = [...last.values()].flatMap(({ records }) => records).reduce((sum, { count }) => sum + count, 0);
      assert.deepEqual(await totals(store), everywhere(messages), `round ${round}`);
      const days = await allTables(store.db).selectFrom('dmarc_day').selectAll().execute();
      assert.equal(days.reduce((sum, { reports }) => sum + reports, 0), last.size);
      const passed = [...last.values()].flatMap(({ records }) => records).reduce((sum, { count, dkim, spf }) => sum + (dkim === 'pass' || spf === 'pass' ? count : 0), 0);
      assert.equal(days.reduce((sum, day) => sum + day.passed, 0), passed);
    }
  });

  test('the same again is a duplicate, another content of the same report supersedes it, and a later one of the same message is still its own', async () => {
    const clock = testClock();
    const store = await open(clock);
    await addAccount(store.db, 'acc_a', { proven: ['example.com'] }, clock.now());
    const first = reportXml({ domain: 'example.com', begin: BEGIN, records: [{ ip: '192.0.2.1', count: 5, spf: 'pass' }] });
    const second = reportXml({ domain: 'example.com', begin: BEGIN, records: [{ ip: '192.0.2.1', count: 7, spf: 'pass' }] });
    const at = clock.now();
    const outcomes = [
      ...await keep(store, clock, first, { accountId: 'acc_a', message: 'dmm_1', receivedAt: at }),
      ...await keep(store, clock, first, { accountId: 'acc_a', message: 'dmm_1', receivedAt: at }),
      ...await keep(store, clock, first, { accountId: 'acc_a', message: 'dmm_2', receivedAt: at + 1 }),
      ...await keep(store, clock, second, { accountId: 'acc_a', message: 'dmm_3', receivedAt: at + 2 }),
      ...await keep(store, clock, first, { accountId: 'acc_a', message: 'dmm_1', receivedAt: at }),
    ];
    assert.deepEqual(outcomes, ['kept', 'kept', 'duplicate', 'superseded', 'duplicate']);
    assert.equal((await totals(store))['dmarc_day'], 7);
  });

  test('a mail that did not prove its sender never takes the place of one that did, and is counted apart', async () => {
    const clock = testClock();
    const store = await open(clock);
    await addAccount(store.db, 'acc_a', { proven: ['example.com'] }, clock.now());
    const report = (count: number) => reportXml({ domain: 'example.com', begin: BEGIN, records: [{ ip: '192.0.2.1', count }] });
    await keep(store, clock, report(5), { accountId: 'acc_a' });
    assert.deepEqual(await keep(store, clock, report(999), { accountId: 'acc_a', message: 'dmm_forged', receivedAt: clock.now() + 1, authenticated: 'none' }), ['kept']);
    const days = await allTables(store.db).selectFrom('dmarc_day').select(['trusted', 'messages']).orderBy('trusted').execute();
    assert.deepEqual(days, [{ trusted: 0, messages: 999 }, { trusted: 1, messages: 5 }]);
  });

  test('a version whose records are no longer kept cannot be replaced', async () => {
    const clock = testClock();
    const store = await open(clock);
    await addAccount(store.db, 'acc_a', { proven: ['example.com'] }, clock.now());
    const report = (count: number) => reportXml({ domain: 'example.com', begin: BEGIN, records: [{ ip: '192.0.2.1', count }] });
    await keep(store, clock, report(5), { accountId: 'acc_a' });
    await allTables(store.db).updateTable('dmarc_report').set({ facts_kept: 0 }).execute();
    assert.deepEqual(await keep(store, clock, report(6), { accountId: 'acc_a', message: 'dmm_late', receivedAt: clock.now() + 1 }), ['late']);
    assert.equal((await totals(store))['dmarc_day'], 5);
  });

  test('reports of a domain that is not proven wait unread, and never go to another account', async () => {
    const clock = testClock();
    const store = await open(clock);
    await addAccount(store.db, 'acc_a', { unproven: ['example.com'] }, clock.now());
    await addAccount(store.db, 'acc_b', { proven: ['example.com'] }, clock.now());
    const report = reportXml({ domain: 'mail.example.com', begin: BEGIN, records: [{ ip: '192.0.2.1', count: 5 }] });
    const proven = (accountId: string) => store.transaction(tx => provenMessages(tx, accountId, clock.now()));
    assert.deepEqual(await keep(store, clock, report, { accountId: 'acc_a', message: 'dmm_1' }), ['held']);
    assert.deepEqual(await totals(store), everywhere(0));
    assert.deepEqual(await allTables(store.db).selectFrom('dmarc_held').select(['account_id', 'domain', 'message']).execute(), [{ account_id: 'acc_a', domain: 'mail.example.com', message: 'dmm_1' }]);
    assert.deepEqual([await proven('acc_b'), await proven('acc_a')], [[], []]);
    await prove(store.db, 'dom_acc_a_example_com', clock.now());
    assert.deepEqual(await proven('acc_a'), ['dmm_1']);
    assert.deepEqual(await keep(store, clock, report, { accountId: 'acc_a', message: 'dmm_1' }), ['kept']);
    const other = reportXml({ domain: 'stranger.example', begin: BEGIN, records: [{ ip: '192.0.2.1', count: 5 }] });
    assert.deepEqual(await keep(store, clock, other, { accountId: 'acc_a' }), ['held']);
  });

  test('what was counted of a domain hides with the first report after it was lost, and shows again with the proof', async () => {
    const clock = testClock();
    const store = await open(clock);
    await addAccount(store.db, 'acc_a', { proven: ['example.com'] }, clock.now());
    const report = (id: string) => reportXml({ domain: 'example.com', id, begin: BEGIN, records: [{ ip: '192.0.2.1', count: 5 }] });
    await keep(store, clock, report('one'), { accountId: 'acc_a' });
    await allTables(store.db).deleteFrom('ownership').execute();
    assert.deepEqual(await keep(store, clock, report('two'), { accountId: 'acc_a', message: 'dmm_2' }), ['held']);
    assert.deepEqual(await reportsHeld(store.db, 'acc_a', 'example.com'), { reports: 2, since: clock.now() });
    await prove(store.db, 'dom_acc_a_example_com', clock.now());
    assert.deepEqual(await store.transaction(tx => release(tx, 'acc_a', clock.now())), ['example.com']);
    assert.deepEqual(await totals(store), everywhere(5));
  });

  test('deleting a domain or an account takes everything along', async () => {
    const clock = testClock();
    const store = await open(clock);
    await addAccount(store.db, 'acc_a', { proven: ['example.com'] }, clock.now());
    const other = await addDomain(store.db, 'acc_a', 'example.net', true, clock.now());
    for (const domain of ['example.com', 'example.net']) await keep(store, clock, reportXml({ domain, begin: BEGIN, records: [{ ip: '192.0.2.1', count: 5 }] }), { accountId: 'acc_a' });
    await allTables(store.db).deleteFrom('domain').where('id', '=', other).execute();
    assert.equal((await totals(store))['sources'], 5);
    await allTables(store.db).deleteFrom('account').where('id', '=', 'acc_a').execute();
    assert.deepEqual(await totals(store), everywhere(0));
  });

  test('a long period is counted on all its days, to the last message', async () => {
    const clock = testClock();
    const store = await open(clock);
    await addAccount(store.db, 'acc_a', { proven: ['example.com'] }, clock.now());
    await keep(store, clock, reportXml({ domain: 'example.com', begin: BEGIN - 9 * DAY_MS, end: BEGIN + DAY_MS, records: [{ ip: '192.0.2.1', count: 1003 }] }), { accountId: 'acc_a' });
    const days = await allTables(store.db).selectFrom('dmarc_day').select('messages').orderBy('day').execute();
    assert.equal(days.length, 10);
    assert.equal(days.reduce((sum, { messages }) => sum + messages, 0), 1003);
    assert.ok(days.every(({ messages }) => messages === 100 || messages === 101));
  });
});

test('parts of a whole add up to it, for any weights', () => {
  const random = numbersFrom(3);
  for (let round = 0; round < 500; round++) {
    const shares = Array.from({ length: 1 + Math.floor(random() * 40) }, (_, day) => ({ day, weight: 1 + Math.floor(random() * 1e8) }));
    const total = Math.floor(random() * 1e12);
    const parts = apportion(total, shares);
    assert.equal(parts.reduce((sum, part) => sum + part, 0), total);
    assert.ok(parts.every(part => Number.isInteger(part) && part >= 0));
  }
});

test('a report of up to 26 hours belongs to the day on which it begins', () => {
  const local = Date.UTC(2026, 0, 9, 23);
  for (const hours of [0, 1, 24, 25, 26]) assert.deepEqual(sharesOf(local, local + hours * 3_600_000).map(({ day }) => day), [Date.UTC(2026, 0, 9) / DAY_MS], `${hours} hours`);
  assert.equal(sharesOf(local, local + 27 * 3_600_000).length, 3);
});

interface Arrival {
  id: string;
  receivedAt: number;
  bytes: Buffer;
  records: MadeRecord[];
}

/** Reports, some of which come again, or again with another content, in the order of their arrival. */
function arrivalsOf(random: () => number): Arrival[] {
  const arrivals: Arrival[] = [];
  for (let at = 0; at < 14; at++) {
    const earlier = arrivals[Math.floor(random() * arrivals.length)];
    const again = earlier !== undefined && random() < 0.5;
    const id = again ? earlier.id : `report-${at}`;
    const records = again && random() < 0.4 ? earlier.records : recordsOf(random);
    const days = Number(id.slice(-1)) % 3 === 0 ? 4 : 1;
    arrivals.push({ id, receivedAt: 1000 + at, records, bytes: reportXml({ domain: 'example.com', id, begin: BEGIN, end: BEGIN + days * DAY_MS - 1000, records }) });
  }
  return arrivals;
}

function recordsOf(random: () => number): MadeRecord[] {
  return Array.from({ length: 1 + Math.floor(random() * 5) }, () => ({
    ip: `192.0.2.${Math.floor(random() * 4)}`, count: Math.floor(random() * 50), dkim: random() < 0.5 ? 'pass' : 'fail', spf: random() < 0.5 ? 'pass' : 'fail',
    disposition: random() < 0.3 ? 'reject' : 'none',
  }));
}

function inPortions<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items.map(item => ({ item, at: random() })).toSorted((a, b) => a.at - b.at).map(({ item }) => item);
}

/** Numbers from 0 to 1, the same for the same seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
