import assert from 'node:assert/strict';
import test from 'node:test';
import { createCounters } from '../../../store/index.ts';
import { onEachDatabase } from '../../../../test/databases.ts';
import { readAllowances, refundAllowance, spendAllowance, spendAllowanceLeft } from './allowances.ts';
import { standardPlans } from './plans.ts';

const DAY_MS = 86_400_000;
const NOW = 20 * DAY_MS + 5;
const HOME = '127.0.0.1';
const account = { id: 'acc_1', name: 'One', plan: 'free', operator: false } as const;
const home = { account, address: HOME };

onEachDatabase('A daily allowance', open => {
  const make = async () => {
    const store = await open();
    const spending = { counters: createCounters(store, store.clock), plans: standardPlans, clientNetworkOf: (address: string) => (address === HOME ? null : address) };
    const remaining = async (now = NOW) => (await readAllowances(spending, account, now)).map(({ name, remaining }) => [name, remaining]);
    return { store, spending, remaining };
  };

  test('is spent one by one up to that of the plan, and is whole again on the next day (UTC)', async () => {
    const { spending, remaining } = await make();
    for (let used = 1; used <= 5; used++) {
      assert.deepEqual(await spendAllowance(spending, home, 'manualScans', NOW), { name: 'manual_scans', max: 5, used, windowSeconds: 86_400, resetsAt: 21 * DAY_MS });
    }
    assert.equal((await spendAllowance(spending, home, 'manualScans', NOW)).used, 6);
    assert.deepEqual(await remaining(), [['website_scans', 25], ['manual_scans', 0]]);
    assert.deepEqual(await remaining(NOW + DAY_MS), [['website_scans', 25], ['manual_scans', 5]]);
  });

  test('is spent as far as there is any left, where that is asked for', async () => {
    const { store, spending, remaining } = await make();
    const spend = (count: number) => store.transaction(async db => {
      const { granted, count: { used } } = await spendAllowanceLeft(spending, home, 'manualScans', NOW, { count, db });
      return [granted, used];
    });
    assert.deepEqual([await spend(3), await spend(3), await spend(3)], [[3, 3], [2, 5], [0, 5]]);
    assert.deepEqual(await remaining(), [['website_scans', 25], ['manual_scans', 0]]);
  });

  test('is given back to the day on which it was spent', async () => {
    const { spending, remaining } = await make();
    for (const now of [NOW, NOW + DAY_MS]) await spendAllowance(spending, home, 'websiteScans', now);
    await refundAllowance(spending.counters, { accountId: account.id, allowance: 'websiteScans', spentAt: NOW });
    assert.deepEqual([await remaining(), await remaining(NOW + DAY_MS)], [[['website_scans', 25], ['manual_scans', 5]], [['website_scans', 24], ['manual_scans', 5]]]);
  });

  const from = (at: number, plan: 'free' | 'pro' = 'free', address = '203.0.113.7') => ({ account: { ...account, id: `acc_${at}`, plan }, address });

  test('is held by the network of the client whatever account it signs in to, and another network and plan are not touched', async () => {
    const { spending } = await make();
    const max = standardPlans.free.networkScansPerDay;
    for (let at = 0; at < max; at++) assert.equal((await spendAllowance(spending, from(at), at % 2 ? 'websiteScans' : 'manualScans', NOW)).used, 1);
    assert.deepEqual(await spendAllowance(spending, from(max), 'websiteScans', NOW), { name: 'network_scans', max, used: max + 1, windowSeconds: 86_400, resetsAt: 21 * DAY_MS });
    assert.deepEqual((await readAllowances(spending, from(max).account, NOW)).map(({ used }) => used), [0, 0], 'a refusal costs the account nothing');
    for (const one of [from(max, 'pro'), from(max, 'free', '203.0.113.8'), { ...from(max), address: HOME }]) assert.equal((await spendAllowance(spending, one, 'manualScans', NOW)).name, 'manual_scans');
    assert.equal((await spendAllowance(spending, from(max), 'websiteScans', NOW + DAY_MS)).name, 'website_scans');
  });

  test('that is used up costs the network nothing', async () => {
    const { spending } = await make();
    const max = standardPlans.free.networkScansPerDay;
    for (let call = 0; call < max; call++) await spendAllowance(spending, from(1), 'manualScans', NOW);
    assert.equal((await spendAllowance(spending, from(2), 'manualScans', NOW)).name, 'manual_scans');
  });

  test('is granted as far as the network has any left, and what it has not is the account\'s again', async () => {
    const { store, spending } = await make();
    const tight = { ...spending, plans: { ...standardPlans, free: { ...standardPlans.free, networkScansPerDay: 4 } } };
    const spend = (at: number, count: number) => store.transaction(async db => {
      const { granted, count: { used } } = await spendAllowanceLeft(tight, from(at), 'manualScans', NOW, { count, db });
      return [granted, used];
    });
    assert.deepEqual([await spend(1, 3), await spend(2, 3), await spend(3, 1)], [[3, 3], [1, 1], [0, 0]]);
    assert.equal((await readAllowances(tight, from(2).account, NOW))[1]!.used, 1);
  });
});
