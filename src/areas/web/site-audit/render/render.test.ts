// Which pages scripts write, how a load is measured, and what scripts change of a page.
import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { Browsing, OpenPage } from '../../../../core/outside/browse.ts';
import { pageOf } from '../page/page.sample.ts';
import type { DocumentFacts } from '../page/index.ts';
import { browserOf } from '../site.sample.ts';
import { factsOf, storedPage } from '../store/stored-page.ts';
import { readRendered } from '../threads/read-rendered.ts';
import { AuditChoices, settle } from '../settings.ts';
import { standardPlans } from '../../../platform/account/index.ts';
import { clsOf, loadsOf, tbtOf } from './metrics.ts';
import { isAppShell } from './shell.ts';
import { showPage, type ShownPage } from './show-page.ts';

const documentOf = (body: string): DocumentFacts => pageOf(`<!doctype html><html><head><title>A</title></head><body>${body}</body></html>`).document!;
const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');
const APP = '<script src="/app.js"></script>';

suite('the shell of an application', () => {
  const cases: [says: string, body: string, shell: boolean][] = [
    ['has a script and no text', `<div id="root"></div>${APP}`, true],
    ['may ask for scripts in a noscript', `<noscript>${words(100)}</noscript><div id="app"></div>${APP}`, true],
    ['may say that it loads', `<div id="__next">Loading ${words(60)}</div>${APP}`, true],
    ['is none without a script', '<div id="root">Soon</div>', false],
    ['is none where the server wrote the page', `<div id="__next">${words(300)}</div>${APP}`, false],
    ['is none with little text and no root element', `<p>${words(60)}</p>${APP}`, false],
  ];
  for (const [says, body, shell] of cases) test(says, () => assert.equal(isAppShell(documentOf(body)), shell));
});

suite('layout shifts', () => {
  const cases: [says: string, shifts: [atMs: number, value: number][], cls: number][] = [
    ['none', [], 0],
    ['within a second count together', [[100, 0.1], [900, 0.05]], 0.15],
    ['with a pause count apart, the worst of them', [[100, 0.1], [1200, 0.2]], 0.2],
    ['go on for five seconds at most', [0, 900, 1800, 2700, 3600, 4500, 5400].map(atMs => [atMs, 0.1]), 0.6],
  ];
  for (const [says, shifts, cls] of cases) test(says, () => assert.equal(clsOf(shifts.map(([atMs, value]) => ({ atMs, value }))), cls));
});

suite('blocking time', () => {
  const cases: [says: string, tasks: [atMs: number, tookMs: number][], fcpMs: number | null, tbtMs: number | null][] = [
    ['is what tasks take beyond 50 ms', [[500, 150], [900, 80]], 400, 130],
    ['does not count before the first paint', [[100, 250]], 400, 0],
    ['counts the part after the first paint of a task that goes on', [[300, 200]], 400, 100],
    ['is unknown where nothing was painted', [[300, 200]], null, null],
  ];
  for (const [says, tasks, fcpMs, tbtMs] of cases) test(says, () => assert.equal(tbtOf(tasks.map(([atMs, tookMs]) => ({ atMs, tookMs })), fcpMs), tbtMs));
});

test('what a page loads is counted by kind and by whose it is; what failed is named, but for the page itself', () => {
  const request = (url: string, type: string, bytes: number, status: number | null = 200) => ({ url, type, bytes, status });
  const { bytes, thirdParties, failed, requests } = loadsOf({
    requests: [request('https://shop.example/', 'document', 10), request('https://img.shop.example/a.webp', 'image', 20), request('https://cdn.example/a.js', 'script', 30), request('https://cdn.example/b', 'xhr', 5, 500), request('https://shop.example/gone.css', 'stylesheet', 1, null)],
    beyond: 2, errors: [],
  }, 'www.shop.example');
  assert.deepEqual(bytes, { document: 10, stylesheet: 1, script: 30, image: 20, font: 0, media: 0, other: 5 });
  assert.deepEqual(thirdParties, [{ host: 'cdn.example', requests: 2, bytes: 35 }]);
  assert.deepEqual([failed, requests], [['https://cdn.example/b: status 500', 'https://shop.example/gone.css: no answer'], 7]);
});

suite('a page after its scripts', () => {
  const settings = settle(AuditChoices.parse({}), { domain: 'site.example', domainId: 'dom_1', plan: 'pro', plans: standardPlans, proven: true });
  const sent = '<!doctype html><html><head><title>Sent</title><link rel="canonical" href="/page"></head><body><main><h1>Lamps</h1><a href="/a">A</a></main></body></html>';
  const performance = { lcpMs: 1, fcpMs: 1, loadMs: 1, cls: 0, tbtMs: 0, inpMs: 0, elements: 1, requests: 1, bytes: { document: 1, stylesheet: 0, script: 0, image: 0, font: 0, media: 0, other: 0 }, thirdParties: [], failed: [], errors: [] };
  const read = (html: string) => readRendered({ facts: storedPage(pageOf(sent)).facts, shown: { html, images: [], performance } satisfies ShownPage, rank: 2, settings, startedAt: 0 });

  test('that they leave alone is the same', () => assert.deepEqual(read(sent).comparison.changed, []));
  test('is compared part by part, and leads where only scripts link to', () => {
    const { comparison, leads, stored } = read(sent.replace('Sent', 'Shown').replace('</head>', '<meta name="robots" content="noindex"></head>').replace('</main>', '<h2>More</h2><p>Of them</p><a href="/b">B</a></main>'));
    assert.deepEqual(comparison.changed, ['title', 'robots', 'links', 'words', 'headings']);
    assert.deepEqual([comparison.raw.title, comparison.rendered.title, comparison.addedLinks, comparison.addedHeadings], ['Sent', 'Shown', ['https://site.example/b'], ['h2 More']]);
    assert.deepEqual([leads.links.map(({ url, anchor }) => [url, anchor]), leads.found.find(({ url }) => url.endsWith('/b'))?.rank], [[['https://site.example/b', 'B']], 3]);
    const { document, rendered } = factsOf(stored);
    assert.deepEqual([document!.titles[0]!.text, rendered!.title], ['Sent', 'Shown'], 'what was sent stays as it was');
  });
});

suite('a page of which a browser cannot tell what scripts make of it says why', () => {
  const url = 'https://shop.example/';
  const settings = { domain: 'shop.example', subdomains: false, userAgent: 'desktop' } as const;
  const cases: [says: string, page: Partial<OpenPage>, cause: RegExp][] = [
    ['without a sandbox', { scripts: false }, /no sandbox/],
    ['that answers the browser otherwise', { status: 403 }, /status 403/],
    ['from which scripts lead away', { url: 'https://other.example/' }, /leads away, to other\.example/],
    ['that hangs', { run: () => Promise.resolve({ outcome: 'failed', cause: 'the browser took too long' }) }, /took too long/],
    ['that measures nonsense', { run: () => Promise.resolve({ outcome: 'done', value: { html: 1 } }) }, /cannot be read/],
  ];
  for (const [says, changed, cause] of cases) {
    test(says, async () => {
      const shown = await browserOf({ [url]: '<p>A</p>' }).browse(browsing => showPage(changing(browsing, changed), url, settings), new AbortController().signal);
      assert.match('cause' in shown ? shown.cause : JSON.stringify(shown), cause);
    });
  }
});

function changing(browsing: Browsing, changed: Partial<OpenPage>): Browsing {
  return {
    async open(...asked) {
      const opened = await browsing.open(...asked);
      return opened.outcome === 'failed' ? opened : { outcome: 'shown', page: { ...opened.page, ...changed } };
    },
  };
}
