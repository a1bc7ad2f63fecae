import assert from 'node:assert/strict';
import test from 'node:test';
import { createCounters, createQueue, type Store } from '../../../store/index.ts';
import { onEachDatabase } from '../../../../test/databases.ts';
import { standardPlans, type Spent } from '../../platform/account/index.ts';
import type { Announce } from '../../announcement.ts';
import { personOf, testService } from '../../platform/audit/testing.ts';
import { changeDomains } from './bulk.ts';
import type { DomainsServices } from './services.ts';
import { deleteDomain as deletion } from './operations.ts';
import { startScan } from './scan-start.ts';
import { insertDomains } from './store.ts';
import { knownMeasures } from '../../../../test/facets.ts';
import { allTables } from '../../../../test/tables.ts';

const deleteDomain = deletion(knownMeasures);

async function setUp(store: Store) {
  const refunds: Spent[] = [];
  const heard: string[] = [];
  const { newId } = testService(store).services;
  const service = testService(store, {
    plans: standardPlans, counters: createCounters(store, store.clock), queue: createQueue(store, newId), runKinds: [],
    refund: (_: unknown, spent: Spent) => { refunds.push(spent); return Promise.resolve(); },
    announce: ((_tx, { name }, payload) => { heard.push(`${name} ${JSON.stringify(payload)}`); return Promise.resolve(); }) satisfies Announce,
  });
  const account = await service.addAccount();
  const ids = ['dom_a', 'dom_b', 'dom_c'];
  await insertDomains(store.db, ids.map(id => ({ id, account_id: account.id, name: `${id.slice(4)}.example`, due_at: null, created_at: 0, tags: [] })));
  const context = service.services as DomainsServices;
  /** A scan of the domain: for nothing, spent at that moment, or under way. */
  const scan = async (id: string, spentAt: number | null, underWay = false) => {
    const { run } = await store.transaction(tx => startScan(tx, context, account.id, { id, name: id }, spentAt));
    if (underWay) await allTables(store.db).updateTable('run').set({ status: 'running', started_at: 1 }).where('id', '=', run.id).execute();
  };
  const runs = async () => (await allTables(store.db).selectFrom('run').select(['subject_id', 'status']).orderBy('subject_id').execute()).map(({ subject_id, status }) => `${subject_id} ${status}`);
  return { ...service, account, refunds, heard, scan, runs, queue: context.queue };
}

onEachDatabase('a domain that is deleted', open => {
  test('takes its runs along, and gives back what was spent for those that had not begun', async () => {
    const { call, account, scan, runs, queue, refunds, heard } = await setUp(await open());
    await scan('dom_a', 1000);
    await scan('dom_b', 2000);
    assert.equal((await call(deleteDomain, personOf(account), { id: 'dom_a' })).status, 200);
    assert.deepEqual(await runs(), ['dom_a cancelled', 'dom_b queued']);
    assert.deepEqual([refunds, await queue.waiting(), heard], [[{ accountId: account.id, allowance: 'manualScans', spentAt: 1000 }], 1, [`domains.deleting ${JSON.stringify({ accountId: account.id, domainIds: ['dom_a'] })}`]]);
    assert.equal((await call(deleteDomain, personOf(account), { id: 'dom_a' })).status, 404);
  });

  test('gives nothing back for what had begun or cost nothing; many at once go alike', async () => {
    const { call, account, scan, runs, queue, refunds } = await setUp(await open());
    await scan('dom_a', 1000, true);
    await scan('dom_b', null);
    await scan('dom_c', 3000);
    assert.equal((await call(changeDomains, personOf(account), { ids: ['dom_a', 'dom_b'], action: 'delete' })).body.data.changed, 2);
    assert.deepEqual([await runs(), refunds, await queue.waiting()], [['dom_a cancelled', 'dom_b cancelled', 'dom_c queued'], [], 1]);
  });
});
