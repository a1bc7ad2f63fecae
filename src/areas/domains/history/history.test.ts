import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { startLab } from '../../../../lab/index.ts';
import type { Lab } from '../../../../lab/types.ts';
import { outsideOfLab } from '../../../app/commands/demo.ts';
import { composeChecker } from '../../../app/compose.ts';
import type { Store } from '../../../store/index.ts';
import { onEachDatabase, testClock } from '../../../../test/databases.ts';
import { personOf, testService, type TestReply } from '../../platform/audit/testing.ts';
import { standardPlans } from '../../platform/account/index.ts';
import type { CheckResult } from '../check/index.ts';
import { compareScans, showHistory } from './history.ts';
import { showOverview } from './overview.ts';
import { keepSnapshot, snapshotOf } from './snapshots/index.ts';
import { insertDomains } from '../inventory/store.ts';
import { feed } from '../../../../test/facets.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let lab: Lab;
let scanned: CheckResult;
before(async () => {
  lab = await startLab();
  scanned = await composeChecker(outsideOfLab(lab))('weak-mail.example');
});
after(() => lab.stop());

async function setUp(store: Store) {
  const service = testService(store, { runKinds: [], plans: standardPlans });
  const account = await service.addAccount();
  const id = service.services.newId('dom');
  await insertDomains(store.db, [{ id, account_id: account.id, name: scanned.domain, due_at: null, created_at: 0, tags: [] }]);
  return {
    id,
    /** Keeps a scan like the first one, but for `change`. */
    async scan(at: number, change: (result: CheckResult) => void = () => {}) {
      const result = structuredClone(scanned);
      change(result);
      await store.transaction(tx => keepSnapshot(tx, id, { at, score: result.score, snapshot: snapshotOf(result) }));
    },
    history: (query = {}): Promise<TestReply> => service.call(showHistory, personOf(account), { id, limit: 50, ...query }),
    compare: (query = {}): Promise<TestReply> => service.call(compareScans, personOf(account), { id, ...query }),
    overview: async () => (await service.call(showOverview, personOf(account), { id })).body.data,
  };
}

const iso = (at: number) => new Date(at).toISOString();
const movedMx = (result: CheckResult) => {
  result.records.mx.records = [{ priority: 5, exchange: 'mail.elsewhere.example' }];
  Object.assign(result, { score: 40, grade: 'D' });
};

onEachDatabase('the history of a domain', open => {
  test('shows every scan, newest first, with what has changed', async () => {
    const { scan, history } = await setUp(await open());
    for (const [day, change] of [undefined, undefined, movedMx, undefined].entries()) await scan(day * DAY_MS, change);
    const { body } = await history();
    assert.deepEqual(body.data.map((one: { at: string; score: number; grade: string; changed: string[] | null }) => [one.at, one.score, one.grade, one.changed]), [
      [iso(3 * DAY_MS), scanned.score, scanned.grade, ['mx']], [iso(2 * DAY_MS), 40, 'D', ['mx']], [iso(DAY_MS), scanned.score, scanned.grade, []], [iso(0), scanned.score, scanned.grade, null],
    ]);
    assert.equal(body.nextCursor, null);
    const within = (await history({ from: '1970-01-02', to: iso(3 * DAY_MS) })).body.data;
    assert.deepEqual(within.map((one: { at: string }) => one.at), [iso(2 * DAY_MS), iso(DAY_MS)], 'from a date on, and before a moment');
  });

  test('comes in pages that know what was before them', async () => {
    const { scan, history } = await setUp(await open());
    for (const [day, change] of [undefined, movedMx, movedMx, undefined].entries()) await scan(day * DAY_MS, change);
    const changed: unknown[] = [];
    for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
      const { body }: TestReply = await history({ limit: 1, ...(cursor === null ? {} : { cursor }) });
      changed.push(...body.data.map((one: { changed: unknown }) => one.changed));
      cursor = body.nextCursor;
    }
    assert.deepEqual(changed, [['mx'], [], ['mx'], null]);
  });

  test('tells the difference between what held at two moments', async () => {
    const { scan, ...asked } = await setUp(await open());
    await scan(0);
    await scan(DAY_MS, movedMx);
    await scan(2 * DAY_MS, result => { result.records.spf.record = 'v=spf1 -all'; });
    const compare = async (query: Record<string, string>) => (await asked.compare(query)).body.data;
    const difference = await compare({ from: iso(HOUR_MS), to: iso(2 * DAY_MS - 1) });
    assert.deepEqual([difference.from.at, difference.to.at, difference.from.score, difference.to.score], [iso(0), iso(DAY_MS), scanned.score, 40]);
    assert.ok(difference.changes.length > 0 && difference.changes.every((one: { record: string }) => one.record === 'mx'));
    assert.deepEqual(difference.changes.at(-1), { record: 'mx', what: 'Mail server', kind: difference.changes.at(-1).kind, before: difference.changes.at(-1).before, after: '5 mail.elsewhere.example' });
    const toLast = await compare({ from: '1970-01-01T00:00:00Z' });
    assert.equal(toLast.to.at, iso(2 * DAY_MS));
    assert.deepEqual((await compare({ from: iso(DAY_MS), to: iso(DAY_MS) })).changes, []);
    assert.equal((await compare({ from: '1970-01-01', to: '1970-01-02' })).to.at, iso(DAY_MS), 'a date is its end');
  });

  test('tells nothing of a moment before the first scan', async () => {
    const { scan, compare } = await setUp(await open());
    await scan(0);
    assert.deepEqual((await compare({ from: '1960-01-01T00:00:00Z' })).body, { success: true, data: null });
  });

  const refused: [says: string, query: object, status: number][] = [
    ['an end without a beginning', { to: '2026-01-01T00:00:00Z' }, 400],
    ['a moment that is none', { from: 'yesterday' }, 400],
  ];
  for (const [says, query, status] of refused) {
    test(`${says} answers ${status}`, async () => {
      const { scan, compare } = await setUp(await open());
      await scan(0);
      assert.equal((await compare(query)).status, status);
    });
  }
});

onEachDatabase('the overview of a domain', open => {
  test('says so before the first scan', async () => {
    const { overview } = await setUp(await open());
    assert.partialDeepStrictEqual(await overview(), { score: null, before: null, records: [], issues: [], nextActions: [], registration: null, checkedAt: null, run: null });
  });

  const befores: [says: string, days: number[], before: number | null][] = [
    ['the scan of a week before', [0, 3, 10, 13, 17], 10],
    ['one that is just a week old', [0, 10, 17], 10],
    ['the first where all are younger', [12, 14, 17], 12],
    ['none where there is only one', [17], null],
  ];
  for (const [says, days, before] of befores) {
    test(`compares with ${says}`, async () => {
      const { scan, overview } = await setUp(await open());
      for (const day of days) await scan(day * DAY_MS, day === before ? movedMx : undefined);
      assert.deepEqual((await overview()).before, before === null ? null : { at: iso(before * DAY_MS), score: 40, grade: 'D' });
    });
  }

  test('shows the records, the most severe issues first, and what to do next', async () => {
    const { scan, overview } = await setUp(await open());
    await scan(0);
    const { records, issues, nextActions, issuesCount } = await overview();
    assert.equal(issuesCount, scanned.summary.issues_count);
    assert.deepEqual(Object.fromEntries(records.map(({ record, status }: { record: string; status: string }) => [record, status])), Object.fromEntries(Object.entries(scanned.records).map(([record, { status }]) => [record, status])));
    const failed = scanned.findings.filter(({ state, severity }) => state === 'fail' && severity !== 'info');
    assert.deepEqual(issues.map(({ severity }: { severity: string }) => severity), failed.slice(0, 10).map(({ severity }) => severity));
    assert.equal(nextActions.length, 3);
    assert.ok(nextActions.every(({ fix, gain }: { fix: { text: string }; gain: number }) => fix.text !== '' && gain >= 0));
  });

  test('counts the days that the registration has left, down to the day on which it ends', async () => {
    const clock = testClock();
    const store = await open(clock);
    const { id, overview } = await setUp(store);
    await feed(store.db, id, { expiresAt: clock.now() + 2 * DAY_MS + 1 });
    const left = async () => (await overview()).registration.daysLeft;
    const seen = [await left()];
    for (const ms of [2, DAY_MS, DAY_MS]) { clock.advance(ms); seen.push(await left()); }
    assert.deepEqual(seen, [2, 1, 0, -1]);
  });
});
