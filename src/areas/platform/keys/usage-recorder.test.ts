import assert from 'node:assert/strict';
import test from 'node:test';
import type { Store } from '../../../store/store.ts';
import { onEachDatabase } from '../../../../test/databases.ts';
import { createUsage } from './usage-recorder.ts';
import { allTables } from '../../../../test/tables.ts';

const HOUR_MS = 3_600_000;

async function addKey(store: Store, id: string): Promise<void> {
  await allTables(store.db).insertInto('account').values({ id: `acc_${id}`, name: 'A', plan: 'pro', operator: 0, settings: '{}', settings_version: 0, created_at: 0 }).execute();
  await allTables(store.db).insertInto('api_key').values({
    id, account_id: `acc_${id}`, name: null, prefix: 'svc_', hash: id, scopes: '[]', rate_limit: 1, created_at: 0, created_by: null,
    expires_at: null, revoked_at: null, last_used_at: null,
  }).execute();
}

const usageRows = (store: Store) => allTables(store.db).selectFrom('key_usage').selectAll().orderBy('hour').orderBy('status').execute();

onEachDatabase('Usage of keys', open => {
  test('calls are added up by hour, operation and status, and with what is on the disk', async () => {
    const store = await open();
    await addKey(store, 'key_1');
    const usage = createUsage(store);
    for (const [hour, status] of [[0, 200], [0, 200], [0, 404], [HOUR_MS, 200]] as const) usage.record('key_1', 'check.domain', status, hour + 5, '203.0.113.7');
    await usage.flush();
    usage.record('key_1', 'check.domain', 200, HOUR_MS + 7, '203.0.113.7');
    await usage.flush();
    await usage.flush();
    const row = { key_id: 'key_1', operation: 'check.domain' };
    assert.deepEqual(await usageRows(store), [
      { ...row, hour: 0, status: 200, requests: 2 }, { ...row, hour: 0, status: 404, requests: 1 }, { ...row, hour: HOUR_MS, status: 200, requests: 2 },
    ]);
    assert.deepEqual(await allTables(store.db).selectFrom('api_key').select(['last_used_at', 'last_network']).execute(), [{ last_used_at: HOUR_MS + 7, last_network: '203.0.113.0/24' }]);
  });

  test('the calls of a key that was deleted meanwhile are dropped, those of others kept', async () => {
    const store = await open();
    await addKey(store, 'key_1');
    const usage = createUsage(store);
    usage.record('key_gone', 'o', 200, 1, '203.0.113.7');
    usage.record('key_1', 'o', 200, 1, '203.0.113.7');
    await usage.flush();
    assert.deepEqual((await usageRows(store)).map(row => row.key_id), ['key_1']);
  });

  test('a flush that fails keeps the calls for the next one', async () => {
    const store = await open();
    await addKey(store, 'key_1');
    let failing = true;
    const usage = createUsage({ ...store, transactionOfFigures: work => (failing ? Promise.reject(new Error('gone')) : store.transaction(work)) });
    usage.record('key_1', 'o', 200, 1, '203.0.113.7');
    await assert.rejects(usage.flush(), /gone/);
    usage.record('key_1', 'o', 200, 2, '203.0.113.7');
    failing = false;
    await usage.flush();
    assert.deepEqual((await usageRows(store)).map(row => row.requests), [2]);
    assert.deepEqual(await allTables(store.db).selectFrom('api_key').select('last_used_at').execute(), [{ last_used_at: 2 }]);
  });

  test('closing the store writes what is left', async () => {
    const store = await open();
    await addKey(store, 'key_1');
    const usage = createUsage(store);
    usage.record('key_1', 'o', 200, 1, '203.0.113.7');
    let written = 0;
    store.beforeClose(async () => { written = (await usageRows(store)).length; });
    await store.close();
    assert.equal(written, 1);
  });
});
