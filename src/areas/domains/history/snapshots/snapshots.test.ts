import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test, { after, before, suite } from 'node:test';
import { startLab } from '../../../../../lab/index.ts';
import type { Lab } from '../../../../../lab/types.ts';
import { outsideOfLab } from '../../../../app/commands/demo.ts';
import { composeChecker } from '../../../../app/compose.ts';
import { onEachDatabase } from '../../../../../test/databases.ts';
import type { Store } from '../../../../store/index.ts';
import type { CheckResult } from '../../check/index.ts';
import { insertDomains } from '../../inventory/store.ts';
import { changedSince, differenceOf, keepSnapshot, latestResult, newestSnapshots, readSnapshot, resultOf, setsOf, snapshotOf, type Difference, type Judgement, type Snapshot } from './index.ts';
import { allTables } from '../../../../../test/tables.ts';

interface Golden {
  says: string;
  before: Pick<Snapshot, 'records'> & Pick<Judgement, 'findings'>;
  after: Golden['before'];
  difference: Difference;
}

const judgement: Judgement = {
  grade: 'B', provisional: false, profile: { kind: 'sending', evidence: [] }, bulkSenders: null, overallStatus: 'ok', reasons: [], findings: [], passed: [], notApplicable: {},
};
const snapshotWith = ({ records, findings }: Golden['before']): Snapshot => ({ records, judgement: { ...judgement, findings } });

suite('the difference between two snapshots', () => {
  const folder = new URL('golden/', import.meta.url);
  for (const name of readdirSync(folder)) {
    const golden = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Golden;
    test(`${name}: ${golden.says}`, () => assert.deepEqual(differenceOf(snapshotWith(golden.before), snapshotWith(golden.after)), golden.difference));
  }
});

let lab: Lab;
let scanned: CheckResult;
before(async () => {
  lab = await startLab();
  scanned = await composeChecker(outsideOfLab(lab))('weak-mail.example');
});
after(() => lab.stop());

/** The same result as another scan would give it. */
function again(change: (result: CheckResult) => void): CheckResult {
  const result = structuredClone(scanned);
  change(result);
  return result;
}

suite('a snapshot', () => {
  const noise: [says: string, change: (result: CheckResult) => void][] = [
    ['the time and cost of the scan', result => Object.assign(result, { timestamp: '2030-01-01T00:00:00.000Z', durationMs: 1, questions: 2 })],
    ['the order of answers', result => { result.records.nameservers.nameservers.reverse(); result.records.mx.records.reverse(); }],
    ['the serial of the zone', result => { result.records.soa.serial = 4_000_000_000; }],
    ['the greeting and address of a visit', result => { for (const host of result.records.smtp.hosts) Object.assign(host, { greeting: '220 mx id=5f3', address: '192.0.2.77' }); }],
    ['the wording of issues', result => { result.records.spf.issues.push('Another sentence'); }],
  ];
  for (const [says, change] of noise) test(`leaves out ${says}`, () => assert.deepEqual(snapshotOf(again(change)), snapshotOf(scanned)));

  const signals: [says: string, change: (result: CheckResult) => void][] = [
    ['another record', result => { result.records.spf.record = 'v=spf1 -all'; }],
    ['the order of terms in the SPF tree', result => { result.records.spf.tree = { domain: 'a', lookups: 2, children: [{ domain: 'c', lookups: 1, children: [] }, { domain: 'b', lookups: 1, children: [] }] }; }],
    ['another state of a finding', result => { Object.assign(result.findings[0]!, { state: 'unknown' }); }],
  ];
  for (const [says, change] of signals) test(`tells ${says}`, () => assert.notDeepEqual(snapshotOf(again(change)), snapshotOf(scanned)));

  test('gives back the reply that it was made of, but for the noise', () => {
    const given = resultOf(snapshotOf(scanned), { name: scanned.domain, at: Date.parse(scanned.timestamp), score: scanned.score });
    assert.deepEqual(snapshotOf(given), snapshotOf(scanned));
    assert.deepEqual(given.summary, scanned.summary);
    assert.deepEqual(given.findings.map(({ id, state, title }) => `${id} ${state} ${title}`).toSorted(), scanned.findings.map(({ id, state, title }) => `${id} ${state} ${title}`).toSorted());
    for (const [name, { issues }] of Object.entries(scanned.records)) assert.deepEqual(given.records[name as 'spf'].issues, issues, name);
  });
});

async function domainIn({ db }: Store): Promise<string> {
  await allTables(db).insertInto('account').values({ id: 'acc_a', name: '', plan: 'pro', operator: 0, settings: '{}', settings_version: 0, created_at: 0, delete_after: null }).execute();
  await insertDomains(db, [{ id: 'dom_a', account_id: 'acc_a', name: scanned.domain, due_at: null, created_at: 0, tags: [] }]);
  return 'dom_a';
}

onEachDatabase('the history', open => {
  const keep = (store: Store, id: string, at: number, result: CheckResult) =>
    store.transaction(tx => keepSnapshot(tx, id, { at, score: result.score, snapshot: snapshotOf(result) }));
  const count = async ({ db }: Store, table: 'snapshot' | 'snapshot_set' | 'snapshot_part') =>
    (await allTables(db).selectFrom(table).select(eb => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;

  test('keeps what was seen once, however often it was seen', async () => {
    const store = await open();
    const id = await domainIn(store);
    const changed = again(result => { result.records.spf.record = 'v=spf1 -all'; });
    for (const [at, result] of [scanned, scanned, changed, scanned].entries()) await keep(store, id, at, result);
    const parts = Object.keys(scanned.records).length + 1;
    assert.deepEqual([await count(store, 'snapshot'), await count(store, 'snapshot_set'), await count(store, 'snapshot_part')], [4, 2, parts + 1]);
    const rows = await newestSnapshots(store.db, id, null, 9);
    assert.deepEqual(rows.map(({ at }) => at), [3, 2, 1, 0]);
    assert.deepEqual(await readSnapshot(store.db, id, rows[1]!.set_hash), snapshotOf(changed));
    assert.deepEqual(await readSnapshot(store.db, id, rows[0]!.set_hash), snapshotOf(scanned));
    const last = (await setsOf(store.db, id, [rows[0]!.set_hash]))(rows[0]!.set_hash);
    assert.deepEqual([changedSince(null, snapshotOf(scanned)), changedSince(last, snapshotOf(scanned)), changedSince(last, snapshotOf(changed))], [null, [], ['spf']]);
  });

  test('takes one moment once', async () => {
    const store = await open();
    const id = await domainIn(store);
    await keep(store, id, 5, scanned);
    await keep(store, id, 5, scanned);
    assert.equal(await count(store, 'snapshot'), 1);
  });

  test('older than a year keeps one scan a day and every change, and the differences between those that are left', async () => {
    const store = await open();
    const id = await domainIn(store);
    const changed = again(result => { result.records.spf.record = 'v=spf1 -all'; });
    const [DAY_MS, HOUR_MS] = [86_400_000, 3_600_000];
    // On the first day every six hours, on the second with a change that goes again, on the third as on the first.
    const day = (number: number, results: readonly CheckResult[]) => results.map((result, at) => ({ at: number * DAY_MS + at * 6 * HOUR_MS, result }));
    for (const { at, result } of [...day(0, Array(4).fill(scanned)), ...day(1, [scanned, changed, changed, scanned]), ...day(2, Array(4).fill(scanned))]) await keep(store, id, at, result);
    const left = async () => (await newestSnapshots(store.db, id, null, 99)).map(({ at }) => at / HOUR_MS).toReversed();
    const whole = [0, 6, 12, 18, 24, 30, 36, 42, 48, 54, 60, 66];
    assert.deepEqual(await left(), whole);
    // 365 days after the first day has begun, no day is a year old as a whole.
    await keep(store, id, 365 * DAY_MS + 23 * HOUR_MS, scanned);
    assert.deepEqual((await left()).slice(0, -1), whole);
    await keep(store, id, 366 * DAY_MS, scanned);
    await keep(store, id, 367 * DAY_MS + HOUR_MS, scanned);
    assert.deepEqual((await left()).slice(0, -3), [0, 24, 30, 42, 48, 54, 60, 66]);
    const rows = await newestSnapshots(store.db, id, null, 99);
    const setAt = async (at: number) => readSnapshot(store.db, id, rows.find(row => row.at === at * HOUR_MS)!.set_hash);
    assert.deepEqual([await setAt(0), await setAt(30), await setAt(42)], [snapshotOf(scanned), snapshotOf(changed), snapshotOf(scanned)]);
  });

  test('has no last result before the first scan, and goes with its domain', async () => {
    const store = await open();
    const id = await domainIn(store);
    assert.equal(await latestResult(store.db, id), null);
    await keep(store, id, 5, scanned);
    assert.deepEqual((await latestResult(store.db, id))?.result.summary, scanned.summary);
    await allTables(store.db).deleteFrom('domain').execute();
    assert.deepEqual([await count(store, 'snapshot'), await count(store, 'snapshot_set'), await count(store, 'snapshot_part')], [0, 0, 0]);
  });
});
