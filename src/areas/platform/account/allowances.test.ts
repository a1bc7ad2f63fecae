import assert from 'node:assert/strict';
import test from 'node:test';
import { createCounters } from '../../../store/index.ts';
import { onEachDatabase } from '../../../../test/databases.ts';
import { readAllowances, refundAllowance, spendAllowance, spendAllowanceLeft } from './allowances.ts';
import { standardPlans } from './plans.ts';

const DAY_MS = 86_400_000;
const NOW = 20 * DAY_MS + 5;
const account = { id: 'acc_1', name: 'One', plan: 'free', operator: false } as const;

onEachDatabase('A daily allowance', open => {
  const make = async () => {
    const store = await open();
    const spending = { counters: createCounters(store, store.clock), plans: standardPlans };
    const remaining = async (now = NOW) => (await readAllowances(spending, account, now)).map(({ name, remaining }) => [name, remaining]);
    return { store, spending, remaining };
  };

  test('is spent one by one up to that of the plan, and is whole again on the next day (UTC)', async () => {
    const { spending, remaining } = await make();
    for (let used = 1; used <= 5; used++) {
      assert.deepEqual(await spendAllowance(spending, account, 'manualScans', NOW), { name: 'manual_scans', max: 5, used, windowSeconds: 86_400, resetsAt: 21 * DAY_MS });
    }
    assert.equal((await spendAllowance(spending, account, 'manualScans', NOW)).used, 6);
    assert.deepEqual(await remaining(), [['website_scans', 25], ['manual_scans', 0]]);
    assert.deepEqual(await remaining(NOW + DAY_MS), [['website_scans', 25], ['manual_scans', 5]]);
  });

  test('is spent as far as there is any left, where that is asked for', async () => {
    const { store, spending, remaining } = await make();
    const spend = (count: number) => store.transaction(db => spendAllowanceLeft(spending, account, 'manualScans', NOW, { count, db }));
    assert.deepEqual([await spend(3), await spend(3), await spend(3)], [3, 2, 0]);
    assert.deepEqual(await remaining(), [['website_scans', 25], ['manual_scans', 0]]);
  });

  test('is given back to the day on which it was spent', async () => {
    const { spending, remaining } = await make();
    for (const now of [NOW, NOW + DAY_MS]) await spendAllowance(spending, account, 'websiteScans', now);
    await refundAllowance(spending.counters, { accountId: account.id, allowance: 'websiteScans', spentAt: NOW });
    assert.deepEqual([await remaining(), await remaining(NOW + DAY_MS)], [[['website_scans', 25], ['manual_scans', 5]], [['website_scans', 24], ['manual_scans', 5]]]);
  });
});
