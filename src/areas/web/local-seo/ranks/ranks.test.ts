import assert from 'node:assert/strict';
import test, { after, before, suite } from 'node:test';
import { startLocalSearch, type LocalSearchServer } from '../../../../../lab/services/local-search/index.ts';
import { onEachDatabase, testClock } from '../../../../../test/databases.ts';
import { allTables } from '../../../../../test/tables.ts';
import { insertDomains } from '../../../domains/inventory/store.ts';
import { openLocalSeo, searchOver } from '../local.sample.ts';
import { trackingKeywords } from './schedule.ts';
import { rankIn } from './settings.ts';

interface Check { id: string; status: string; cause: string | null; aiAnswers: object; ranks: { aiAnswer: object | null; keyword: string; status: string; rank: number | null; rankUrl: string | null; previous: { rank: number | null } | null; delta: number | null; best: { rank: number } | null; features: string[] }[] }

const DAY_MS = 86_400_000;
const page = (url: string) => ({ url, title: url });
const results = ['https://other.example/', 'https://blog.shop.example/a', 'https://www.shop.example/b', 'https://notshop.example/', 'https://shop.example/c/?x=1#top'].map(page);

suite('a result counts by the mode of the match', () => {
  const cases = [
    ['domain', null, { rank: 3, url: 'https://www.shop.example/b' }],
    ['subdomains', null, { rank: 2, url: 'https://blog.shop.example/a' }],
    ['url', 'http://www.shop.example/c?x=1', { rank: 5, url: 'https://shop.example/c/?x=1#top' }],
    ['url', 'https://shop.example/d', null],
  ] as const;
  for (const [match, url, wanted] of cases) test(`${match} ${url ?? ''}`, () => assert.deepEqual(rankIn(results, { match, url, domain: 'shop.example' }), wanted));
});

let lab: LocalSearchServer;
before(async () => { lab = await startLocalSearch(); });
after(() => lab.stop());

onEachDatabase('ranks among web results', open => {
  async function openRanks() {
    const clock = testClock();
    for (const provider of ['searxng', 'serpapi.com', 'api.dataforseo.com']) lab.setFault(provider, null);
    lab.setPages('dentist', results);
    lab.setPages('bakery', [page('https://other.example/')]);
    lab.takeAsked();
    const area = await openLocalSeo(await open(clock), clock, { lab });
    const domainId = area.services.newId('dom');
    await insertDomains(area.store.db, [{ id: domainId, account_id: area.account.id, name: 'shop.example', due_at: null, created_at: clock.now(), tags: [] }]);
    const check = async (input: Record<string, unknown> = {}): Promise<Check> => {
      const { id } = await area.made<{ id: string }>('localSeo.ranks.check', { domainId: 'shop.example', keywords: ['dentist', 'bakery'], ...input });
      assert.deepEqual(await area.work(), []);
      clock.advance(1000);
      return area.made<Check>('localSeo.ranks.get', { id });
    };
    return { ...area, clock, domainId, check };
  }

  for (const provider of ['searxng', 'serpApi', 'dataForSeo'] as const) {
    test(`by ${provider}: where the domain ranks, and that it is not found where it is not`, async () => {
      const { check } = await openRanks();
      const { status, ranks } = await check({ provider, maxCostUsd: 1 });
      assert.deepEqual([status, ranks.map(({ keyword, status: is, rank, rankUrl }) => [keyword, is, rank, rankUrl])], ['completed', [['dentist', 'ranked', 3, 'https://www.shop.example/b'], ['bakery', 'notFound', null, null]]]);
      assert.equal(lab.takeAsked().length, 2);
    });
  }

  for (const provider of ['serpApi', 'dataForSeo'] as const) {
    test(`by ${provider}: whether an AI answers and cites the domain is a figure of its own`, async () => {
      const { check } = await openRanks();
      lab.setAiAnswer('dentist', ['https://other.example/', 'https://www.shop.example/b']);
      lab.setAiAnswer('bakery', ['https://other.example/']);
      lab.setAiAnswer('butcher', null);
      const { ranks, aiAnswers } = await check({ provider, keywords: ['dentist', 'bakery', 'butcher', 'florist'], maxCostUsd: 1 });
      for (const keyword of ['dentist', 'bakery', 'butcher']) lab.setAiAnswer(keyword, undefined);
      assert.deepEqual(ranks.map(({ aiAnswer }) => aiAnswer), [{ state: 'cited', rank: 2 }, { state: 'notCited', rank: null }, { state: 'sourcesUnknown', rank: null }, { state: 'none', rank: null }]);
      assert.deepEqual(aiAnswers, { known: 3, shown: 2, cited: 1, citedShare: 50 });
      assert.equal(ranks[0]!.rank, 3);
    });
  }

  test('by a provider that does not say what an AI answers have none, which is not known', async () => {
    const { ranks, aiAnswers } = await (await openRanks()).check();
    assert.deepEqual([ranks[0]!.aiAnswer, aiAnswers], [null, { known: 0, shown: 0, cited: 0, citedShare: null }]);
  });

  test('tell the rank before, what was gained, and the best', async () => {
    const { check } = await openRanks();
    await check();
    lab.setPages('dentist', results.slice(2));
    const second = (await check()).ranks[0]!;
    assert.deepEqual([second.rank, second.previous?.rank, second.delta, second.best?.rank], [1, 3, 2, 1]);
    lab.setPages('dentist', results.slice(1));
    const third = (await check()).ranks[0]!;
    assert.deepEqual([third.rank, third.previous?.rank, third.delta, third.best?.rank], [2, 1, -1, 1]);
    assert.equal((await check({ match: 'subdomains' })).ranks[0]!.previous, null, 'another question has another history');
  });

  test('are unknown where there is no answer, and the history stays', async () => {
    const { check } = await openRanks();
    await check();
    lab.setFault('searxng', 'garbage', 4);
    const { status, ranks } = await check({ keywords: ['dentist', 'bakery'] });
    assert.deepEqual([status, ranks.map(one => one.status).toSorted()], ['partial', ['notFound', 'unknown']]);
    const again = (await check()).ranks[0]!;
    assert.deepEqual([again.rank, again.previous?.rank], [3, 3]);
  });

  test('that cost more than they may are refused before the first request', async () => {
    const { call, work } = await openRanks();
    assert.equal((await call('localSeo.ranks.check', { domainId: 'shop.example', keywords: ['dentist'], provider: 'serpApi', maxCostUsd: 0.01 })).status, 400);
    assert.equal((await call('localSeo.ranks.check', { domainId: 'shop.example', keywords: ['dentist'], match: 'url' })).status, 400);
    await work();
    assert.deepEqual(lab.takeAsked(), []);
  });

  test('of a tracked keyword are checked when their time comes, once', async () => {
    const { made, call, work, clock, store, services } = await openRanks();
    const { id } = await made<{ id: string }>('localSeo.keywords.create', { domainId: 'shop.example', keyword: 'dentist', everyDays: 2 });
    assert.equal((await call('localSeo.keywords.create', { domainId: 'shop.example', keyword: 'Dentist' })).status, 409);
    const due = () => store.transaction(tx => trackingKeywords.due(tx, services as never, clock.now(), 10));
    assert.deepEqual([await due(), await due()], [1, 0]);
    await work();
    const [first] = await made<{ latest: { rank: number } }[]>('localSeo.keywords.list', {});
    assert.equal(first!.latest.rank, 3);
    clock.advance(3 * DAY_MS);
    assert.equal(await due(), 1);
    await made('localSeo.keywords.update', { id, enabled: false });
    clock.advance(9 * DAY_MS);
    assert.equal(await due(), 0);
    await made('localSeo.keywords.delete', { id });
    assert.deepEqual(await made('localSeo.keywords.list', {}), []);
  });

  const reasons: readonly (readonly [says: string, account: object, without: string | null, wanted: RegExp])[] = [
    ['that would pass the cap of the month', { settings: JSON.stringify({ localSeo: { monthlyUsd: 0 } }) }, null, /localSeo\.monthlyUsd/],
    ['whose provider nobody has a key for any more', {}, 'DSS_DATAFORSEO_LOGIN', /DataForSEO is not set up here/],
    ['of an account whose plan is a smaller one now', { plan: 'free' }, null, /needs the Pro or Enterprise plan/],
    ['at the cost of an operator who does not trust the account', { trusted: 0 }, null, /only the operator's account and trusted ones/],
  ];
  for (const [says, changed, without, wanted] of reasons) {
    test(`of a tracked keyword ${says} are not checked, and it says why until one is`, async () => {
      const { made, work, clock, store, services, search } = await openRanks();
      await made('localSeo.keywords.create', { domainId: 'shop.example', keyword: 'dentist', provider: 'dataForSeo', maxCostUsd: 1 });
      const due = () => store.transaction(tx => trackingKeywords.due(tx, services as never, clock.now(), 10));
      const skipped = async () => (await made<{ skipped: string | null }[]>('localSeo.keywords.list', {}))[0]!.skipped;
      const [before, account] = [search.current, await allTables(store.db).selectFrom('account').select(['settings', 'plan', 'trusted']).executeTakeFirstOrThrow()];
      if (Object.keys(changed).length > 0) await allTables(store.db).updateTable('account').set(changed).execute();
      if (without !== null) search.current = searchOver(lab, [without]);
      await due();
      await work();
      assert.deepEqual(lab.takeAsked(), []);
      await allTables(store.db).updateTable('account').set({ plan: account.plan }).execute();
      assert.match((await skipped())!, wanted);
      await allTables(store.db).updateTable('account').set(account).execute();
      search.current = before;
      clock.advance(9 * DAY_MS);
      await due();
      await work();
      assert.deepEqual([await skipped(), lab.takeAsked().length], [null, 1]);
    });
  }
});
