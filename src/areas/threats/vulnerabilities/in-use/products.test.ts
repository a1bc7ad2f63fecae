import assert from 'node:assert/strict';
import test from 'node:test';
import { onEachDatabase } from '../../../../../test/databases.ts';
import { allTables } from '../../../../../test/tables.ts';
import { insertDomains } from '../../../domains/inventory/store.ts';
import { personOf, testService } from '../../../platform/audit/testing.ts';
import { productOperations } from './operations.ts';

const [listProducts] = productOperations;

onEachDatabase('products in use', open => {
  test('are listed page by page, each once, and counted over all pages', async () => {
    const store = await open();
    const { call, addAccount } = testService(store);
    const account = await addAccount();
    await insertDomains(store.db, [{ id: 'dom_a', account_id: account.id, name: 'a.example', due_at: null, created_at: 0, tags: [] }]);
    const versions = Array.from({ length: 7 }, (_, at) => `1.${at}`);
    await allTables(store.db).insertInto('vuln_component').values(versions.map(version => ({
      domain_id: 'dom_a', account_id: account.id, fingerprint: version, host: 'a.example', location: 'a.example', name: 'Thing', product: null, version, package: null, origin: 'scan', judged: 0 as const,
    }))).execute();
    const shown: string[] = [];
    for (let cursor: string | null = '', pages = 0; cursor !== null; pages++) {
      const { body } = await call(listProducts, personOf(account), { limit: 3, ...(cursor === '' ? {} : { cursor }) });
      shown.push(...body.data.map((row: { version: string }) => row.version));
      assert.deepEqual([body.counts, pages < 3], [{ products: 7, notJudged: 7, withAlerts: 0 }, true]);
      cursor = body.nextCursor;
    }
    assert.deepEqual(shown, versions);
  });
});
