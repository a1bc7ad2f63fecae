// What is asked of providers is counted before it is asked, by provider and day, up to what an account may ask for.
import assert from 'node:assert/strict';
import test from 'node:test';
import { onEachDatabase, testClock } from '../../../../test/databases.ts';
import { testService } from '../../platform/audit/testing.ts';
import { spend, spentOn } from './index.ts';

const DAY_MS = 86_400_000;

onEachDatabase('the ledger', open => {
  test('counts by purpose, provider, account and day, and nothing beyond the limit', async () => {
    const clock = testClock();
    const store = await open(clock);
    const [one, other] = [await testService(store).addAccount(), await testService(store).addAccount()];
    const add = (accountId: string, provider: string, requests: number, purpose = 'localSeo'): Promise<boolean> => store.transaction(tx => spend(tx, accountId, { purpose, provider, requests, usd: requests * 0.002, most: 10 }, clock.now()));
    const spent = (days = 1) => spentOn(store.db, one.id, 'localSeo', { days, now: clock.now() });
    assert.deepEqual([await add(one.id, 'a', 6), await add(one.id, 'b', 4), await add(one.id, 'a', 1), await add(one.id, 'a', 11)], [true, true, false, false]);
    assert.deepEqual([await add(one.id, 'a', 10, 'searchData'), await add(other.id, 'a', 10)], [true, true]);
    assert.deepEqual(await spent(), [{ provider: 'a', requests: 6, usd: 0.012 }, { provider: 'b', requests: 4, usd: 0.008 }]);
    clock.advance(DAY_MS);
    assert.deepEqual([await spent(), await add(one.id, 'a', 10)], [[], true]);
    assert.deepEqual((await spent(30)).map(({ provider, requests }) => [provider, requests]), [['a', 16], ['b', 4]]);
  });
});
