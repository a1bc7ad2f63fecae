// From credentials to what to do next: figures are joined to pages of the audit, secrets stay sealed, and without any of it everything works and says so.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { emptySearchData, labSearchKeys, searchDataHosts, startSearchData, type SearchDataServer } from '../../../../../lab/services/search-data.ts';
import { onEachDatabase, testClock } from '../../../../../test/databases.ts';
import { allTables } from '../../../../../test/tables.ts';
import { composeSearchData } from '../../../../app/search-data.ts';
import { calculateNext } from '../next/job.ts';
import { analyzeAudit } from '../job.ts';
import { openDeepSeo } from '../site.sample.ts';
import { analysisHere } from '../threads/here.sample.ts';
import { connectionsIn, connectionsOf } from './connections.ts';
import { importing, importSearchData } from './job.ts';

const HOST = 'https://shop.example';
const DAY_MS = 86_400_000;
const BING = { provider: 'bingWebmaster', apiKey: labSearchKeys.bingWebmaster };
const CONSOLE = { provider: 'searchConsole', clientId: labSearchKeys.clientId, clientSecret: labSearchKeys.clientSecret, refreshToken: labSearchKeys.refreshToken };

function page(title: string, links: readonly string[] = [], more = ''): string {
  const text = Array.from({ length: 80 }, (_, at) => `${title.toLowerCase().replaceAll(' ', '')}${at}`).join(' ');
  return `<!doctype html><html lang="en"><head><title>${title}</title>${more}</head><body><main><h1>${title}</h1><p>${text}</p>${links.map(link => `<a href="${link}">${link}</a>`).join(' ')}</main></body></html>`;
}

const site = (): Record<string, string | { status: number }> => ({
  [`${HOST}/robots.txt`]: 'User-agent: *\nDisallow: /private',
  [`${HOST}/`]: page('Lampwright', ['/lamp', '/brass-lamp', '/hidden', '/gone', '/private']),
  [`${HOST}/lamp`]: page('Lamp', ['/']),
  [`${HOST}/brass-lamp`]: page('Brass lamp', ['/']),
  [`${HOST}/hidden`]: page('Hidden', ['/'], '<meta name="robots" content="noindex">'),
  [`${HOST}/gone`]: { status: 404 },
});

interface Connection { provider: string; state: string; message: string | null; fault: string | null; property: string | null; last: { pages: number; clicks: number | null; submitted: number | null } | null; spent: { today: { requests: number } }; estimate: { requests: number } }
interface Step { kind: string; url: string; clicksAtStake: number; obstacle: string | null; queries: { query: string }[]; fix: string }

let lab: SearchDataServer;
before(async () => { lab = await startSearchData(() => Date.UTC(2026, 0, 15, 10, 30)); });
after(() => lab.stop());

onEachDatabase('search data of the owner', open => {
  async function openArea(pages = site()) {
    Object.assign(lab.world, emptySearchData(), { properties: ['sc-domain:shop.example'], sites: [`${HOST}/`], keyFiles: { 'shop.example': 'lab-index-key' } });
    for (const host of Object.keys(searchDataHosts)) lab.setFault(host as 'crux', null);
    lab.takeAsked();
    lab.takeSubmitted();
    const clock = testClock();
    const store = await open(clock);
    const area = await openDeepSeo(store, pages, analysisHere, { searchData: composeSearchData({ DSS_SEARCH_DATA: lab.url }, { dnsServers: [], dnsRoots: [], trustAnchors: [], rdapBootstrap: null, whoisServer: null, allow: [], ca: null }) });
    const work = async (): Promise<void> => assert.deepEqual(await area.analyze(undefined, [analyzeAudit, importSearchData, calculateNext]), []);
    const connections = async () => ((await area.call('deepSeo.searchData.get', {})).body as { data: { connections: Connection[] } }).data.connections;
    return {
      ...area, clock, pages, work, connections,
      /** Takes what is due; gives how much. */
      due: () => store.transaction(tx => importing.due(tx, area, clock.now(), 10)),
      connection: async (provider: string) => (await connections()).find(one => one.provider === provider)!,
      connect: async (access: object) => assert.equal((await area.call('deepSeo.searchData.connect', { access })).status, 200),
      audited: async () => {
        clock.advance(60_000);
        await area.audit();
        await work();
      },
      steps: async (input = {}) => (await area.show<Step>('deepSeo.next', input)),
    };
  }

  test('says of each provider that it is not configured, and what to do; what to do next follows from the audit alone', async () => {
    const area = await openArea();
    const connections = await area.connections();
    assert.deepEqual(connections.map(({ provider, state, last }) => [provider, state, last]), ['searchConsole', 'bingWebmaster', 'crux', 'indexNow'].map(provider => [provider, 'notConfigured', null]));
    assert.ok(connections.every(({ message, estimate }) => message !== null && message.length > 40 && estimate.requests > 0));
    await area.audited();
    const { state, data, message } = await area.steps();
    assert.deepEqual([state, data], ['ready', []]);
    assert.match(message!, /Connect Google Search Console/);
    assert.equal((await area.call('deepSeo.searchData.refresh', {})).status, 409);
    assert.equal((await area.call('deepSeo.searchData.disconnect', { provider: 'crux' })).status, 404);
    assert.deepEqual(lab.takeAsked(), []);
  });

  test('is joined to the pages of the audit, and what to do next is sorted by the clicks at stake', async () => {
    const area = await openArea();
    lab.world.pages = [
      { url: `${HOST}/lamp?utm_campaign=x`, clicks: 5, impressions: 2000, position: 1 }, { url: `${HOST}/brass-lamp`, clicks: 40, impressions: 500, position: 4 }, { url: `${HOST}/hidden`, clicks: 30, impressions: 600, position: 3 },
      { url: `${HOST}/gone`, clicks: 90, impressions: 900, position: 2 }, { url: `${HOST}/private`, clicks: 1, impressions: 300, position: 7 },
    ];
    lab.world.queries = [{ url: `${HOST}/lamp`, query: 'lamp', clicks: 3, impressions: 1500, position: 1 }, { url: `${HOST}/brass-lamp`, query: 'lamp', clicks: 20, impressions: 300, position: 5 }];
    lab.world.speeds = { [HOST]: { lcp: 1, inp: 1, cls: 0, good: 0.9 }, [`${HOST}/brass-lamp`]: { lcp: 4000, inp: 1, cls: 0, good: 0.5 } };
    await area.audited();
    await area.connect(CONSOLE);
    await area.work();
    await area.connect({ provider: 'crux', apiKey: labSearchKeys.crux });
    await area.work();
    assert.deepEqual((await area.connection('searchConsole')).last, { from: '2025-12-16', to: '2026-01-12', pages: 5, queries: 2, clicks: 166, impressions: 4300, cut: false, submitted: null } as never);
    const { data, summary } = await area.show<Step, { formula: string; kinds: { kind: string; steps: number }[] }>('deepSeo.next');
    assert.deepEqual(data.map(({ kind, url, obstacle }) => `${kind} ${url.slice(HOST.length)} ${obstacle}`).toSorted(), [
      'competesWithSibling /brass-lamp null', 'rankedNotClicked /lamp null', 'slowInField /brass-lamp null', 'wantedUnavailable /gone broken', 'wantedUnavailable /hidden noindex', 'wantedUnavailable /private blocked',
    ]);
    assert.deepEqual(data.map(({ clicksAtStake }) => clicksAtStake), data.map(({ clicksAtStake }) => clicksAtStake).toSorted((a, b) => b - a));
    assert.match(summary.formula, /expected CTR/);
    const { data: first, nextCursor, total } = await area.steps({ limit: 4 });
    assert.deepEqual([first.length, total, (await area.steps({ limit: 4, cursor: nextCursor })).data.length], [4, 6, 2]);
    assert.deepEqual((await area.steps({ kind: 'wantedUnavailable' })).total, 3);
    const { data: pages } = await area.show<{ url: string; search: { clicks: number; ctr: number; position: number } | null; speed: { lcpMs: number } | null }>('deepSeo.intent');
    const lamp = pages.find(({ url }) => url === `${HOST}/lamp`)!;
    assert.deepEqual([lamp.search!.clicks, lamp.search!.ctr, lamp.search!.position, pages.find(({ url }) => url.endsWith('/brass-lamp'))!.speed!.lcpMs], [5, 0.0025, 1, 4000]);
  });

  test('credentials are sealed, are in no reply and in no export, and those of another account cannot be reached', async () => {
    const area = await openArea();
    await area.connect(CONSOLE);
    const { secret } = await allTables(area.store.db).selectFrom('search_connection').select('secret').executeTakeFirstOrThrow();
    const shown = JSON.stringify([(await area.call('deepSeo.searchData.get', {})).body, await Array.fromAsync(connectionsIn(area.store.db, area.account.id))]);
    for (const text of [labSearchKeys.clientSecret, labSearchKeys.refreshToken]) assert.ok(!secret.includes(text) && !shown.includes(text));
    const other = await area.addAccount();
    assert.deepEqual(await connectionsOf(area.store.db, other.id, area.domainId), []);
  });

  test('a fault is shown with what to do, figures stay, and a later import takes it away', async () => {
    const area = await openArea();
    lab.world.weeks = [{ url: `${HOST}/lamp`, clicks: 5, impressions: 50, position: 2, daysAgo: 2 }];
    await area.connect(BING);
    await area.work();
    lab.setFault('bingWebmaster', 'refusesKey');
    assert.equal((await area.call('deepSeo.searchData.refresh', {})).status, 202);
    await area.work();
    const { state, fault, message, last } = await area.connection('bingWebmaster');
    assert.deepEqual([state, fault, last!.clicks], ['failing', 'credentials', 5]);
    assert.match(message!, /connect again/);
    lab.setFault('bingWebmaster', 'limited');
    await area.call('deepSeo.searchData.refresh', {});
    await area.work();
    lab.setFault('bingWebmaster', null);
    assert.equal(await area.due(), 0, 'it is left alone for the hour that it asked for');
    area.clock.advance(3_600_000);
    assert.equal(await area.due(), 1);
    await area.work();
    assert.deepEqual([(await area.connection('bingWebmaster')).state, (await area.connection('bingWebmaster')).spent.today.requests], ['ok', 4]);
  });

  test('is imported once a day, and gone once it is disconnected', async () => {
    const area = await openArea();
    lab.world.weeks = [{ url: `${HOST}/lamp`, clicks: 5, impressions: 50, position: 2, daysAgo: 2 }];
    await area.connect(BING);
    await area.work();
    assert.equal(await area.due(), 1, 'at once, and the day begins');
    assert.equal(await area.due(), 0);
    area.clock.advance(1.2 * DAY_MS);
    assert.equal(await area.due(), 1);
    assert.equal((await area.call('deepSeo.searchData.disconnect', { provider: 'bingWebmaster' })).status, 200);
    await area.work();
    assert.deepEqual([(await area.connection('bingWebmaster')).state, (await allTables(area.store.db).selectFrom('search_page').selectAll().execute()).length], ['notConfigured', 0]);
  });

  test('IndexNow is told of pages that are new, changed or gone since the audit before, of proven domains alone', async () => {
    const area = await openArea();
    await area.audited();
    await area.connect({ provider: 'indexNow', apiKey: 'lab-index-key' });
    await area.work();
    assert.deepEqual(lab.takeSubmitted(), [], 'the first audit is what later ones are compared with');
    Object.assign(area.pages, { [`${HOST}/lamp`]: page('Lamp with shade', ['/', '/new']), [`${HOST}/new`]: page('New'), [`${HOST}/brass-lamp`]: { status: 410 } });
    await area.audited();
    assert.deepEqual(lab.takeSubmitted().toSorted(), [`${HOST}/brass-lamp`, `${HOST}/lamp`, `${HOST}/new`]);
    assert.equal((await area.connection('indexNow')).last!.submitted, 3);
    await area.audited();
    assert.deepEqual(lab.takeSubmitted(), [], 'nothing changed');
    await allTables(area.store.db).updateTable('ownership').set({ method: null, proven_at: null, confirmed_at: null }).execute();
    Object.assign(area.pages, { [`${HOST}/lamp`]: page('Lamp again', ['/']) });
    await area.audited();
    assert.deepEqual([lab.takeSubmitted(), (await area.connection('indexNow')).fault], [[], 'notProven']);
    assert.equal((await area.call('deepSeo.searchData.connect', { access: { provider: 'indexNow', apiKey: 'lab-index-key' } })).status, 403);
  });
});
