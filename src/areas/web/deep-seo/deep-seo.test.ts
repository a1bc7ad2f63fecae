// Every answer is about the last site audit that ended: intents, topics, groups and links, counted over all of its pages.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { onEachDatabase, testClock } from '../../../../test/databases.ts';
import { allTables } from '../../../../test/tables.ts';
import { browserOf, type SampleReply } from '../site-audit/site.sample.ts';
import { createQueue } from '../../../store/index.ts';
import { askToAnalyze } from './job.ts';
import { openDeepSeo, type Shown } from './site.sample.ts';
import { analysisHere } from './threads/here.sample.ts';
import { createAnalysisThreads } from './threads/threads.ts';

const HOST = 'https://shop.example';

/** A page about a subject of its own; `text` is its main text. */
function page(title: string, { h1 = title, text = title, links = [], more = '' }: { h1?: string; text?: string; links?: readonly string[]; more?: string } = {}): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${more}</head><body><nav>${links.map(link => `<a href="${link}">${link.replaceAll(/[/-]/g, ' ').trim()}</a>`).join(' ')}</nav><main><h1>${h1}</h1><p>${text}</p></main></body></html>`;
}

/** As many words, of which no two pages share three in a row. */
function prose(seed: string, words = 80): string {
  return Array.from({ length: words }, (_, at) => `${seed}${(at * 7919) % 1009}`).join(' ');
}

const product = '<script type="application/ld+json">{"@type":"Product","name":"Lamp"}</script>';
const shop: Record<string, SampleReply | string> = {
  [`${HOST}/robots.txt`]: { body: `Sitemap: ${HOST}/map.xml`, type: 'text/plain' },
  [`${HOST}/map.xml`]: { body: `<urlset><url><loc>${HOST}/hidden</loc></url><url><loc>${HOST}/island</loc></url></urlset>`, type: 'application/xml' },
  [`${HOST}/`]: page('Lampwright', { links: ['/blog/brass-care', '/products/brass-lamp', '/products/brass-lamp-small', '/old', '/login'], text: prose('start') }),
  [`${HOST}/blog/brass-care`]: page('How to care for brass', { links: ['/'], text: prose('care', 600) }),
  [`${HOST}/products/brass-lamp`]: page('Brass lamp', { links: ['/', '/copy'], more: product, text: `${prose('lamp')} <button>Add to cart</button>` }),
  [`${HOST}/products/brass-lamp-small`]: page('Brass lamp small', { links: ['/'], more: product, text: `${prose('small')} <button>Add to cart</button>` }),
  [`${HOST}/old`]: { status: 301, headers: [['location', '/login']] },
  [`${HOST}/login`]: page('Log in', { links: ['/'], text: '<form><input type="password"></form>' }),
  [`${HOST}/copy`]: page('Copy', { links: ['/'], h1: 'How to care for brass', text: `${prose('care', 600)} again` }),
  [`${HOST}/hidden`]: page('Hidden page', { links: ['/'], text: prose('hidden') }),
  [`${HOST}/island`]: page('Island page', { links: ['/island-b'], text: prose('island') }),
  [`${HOST}/island-b`]: page('Second island page', { links: ['/island'], text: prose('second') }),
};

interface Page { url: string; primary: string; signals: object[] }
interface Whole { pages: number; intents: { intent: string; count: number }[]; competing: { first: { intent: string; sample: { url: string }[] }[] }; gaps: { stages: string[] }; recommendations: { id: string; count: number }[] }
interface Ranked { url: string; rank: number; inlinks: number; depth: number | null; order: number }
interface Rendered { url: string; cause: string | null; changed: string[]; raw: { title: string } | null; rendered: { title: string } | null; ratings: object | null }
interface Graph { picture: { of: string; nodes: object[] }; depths: Record<string, number> }

const path = ({ url }: { url: string }): string => url.replace(HOST, '');

onEachDatabase('deep SEO', open => {
  test('without an audit says so, and how to start one', async () => {
    const seo = await openDeepSeo(await open(testClock()), shop, analysisHere);
    for (const id of ['intent', 'graph', 'duplicates', 'templates', 'orphans', 'topics', 'competing']) {
      const { state, data, summary, audit, message, underWay } = await seo.show(`deepSeo.${id}`);
      assert.deepEqual([state, data, summary, audit, underWay], ['noAudit', [], null, null, null]);
      assert.match(message!, /POST \/api\/site-audit\/start/);
    }
    assert.equal((await seo.show('deepSeo.rendered')).state, 'noAudit');
  });

  test('is ready once the audit was analysed, and says until then that it is being analysed', async () => {
    const seo = await openDeepSeo(await open(testClock()), shop, analysisHere);
    const id = await seo.audit();
    assert.equal((await seo.show('deepSeo.intent')).state, 'analyzing');
    assert.deepEqual(await seo.analyze(), []);
    const { state, audit } = await seo.show('deepSeo.intent');
    assert.deepEqual([state, audit.id, (await seo.show('deepSeo.rendered')).state], ['ready', id, 'notRendered']);
  });

  test('an audit from before there were analyses is analysed once somebody asks', async () => {
    const store = await open(testClock());
    const seo = await openDeepSeo(store, shop, analysisHere);
    await seo.audit();
    await allTables(store.db).deleteFrom('job').execute();
    assert.equal((await seo.show('deepSeo.graph')).state, 'analyzing');
    // It is asked for after the answer.
    while (await allTables(store.db).selectFrom('job').select('id').executeTakeFirst() === undefined) await sleep(5);
    await seo.analyze();
    assert.equal((await seo.show('deepSeo.graph')).state, 'ready');
  });

  test('tells intents with what speaks for them, groups that compete, and what is missing', async () => {
    const seo = await openDeepSeo(await open(testClock()), shop, analysisHere);
    await seo.audit();
    await seo.analyze();
    const { data, total, summary } = await seo.show<Page, Whole>('deepSeo.intent');
    const of = new Map(data.map(one => [path(one), one]));
    assert.deepEqual(['/blog/brass-care', '/products/brass-lamp', '/login', '/'].map(url => of.get(url)!.primary), ['informational', 'transactional', 'navigational', 'navigational']);
    assert.ok(of.get('/login')!.signals.length > 0);
    assert.equal(total, 9);
    assert.equal(summary.intents.reduce((sum, { count }) => sum + count, 0), 9, 'counted over all pages');
    assert.deepEqual(summary.competing.first.map(({ intent, sample }) => [intent, sample.map(path).toSorted()]), [['informational', ['/blog/brass-care', '/copy']], ['transactional', ['/products/brass-lamp', '/products/brass-lamp-small']]]);
    assert.deepEqual(summary.gaps.stages, ['consideration']);
    assert.ok(summary.recommendations.some(({ id }) => id === 'linkOrphans') && summary.recommendations.some(({ id }) => id === 'mergeCompeting'));
    const narrow = await seo.show<Page>('deepSeo.intent', { intent: 'transactional' });
    assert.deepEqual([narrow.data.map(path), narrow.total], [['/products/brass-lamp', '/products/brass-lamp-small'], 2]);
  });

  test('lists go on by cursors, and meet every row once', async () => {
    const seo = await openDeepSeo(await open(testClock()), shop, analysisHere);
    await seo.audit();
    await seo.analyze();
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { data, nextCursor }: Shown<Ranked, object> = await seo.show<Ranked>('deepSeo.graph', { limit: 4, ...(cursor ? { cursor } : {}) });
      seen.push(...data.map(path));
      cursor = nextCursor;
    }
    assert.deepEqual([seen.length, new Set(seen).size], [10, 10]);
  });

  test('ranks pages by the links to them, through redirects, and counts clicks from the start', async () => {
    const seo = await openDeepSeo(await open(testClock()), shop, analysisHere);
    await seo.audit();
    await seo.analyze();
    const { data, summary } = await seo.show<Ranked, Graph>('deepSeo.graph');
    const of = new Map(data.map(one => [path(one), one]));
    assert.deepEqual([path(data[0]!), data[0]!.order], ['/', 1]);
    assert.equal(of.get('/login')!.inlinks, 2, 'of the start page, and of the redirect');
    assert.deepEqual(['/', '/login', '/copy', '/hidden', '/island'].map(url => of.get(url)!.depth), [0, 1, 2, null, null]);
    assert.ok(Math.abs(data.reduce((sum, { rank }) => sum + rank, 0) / data.length - 1) < 0.01, 'the mean is 1');
    assert.equal(summary.picture.of, 'pages');
    assert.equal(summary.picture.nodes.length, 10);
    assert.equal(summary.depths['none'], 3);
  });

  test('lists orphans with why they are, texts that are nearly the same, and templates', async () => {
    const seo = await openDeepSeo(await open(testClock()), shop, analysisHere);
    await seo.audit();
    await seo.analyze();
    const orphans = await seo.show<{ url: string; reason: string }>('deepSeo.orphans');
    assert.deepEqual(orphans.data.map(row => `${path(row)} ${row.reason}`).toSorted(), ['/hidden noLinks', '/island unreachable', '/island-b unreachable']);
    const duplicates = await seo.show<{ same: boolean; sample: { url: string }[] }>('deepSeo.duplicates');
    assert.deepEqual(duplicates.data.map(({ same, sample }) => [same, sample.map(path).toSorted()]), [[false, ['/blog/brass-care', '/copy']]]);
    const templates = await seo.show<{ pages: number; label: string }, { pages: number }>('deepSeo.templates');
    assert.ok(templates.data.some(({ label, pages }) => label === '/products/*' || pages >= 2));
    assert.equal(templates.data.reduce((sum, { pages }) => sum + pages, 0), templates.summary.pages);
  });

  test('an audit that is asked for again while it is analysed is analysed once', async () => {
    const store = await open(testClock());
    let times = 0;
    const seo = await openDeepSeo(store, shop, {
      async analyze(rows, signal) {
        times++;
        const analysis = await analysisHere.analyze(rows, signal);
        await store.transaction(tx => askToAnalyze(tx, { queue: createQueue(store, seo.services.newId) }, seo.account.id, id));
        assert.deepEqual(await seo.analyze(), []);
        return analysis;
      },
    });
    const id = await seo.audit();
    assert.deepEqual(await seo.analyze(), []);
    assert.deepEqual([times, (await seo.show('deepSeo.graph')).state], [1, 'ready']);
  });

  test('an analysis that fails three times says so, and another audit is the way on', async () => {
    const clock = testClock();
    const seo = await openDeepSeo(await open(clock), shop, { analyze: () => Promise.reject(new Error('out of memory')) });
    await seo.audit();
    for (let time = 0; time < 3; time++) {
      await seo.analyze();
      clock.advance(3_600_000);
    }
    const { state, message } = await seo.show('deepSeo.intent');
    assert.equal(state, 'failed');
    assert.match(message!, /Start another/);
  });

  test('a thread comes to the same as the thread of the caller, and stops when it is told to', async () => {
    const clock = testClock();
    const threads = createAnalysisThreads();
    const seo = await openDeepSeo(await open(clock), shop, threads);
    await seo.audit();
    assert.deepEqual(await seo.analyze(), []);
    const inOne = await openDeepSeo(await open(testClock()), shop, analysisHere);
    await inOne.audit();
    await inOne.analyze();
    for (const id of ['intent', 'graph', 'duplicates', 'templates', 'orphans']) {
      const [there, here] = [await seo.show(`deepSeo.${id}`), await inOne.show(`deepSeo.${id}`)];
      assert.deepEqual({ ...there, audit: null }, { ...here, audit: null });
    }
    const stop = new AbortController();
    const waiting = threads.analyze({ next: () => { stop.abort(new Error('stopped')); return new Promise<never>(() => {}); }, takePages: () => Promise.resolve(), takeGroups: () => Promise.resolve() }, stop.signal);
    await assert.rejects(waiting, /stopped/);
  });

  test('shows what scripts change of each page that a browser rendered, with its ratings, and why it could not be rendered', async () => {
    const sent = shop[`${HOST}/login`] as string;
    const shown = Object.fromEntries(Object.entries(shop).filter(([url, html]) => typeof html === 'string' && url !== `${HOST}/copy`)) as Record<string, string>;
    const seo = await openDeepSeo(await open(testClock()), shop, analysisHere, { browse: browserOf({ ...shown, [`${HOST}/login`]: sent.replace('Log in</title>', 'Sign in</title>') }).browse });
    await seo.audit({ render: 'always' });
    const { state, total, summary, data } = await seo.show<Rendered>('deepSeo.rendered', { outcome: 'changed,failed' });
    assert.deepEqual([state, total, summary], ['ready', 2, { mode: 'always', same: 7, changed: 1, failed: 1, beyond: 0, cause: 'there is no browser here' }]);
    const of = new Map(data.map(one => [path(one), one]));
    const { changed, raw, rendered, ratings } = of.get('/login')!;
    assert.deepEqual([changed, raw!.title, rendered!.title, ratings], [['title'], 'Log in', 'Sign in', { lcpMs: 'good', cls: 'good', inpMs: 'good', tbtMs: 'good' }]);
    assert.deepEqual([of.get('/copy')!.cause, of.get('/copy')!.rendered], ['there is no browser here', null]);
    const first = await seo.show<Rendered>('deepSeo.rendered', { limit: 7 });
    const rest = await seo.show<Rendered>('deepSeo.rendered', { limit: 7, cursor: first.nextCursor! });
    assert.deepEqual([first.data.length, rest.data.length, rest.nextCursor, new Set([...first.data, ...rest.data].map(path)).size], [7, 2, null, 9]);
  });
});
