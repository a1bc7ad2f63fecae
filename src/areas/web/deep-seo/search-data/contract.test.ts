// What comes of every answer that each provider can give: one table for all, through the program's own way out.
import assert from 'node:assert/strict';
import test, { after, before, beforeEach, suite } from 'node:test';
import { emptySearchData, labSearchKeys, searchDataHosts, startSearchData, type SearchDataFault, type SearchDataServer } from '../../../../../lab/services/search-data.ts';
import { makeSqlite, testClock, type TestDatabase } from '../../../../../test/databases.ts';
import { composeDoor } from '../../../../app/compose.ts';
import { searchDataProviders, type SearchDataProvider, type SearchDataSecret } from '../../../../core/outside/search-data.ts';
import type { Store } from '../../../../store/index.ts';
import { createSearchData } from '../../../../wire/search-data.ts';
import { testService } from '../../../platform/audit/testing.ts';
import { spend } from '../../spending/index.ts';
import { splitAccess } from './access.ts';
import { isFault, type FaultKind } from './answers.ts';
import { askerOf, requestsADay, spentOnSearchData, type Ask } from './asking.ts';
import { fetchBing, fetchSearchConsole, fetchSpeeds, submit } from './fetching.ts';

const DOMAIN = 'shop.example';
const HOST = `https://${DOMAIN}`;
const PROPERTY = `sc-domain:${DOMAIN}`;
const PATIENCE_MS = 60;

const clock = testClock();
let lab: SearchDataServer;
let database: TestDatabase;
let store: Store;
let accountId: string;
const pauses: number[] = [];

before(async () => {
  lab = await startSearchData(clock.now);
  database = makeSqlite();
  store = await database.open(clock);
  accountId = (await testService(store).addAccount({ plan: 'enterprise' })).id;
});
after(async () => {
  await database.remove();
  await lab.stop();
});
beforeEach(() => {
  for (const host of Object.keys(searchDataHosts)) lab.setFault(host as SearchDataProvider, null);
  lab.takeAsked();
  lab.takeSubmitted();
  pauses.length = 0;
  Object.assign(lab.world, emptySearchData(), {
    properties: [PROPERTY], sites: [`${HOST}/`], keyFiles: { [DOMAIN]: 'lab-index-key' },
    pages: [{ url: `${HOST}/lamp?utm_source=x`, clicks: 3, impressions: 100, position: 5 }, { url: `${HOST}/lamp`, clicks: 7, impressions: 300, position: 3 }, { url: 'https://elsewhere.example/', clicks: 99, impressions: 99, position: 1 }],
    queries: [{ url: `${HOST}/lamp`, query: 'brass\u0000lamp', clicks: 7, impressions: 300, position: 3 }],
    weeks: [{ url: `${HOST}/lamp`, clicks: 2, impressions: 40, position: 4, daysAgo: 3 }, { url: `${HOST}/lamp`, clicks: 0, impressions: 10, position: 9, daysAgo: 10 }, { url: `${HOST}/lamp`, clicks: 50, impressions: 50, position: 1, daysAgo: 40 }],
    speeds: { [HOST]: { lcp: 2100, inp: 150, cls: 0.05, good: 0.8 }, [`${HOST}/lamp`]: { lcp: 3100, inp: 250, cls: 0.2, good: 0.6 } },
  });
});

const secrets: Readonly<Record<SearchDataProvider, SearchDataSecret>> = {
  searchConsole: { clientId: labSearchKeys.clientId, clientSecret: labSearchKeys.clientSecret, refreshToken: labSearchKeys.refreshToken },
  bingWebmaster: { apiKey: labSearchKeys.bingWebmaster }, crux: { apiKey: labSearchKeys.crux }, indexNow: { apiKey: 'lab-index-key' },
};

function asker(provider: SearchDataProvider, { secret = secrets[provider], plan = 'enterprise', from = lab.url, account = accountId, timeoutMs = 5000 }: { secret?: SearchDataSecret; plan?: 'pro' | 'enterprise'; from?: string; account?: string; timeoutMs?: number } = {}): Ask {
  const door = composeDoor({ dnsServers: [], dnsRoots: [], trustAnchors: [], rdapBootstrap: null, whoisServer: null, allow: [], ca: null }).door;
  const pause = (ms: number): Promise<void> => Promise.resolve(void pauses.push(ms));
  return askerOf({ searchData: createSearchData({ door, clock, from, timeoutMs }), store, clock, pause }, { accountId: account, plan, provider, secret, signal: new AbortController().signal });
}

const asked = { domain: DOMAIN, property: PROPERTY, now: clock.now() };

/** One import of each provider, as far as it can be compared. */
const imports: Readonly<Record<SearchDataProvider, (ask: Ask) => Promise<unknown>>> = {
  searchConsole: async ask => inShort(await fetchSearchConsole(ask, asked), ({ pages, queries }) => [pages.map(({ url, clicks, impressions, position }) => [url, clicks, impressions, position]), queries.map(({ query, clicks }) => [query, clicks])]),
  bingWebmaster: async ask => inShort(await fetchBing(ask, { ...asked, property: `${HOST}/` }), ({ pages }) => pages.map(({ url, clicks, impressions, position }) => [url, clicks, impressions, position])),
  crux: async ask => inShort(await fetchSpeeds(ask, DOMAIN, [{ key: 'lamp', url: `${HOST}/lamp` }, { key: 'unknown', url: `${HOST}/unknown` }]), ({ speeds }) => speeds.map(({ key, lcpMs, inpMs, cls, slow }) => [key, lcpMs, inpMs, cls, slow])),
  indexNow: async ask => inShort(await submit(ask, 'lab-index-key', [`${HOST}/lamp`]), ({ summary }) => [summary.submitted, lab.takeSubmitted()]),
};

function inShort<Value extends object>(value: Value, tell: (value: Exclude<Value, { fault: FaultKind }>) => unknown): unknown {
  return isFault(value) ? value.fault : tell(value as Exclude<Value, { fault: FaultKind }>);
}

/** What normal answers and empty ones come to. */
const normal: Readonly<Record<SearchDataProvider, unknown>> = {
  searchConsole: [[[`${HOST}/lamp`, 10, 400, 3.5]], [['brass lamp', 7]]],
  bingWebmaster: [[`${HOST}/lamp`, 2, 50, 5]],
  crux: [['origin', 2100, 150, 0.05, 0.2], ['lamp', 3100, 250, 0.2, 0.4]],
  indexNow: [1, [`${HOST}/lamp`]],
};
const empty: Readonly<Record<SearchDataProvider, unknown>> = { searchConsole: [[], []], bingWebmaster: [], crux: [], indexNow: normal.indexNow };

/** What each fault comes to, and how many requests are made for the answer; `normal` is answered after all. */
const faults: readonly (readonly [fault: SearchDataFault, wanted: FaultKind | 'normal' | 'empty', requests: number])[] = [
  ['limited', 'limited', 1], ['brieflyLimited', 'normal', 2], ['expired', 'normal', 1], ['refusesKey', 'credentials', 1], ['notAllowed', 'notAllowed', 1], ['serverError', 'unreachable', 3], ['slow', 'unreachable', 3],
  ['truncated', 'unreachable', 3], ['garbage', 'unreadable', 1], ['otherForm', 'unreadable', 1], ['empty', 'empty', 1],
];
/** IndexNow says all in the status: what its body says is not read. */
const withoutBody: ReadonlySet<SearchDataFault> = new Set(['garbage', 'otherForm']);

for (const provider of searchDataProviders) {
  suite(provider, () => {
    test('a normal answer', async () => assert.deepEqual(await imports[provider](asker(provider)), normal[provider]));
    for (const [fault, wanted, requests] of faults) {
      test(`${fault} is ${wanted}`, async () => {
        lab.setFault(provider, fault);
        const spentBefore = await spent(provider);
        const came = await imports[provider](asker(provider, fault === 'slow' ? { timeoutMs: PATIENCE_MS } : {}));
        const isAnswered = wanted === 'normal' || wanted === 'empty' || (provider === 'indexNow' && withoutBody.has(fault));
        assert.deepEqual(came, !isAnswered ? wanted : wanted === 'empty' ? empty[provider] : normal[provider]);
        const made = lab.takeAsked().filter(line => line.includes(searchDataHosts[provider]));
        if (!isAnswered) assert.ok(made.length >= requests && made.length <= 2 * requests, made.join('\n'));
        if (!isAnswered) assert.equal(await spent(provider) - spentBefore, requests, 'each question is in the ledger');
        assert.ok(pauses.every(ms => ms >= 1000), 'a second of patience, or more');
      });
    }
  });
}

async function spent(provider: SearchDataProvider): Promise<number> {
  return (await spentOnSearchData(store.db, accountId, 1, clock.now())).find(one => one.provider === provider)?.requests ?? 0;
}

suite('Search Console', () => {
  test('takes a service account, whose tokens are asked for where Google gives them, wherever the file says', async () => {
    const { secret } = splitAccess({ provider: 'searchConsole', serviceAccount: lab.serviceAccountFile() }, DOMAIN);
    assert.deepEqual(await imports.searchConsole(asker('searchConsole', { secret })), normal.searchConsole);
    assert.deepEqual(lab.takeAsked().map(line => line.split('?')[0]!.split('/').slice(0, 1)[0]), ['POST 200 oauth2.googleapis.com', 'POST 200 www.googleapis.com', 'POST 200 www.googleapis.com']);
  });
  test('a grant that was taken back is a fault of the credentials', async () => {
    assert.equal(await imports.searchConsole(asker('searchConsole', { secret: { clientId: labSearchKeys.clientId, clientSecret: labSearchKeys.clientSecret, refreshToken: 'taken back' } })), 'credentials');
  });
  test('where Google limits tokens, the import waits', async () => {
    lab.setFault('token', 'limited');
    assert.equal(await imports.searchConsole(asker('searchConsole')), 'limited');
  });
  test('goes on page by page, and stops at what is kept', async () => {
    lab.world.pages = Array.from({ length: 12_000 }, (_, at) => ({ url: `${HOST}/${at}`, clicks: 12_000 - at, impressions: 20_000, position: 2 }));
    const found = await fetchSearchConsole(asker('searchConsole'), asked);
    assert.ok(!isFault(found));
    assert.deepEqual([found.pages.length, found.pages[0]!.url, found.summary.cut, found.summary.from, found.summary.to], [10_000, `${HOST}/0`, true, '2025-12-16', '2026-01-12']);
  });
});

test('what an account may ask for on a day is not exceeded, and nothing is asked then', async () => {
  const { id } = await testService(store).addAccount({ plan: 'pro' });
  const most = requestsADay.pro;
  assert.ok(await store.transaction(tx => spend(tx, id, { purpose: 'searchData', provider: 'crux', requests: most - 1, usd: 0, most }, clock.now())));
  const ask = asker('bingWebmaster', { plan: 'pro', account: id });
  assert.deepEqual([await imports.bingWebmaster(ask), await imports.bingWebmaster(ask)], [normal.bingWebmaster, 'spent']);
  assert.equal(lab.takeAsked().length, 1);
});

test('where the operator lets none be asked, none is', async () => {
  assert.equal(await imports.crux(asker('crux', { from: 'off' })), 'notAllowed');
  assert.deepEqual(lab.takeAsked(), []);
});

suite('credentials that cannot be right are refused before anything is asked', () => {
  const key = { apiKey: 'key' };
  const cases: readonly (readonly [says: string, access: Parameters<typeof splitAccess>[0]])[] = [
    ['a domain property of somebody else', { provider: 'searchConsole', property: 'sc-domain:elsewhere.example', clientId: 'a', clientSecret: 'b', refreshToken: 'c' }],
    ['a name that only ends like the domain', { provider: 'searchConsole', property: 'https://notshop.example/', clientId: 'a', clientSecret: 'b', refreshToken: 'c' }],
    ['half of a grant', { provider: 'searchConsole', clientId: 'a', clientSecret: 'b' }],
    ['a grant and a service account', { provider: 'searchConsole', serviceAccount: '{}', clientId: 'a', clientSecret: 'b', refreshToken: 'c' }],
    ['a file without a key', { provider: 'searchConsole', serviceAccount: '{"client_email":"a@b.example","private_key":"none"}' }],
    ['a website of somebody else at Bing', { provider: 'bingWebmaster', site: 'https://elsewhere.example/', ...key }],
  ];
  for (const [says, access] of cases) test(says, () => assert.throws(() => splitAccess(access, DOMAIN), /property|site|service account|either/));
  test('properties of the domain itself, below and above are taken', () => {
    for (const property of [undefined, 'https://www.shop.example/', 'sc-domain:shop.example', 'sc-domain:example']) splitAccess({ provider: 'searchConsole', ...(property === undefined ? {} : { property }), clientId: 'a', clientSecret: 'b', refreshToken: 'c' }, DOMAIN);
  });
});
