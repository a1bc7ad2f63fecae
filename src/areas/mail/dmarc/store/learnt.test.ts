import assert from 'node:assert/strict';
import test from 'node:test';
import type { SpfNode } from '../../../../checks/spf/tree.ts';
import type { Lookup } from '../../../../core/lookup.ts';
import type { NewJob, Store } from '../../../../store/index.ts';
import { onEachDatabase, testClock, type TestClock } from '../../../../../test/databases.ts';
import { keepHosts } from '../senders/host-names.ts';
import { nameAgain } from './rename.ts';
import { lookupSpfHosts, spfStatus } from './spf-hosts-job.ts';
import { addAccount, allSources, keep, keepMeans, reportXml, type MadeRecord } from './store.sample.ts';
import { allTables } from '../../../../../test/tables.ts';

const HOUR_MS = 3_600_000;
const work = { id: 'job_1', accountId: 'acc_a', attempts: 1, signal: new AbortController().signal };

/** Keeps a report, all of whose addresses have no host name. */
async function report(store: Store, clock: TestClock, id: string, records: readonly MadeRecord[]): Promise<void> {
  await keepHosts(store.db, new Map(records.map(({ ip }) => [ip, { outcome: 'known', host: null }])), clock.now());
  await keep(store, clock, reportXml({ domain: 'example.com', id, begin: clock.now() - 24 * HOUR_MS, records }), { accountId: 'acc_a' });
}

/** Does the naming job of all reports; gives the jobs that it has added. */
async function nameAll(store: Store, clock: TestClock): Promise<readonly NewJob[]> {
  const added: NewJob[] = [];
  const rows = await allTables(store.db).selectFrom('dmarc_report').select(['domain_no', 'no']).execute();
  const services = { ...keepMeans(clock), store, queue: { add: (_tx: unknown, _accountId: string, jobs: readonly NewJob[]) => Promise.resolve(added.push(...jobs)) } };
  const outcome = await nameAgain.handle({ ...work, payload: { domainNo: rows[0]!.domain_no, reports: rows.map(({ no }) => no), waits: 0 }, services });
  await store.transaction(tx => outcome!.change!(tx));
  return added;
}

const noLookup = () => assert.fail('Nothing is to be looked up.');

/** The class that each address is in, and why. */
async function classes(store: Store): Promise<Record<string, { class: string; reasons: string[] }>> {
  const rows = await allSources(store.db);
  return Object.fromEntries(rows.map(({ ip, class: of, reasons }) => [ip, { class: of, reasons: JSON.parse(reasons) as string[] }]));
}

async function addTree(store: Store, domainId: string, record: string): Promise<void> {
  const tree: SpfNode = { domain: 'example.com', kind: 'root', via: null, record, lookups: 0, voidLookups: 0, error: null, nxdomain: false, failed: null, all: null, children: [], targets: [] };
  await allTables(store.db).insertInto('snapshot_part').values({ domain_id: domainId, hash: 'spf', body: JSON.stringify({ tree }) }).execute();
  await allTables(store.db).insertInto('snapshot_set').values({ domain_id: domainId, hash: 'set', parts: JSON.stringify({ records: { spf: 'spf' } }) }).execute();
  await allTables(store.db).insertInto('snapshot').values({ domain_id: domainId, at: 1, set_hash: 'set', score: null }).execute();
}

onEachDatabase('what naming learns of a domain', open => {
  test('a spoof from outside is a threat as soon as the hosts of the SPF record are known, which are asked for once a day', async () => {
    const clock = testClock();
    const store = await open(clock);
    await addAccount(store.db, 'acc_a', { proven: ['example.com'] }, clock.now());
    await addTree(store, 'dom_acc_a_example_com', 'v=spf1 a:mail.example.com -all');
    await report(store, clock, 'one', [
      { ip: '203.0.113.9', count: 5, envelopeFrom: 'stranger.example', checked: ['stranger.example', 'pass'] }, { ip: '192.0.2.1', count: 5, envelopeFrom: 'host.example', checked: ['host.example', 'none'] },
    ]);
    const before = await classes(store);
    assert.deepEqual(Object.values(before).map(({ class: of, reasons }) => [of, reasons.includes('not_looked_up')]), [['unknown', true], ['unknown', true]]);
    assert.deepEqual((await nameAll(store, clock)).map(({ kind }) => kind), ['dmarcName']);

    let [asked, broken] = [0, false];
    const answer = (name: string, type: string): Lookup<readonly never[]> => {
      asked++;
      if (broken) return { outcome: 'failed', kind: 'timeout', cause: 'timeout' };
      return name === 'mail.example.com' && type === 'A' ? { outcome: 'found', value: ['192.0.2.1'] as never[], via: [], ttlSeconds: 60 } : { outcome: 'absent', nxdomain: false, via: [] };
    };
    const { domain_no: domainNo } = await allTables(store.db).selectFrom('dmarc_report').select('domain_no').executeTakeFirstOrThrow();
    const ask = async (accountId = 'acc_a'): Promise<void> => {
      const outcome = await lookupSpfHosts.handle({ ...work, accountId, payload: { domainNo }, services: { store, clock, bulkLookup: noLookup, resolve: () => ({ lookup: (name, type) => Promise.resolve(answer(name, type)) }) } });
      if (outcome) await store.transaction(tx => outcome.change!(tx));
    };
    await ask('acc_b');
    assert.equal(asked, 0);
    await ask();
    await ask();
    assert.equal(asked, 2);
    assert.deepEqual(await nameAll(store, clock), []);
    const after = await classes(store);
    assert.deepEqual([after['203.0.113.9']!.class, after['192.0.2.1']!.class], ['threat', 'own']);

    clock.advance(24 * HOUR_MS);
    await ask();
    assert.equal(asked, 4);
    const isOpen = async (): Promise<boolean> => (await spfStatus(store.db, 'acc_a', domainNo, clock.now())).open;
    clock.advance(71 * HOUR_MS);
    assert.equal(await isOpen(), false);
    clock.advance(HOUR_MS);
    assert.equal(await isOpen(), true);
    broken = true;
    await ask();
    assert.equal(await isOpen(), false);
    clock.advance(6 * HOUR_MS);
    assert.equal(await isOpen(), true);
  });

  test('an own server that only signs is own at once when it comes again, and what others pass on is not', async () => {
    const clock = testClock();
    const store = await open(clock);
    await addAccount(store.db, 'acc_a', { proven: ['example.com'] }, clock.now());
    const signed = (ip: string, count: number): MadeRecord => ({ ip, count, dkim: 'pass', signatures: [['example.com', 's1', 'pass']] });
    await report(store, clock, 'one', [signed('192.0.2.1', 90)]);
    assert.equal((await classes(store))['192.0.2.1']!.class, 'forwarder');
    await nameAll(store, clock);
    assert.equal((await classes(store))['192.0.2.1']!.class, 'own');
    await report(store, clock, 'two', [signed('192.0.2.77', 90), signed('198.51.100.1', 3), { ip: '203.0.113.9', count: 5 }]);
    const found = await classes(store);
    assert.deepEqual(Object.fromEntries(Object.entries(found).map(([ip, { class: of }]) => [ip, of])), { '192.0.2.1': 'own', '192.0.2.77': 'own', '198.51.100.1': 'forwarder', '203.0.113.9': 'threat' });
    assert.ok(found['203.0.113.9']!.reasons.includes('never_signed_here'));
  });
});
