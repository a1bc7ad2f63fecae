import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import { createNewId } from '../../../core/ids.ts';
import { createCounters, createQueue, type Store } from '../../../store/index.ts';
import { onEachDatabase, testClock } from '../../../../test/databases.ts';
import { standardPlans } from '../../platform/account/index.ts';
import type { DomainsServices } from './services.ts';
import { recordsOf } from './record.ts';
import { domainsIn, insertDomains } from './store.ts';
import { watching } from './watch.ts';
import { knownMeasures } from '../../../../test/facets.ts';
import { allTables } from '../../../../test/tables.ts';

const HOUR_MS = 3_600_000;

async function setUp(store: Store, domains: readonly { id: string; plan?: string; dueAt: number | null; minutes?: number }[]) {
  const newId = createNewId(store.clock, randomBytes);
  for (const plan of ['free', 'pro', 'enterprise']) {
    await allTables(store.db).insertInto('account').values({ id: `acc_${plan}`, name: '', plan, operator: 0, settings: '{}', settings_version: 0, created_at: 0, delete_after: null }).execute();
  }
  await insertDomains(store.db, domains.map(({ id, plan = 'enterprise', dueAt, minutes }) =>
    ({ id, account_id: `acc_${plan}`, name: `${id.slice(4)}.example`, due_at: dueAt, created_at: 0, tags: [], interval_minutes: minutes })));
  const context = { store, clock: store.clock, newId, queue: createQueue(store, newId), counters: createCounters(store, store.clock), plans: standardPlans } as unknown as DomainsServices;
  return {
    due: (max = 100) => store.transaction(tx => watching.due(tx, context, store.clock.now(), max)),
    dueAt: async (id: string) => (await allTables(store.db).selectFrom('domain').select('due_at').where('id', '=', id).executeTakeFirstOrThrow()).due_at,
    runs: async () => (await allTables(store.db).selectFrom('run').select(['subject_id', 'trigger', 'allowance']).orderBy('id').execute()),
  };
}

onEachDatabase('domains that are watched', open => {
  test('are scanned when their time has come, and then again after their interval', async () => {
    const clock = testClock();
    const store = await open(clock);
    const { due, dueAt, runs } = await setUp(store, [{ id: 'dom_now', dueAt: clock.now() }, { id: 'dom_later', dueAt: clock.now() + 1 }, { id: 'dom_paused', dueAt: null }]);
    assert.equal(await due(), 1);
    assert.deepEqual(await runs(), [{ subject_id: 'dom_now', trigger: 'schedule', allowance: null }]);
    const next = (await dueAt('dom_now'))! - clock.now();
    assert.ok(next >= 0.9 * HOUR_MS && next <= 1.1 * HOUR_MS, `${next} ms`);
    assert.equal(await due(), 0);
    clock.advance(2 * HOUR_MS);
    assert.equal(await due(), 2);
  });

  const intervals: [says: string, domain: { plan: string; minutes?: number }, hours: number][] = [
    ['the shortest of the plan unless told otherwise', { plan: 'pro' }, 6],
    ['the own one where that is longer', { plan: 'pro', minutes: 720 }, 12],
    ['the shortest of the plan where the own one is shorter, as after a change of the plan', { plan: 'free', minutes: 60 }, 24],
  ];
  for (const [says, domain, hours] of intervals) {
    test(`have as their interval ${says}`, async () => {
      const store = await open();
      const { due, dueAt } = await setUp(store, [{ id: 'dom_a', dueAt: 0, ...domain }]);
      await due();
      assert.equal(Math.round(((await dueAt('dom_a'))! - store.clock.now()) / HOUR_MS / hours), 1);
    });
  }

  test('are started once, however many processes wake at the same moment', async () => {
    const store = await open();
    const ids = Array.from({ length: 60 }, (_, at) => `dom_${String(at).padStart(2, '0')}`);
    const { due, runs } = await setUp(store, ids.map(id => ({ id, dueAt: 0 })));
    const taken = await Promise.all(Array.from({ length: 6 }, () => due(20)));
    let sum = taken.reduce((all, one) => all + one, 0);
    for (let more = 1; more > 0; sum += more) more = await due(20);
    assert.equal(sum, 60);
    assert.deepEqual((await runs()).map(({ subject_id }) => subject_id).toSorted(), ids);
  });

  test('are those that were added first where the plan has become smaller, and all again when it is larger', async () => {
    const clock = testClock();
    const store = await open(clock);
    const { due, runs } = await setUp(store, ['e', 'd', 'c', 'b', 'a'].map(name => ({ id: `dom_${name}`, plan: 'free', dueAt: 0 })));
    await allTables(store.db).updateTable('domain').set({ monitored: 0, due_at: null }).where('id', '=', 'dom_b').execute();
    const started = async () => (await runs()).map(({ subject_id }) => subject_id).toSorted();
    assert.equal(await due(), 4);
    assert.deepEqual(await started(), ['dom_a', 'dom_c']);
    const shown = async (plan: 'free' | 'pro') => {
      const rows = await domainsIn(store.db, 'acc_free').orderBy('domain.id').execute();
      return (await recordsOf(store.db, { plans: standardPlans, plan, measures: knownMeasures }, rows)).map(({ watch, nextCheckAt }) => `${watch}${nextCheckAt === null ? '' : ' soon'}`);
    };
    assert.deepEqual([await shown('free'), await shown('pro')], [['on soon', 'paused', 'on soon', 'beyondPlan', 'beyondPlan'], ['on soon', 'paused', 'on soon', 'on soon', 'on soon']]);
    await allTables(store.db).updateTable('account').set({ plan: 'pro' }).where('id', '=', 'acc_free').execute();
    clock.advance(30 * HOUR_MS);
    await due();
    assert.deepEqual(await started(), ['dom_a', 'dom_c', 'dom_d', 'dom_e']);
  });

  test('do not get a second scan while one waits', async () => {
    const clock = testClock();
    const store = await open(clock);
    const { due, runs } = await setUp(store, [{ id: 'dom_a', dueAt: 0 }]);
    await due();
    clock.advance(2 * HOUR_MS);
    assert.equal(await due(), 1);
    assert.equal((await runs()).length, 1);
  });
});
