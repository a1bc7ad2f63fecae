import assert from 'node:assert/strict';
import test from 'node:test';
import type { Store } from '../../../../store/index.ts';
import { onEachDatabase, testClock } from '../../../../../test/databases.ts';
import type { DomainRow } from '../../../domains/inventory/index.ts';
import { openLookalikes, SAMPLE, SampleWorld } from '../service.sample.ts';
import { keepFound } from './finds.ts';
import { sweepOf, watchLookalikes } from './watch.ts';
import { addToWatchlist } from './watchlist.ts';
import { allTables } from '../../../../../test/tables.ts';

const MINUTE_MS = 60_000;
const numbered = (count: number, begin = 'lumenpay') => Array.from({ length: count }, (_, at) => `${begin}-${1000 + at}.pages.dev`);

async function setUp(store: Store, { most, world = new SampleWorld() }: { most?: number; world?: SampleWorld } = {}) {
  const area = await openLookalikes(store, world);
  const { services, clock } = area;
  await store.transaction(tx => watchLookalikes.hear(tx, {}, { accountId: SAMPLE.account, domainId: SAMPLE.domain, at: clock.now() }));
  const domain = { id: SAMPLE.domain, account_id: SAMPLE.account, name: SAMPLE.name } as DomainRow;
  return {
    ...area,
    find: (...names: string[]) => store.transaction(tx => keepFound(tx, services, names.map(name => (
      { accountId: SAMPLE.account, brandId: SAMPLE.domain, name, host: name, why: 'riskWord', source: 'ct', stream: 'list', at: clock.now() }
    )), most)),
    add: (name: string) => store.transaction(tx => addToWatchlist(tx, services, domain, { name, note: null, now: clock.now() })),
    names: async () => (await area.candidates()).map(({ name }) => name),
    unseen: async () => (await area.candidates()).filter(({ facts }) => facts === '{}').length,
    leftOut: async () => (await sweepOf(store.db, SAMPLE.domain))!.leftOut,
  };
}

onEachDatabase('Names that streams have found', open => {
  test('are kept up to a number that wait for people; then the least risky are left out, and counted', async () => {
    const { find, names, leftOut, services } = await setUp(await open(testClock()), { most: 3 });
    const flood = numbered(5);
    await find(...flood);
    assert.deepEqual([await names(), await leftOut()], [flood.slice(0, 3), 2]);
    await find(flood[0]!);
    assert.equal(await leftOut(), 2);
    await find('lumenpay.net');
    const after = await names();
    assert.deepEqual([after.length, after.includes('lumenpay.net'), await leftOut()], [3, true, 3]);
    await allTables(services.db).updateTable('lookalike').set({ review: 'benign' }).where('name', '=', after[0]!).execute();
    await find(flood[4]!);
    assert.deepEqual([(await names()).length, await leftOut()], [4, 3]);
  });

  test('are all looked up within minutes, however many come at once', async () => {
    const { find, unseen, work, clock } = await setUp(await open(testClock()));
    await find(...numbered(250));
    clock.advance(3 * MINUTE_MS);
    for (let job = 0; job < 3; job++) await work();
    assert.equal(await unseen(), 0);
  });

  test('of which nothing can be learnt keep no others waiting, and are asked for ever more rarely', async () => {
    const world = new SampleWorld();
    const silent = numbered(120);
    for (const name of silent) world.names.set(name, { state: 'unknown' });
    const { find, unseen, work, clock } = await setUp(await open(testClock()), { world });
    await find(...silent, ...numbered(30, 'mylumenpay'));
    clock.advance(3 * MINUTE_MS);
    for (let job = 0; job < 2; job++) await work();
    assert.equal(await unseen(), silent.length);
    const askedIn = async (minutes: number) => {
      const before = world.asked;
      for (let minute = 0; minute < minutes; minute += 2) {
        clock.advance(2 * MINUTE_MS);
        for (let job = 0; job < 2; job++) await work();
      }
      return world.asked - before;
    };
    const first = await askedIn(60);
    await askedIn(180);
    const later = await askedIn(60);
    assert.ok(first > 0 && later < first / 2, `${first} and ${later}`);
  });
});

onEachDatabase('A name that people want watched', open => {
  test('is looked up at once although the next lookup of others is hours away', async () => {
    const world = new SampleWorld();
    world.names.set('lumenpay-1000.pages.dev', { state: 'unknown' });
    const { find, add, work, clock, candidates } = await setUp(await open(testClock()), { world });
    await find('lumenpay-1000.pages.dev');
    for (let minutes = 4; minutes < 600; minutes *= 2) {
      clock.advance(minutes * MINUTE_MS);
      await work();
    }
    await add('lumenpay-careers.net');
    await work();
    assert.deepEqual((await candidates()).map(({ name, state }) => [name, state]), [['lumenpay-1000.pages.dev', 'unknown'], ['lumenpay-careers.net', 'unregistered']]);
  });

  test('while others are looked up has its lookup right after them', async () => {
    const { find, add, work, clock, candidates, services } = await setUp(await open(testClock()));
    await find(...numbered(2));
    clock.advance(3 * MINUTE_MS);
    const { bulkLookup } = services;
    let isFirst = true;
    services.bulkLookup = async (...asked) => {
      if (isFirst) {
        isFirst = false;
        await add('lumenpay-careers.net');
      }
      return bulkLookup(...asked);
    };
    await work();
    await work();
    assert.equal((await candidates()).find(({ name }) => name === 'lumenpay-careers.net')!.state, 'unregistered');
  });
});
