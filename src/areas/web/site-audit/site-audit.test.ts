import assert from 'node:assert/strict';
import test from 'node:test';
import type { Browse } from '../../../core/outside/browse.ts';
import { onEachDatabase, testClock } from '../../../../test/databases.ts';
import { allTables } from '../../../../test/tables.ts';
import { RunLost } from '../../platform/runs/retry.ts';
import { checks } from './rules/index.ts';
import { browserOf, openSiteAudit, pageOf, SampleSite, type SampleReply } from './site.sample.ts';

interface Listed { data: { page: number; url: string; status: number | null; outcome: string; depth: number | null; inSitemap: boolean; issues: number }[]; total: number; nextCursor: string | null }
interface Results { data: { audit: { status: string; cut: string | null; pages: number }; score: { value: number | null; deductions: { points: number }[] }; checks: { id: string; count: number; change: { new: number; fixed: number; unchanged: number } | null }[]; change: object | null; trend: object[] } | null }

const small: Record<string, SampleReply | string> = {
  'https://shop.example/robots.txt': { body: 'User-agent: *\nDisallow: /private\nSitemap: https://shop.example/map.xml', type: 'text/plain' },
  'https://shop.example/map.xml': { body: '<urlset><url><loc>https://shop.example/a</loc></url><url><loc>https://shop.example/orphan</loc></url><url><loc>https://other.example/x</loc></url></urlset>', type: 'application/xml' },
  'https://shop.example/': pageOf('Start', '/a', '/b?utm_source=x', '/private/1', 'https://other.example/', '/old'),
  'https://shop.example/a': pageOf('A', '/', '/gone', '/c'),
  'https://shop.example/b': pageOf('B', '/b'),
  'https://shop.example/b?utm_source=x': pageOf('B', '/b'),
  'https://shop.example/c': pageOf('C', '/'),
  'https://shop.example/orphan': pageOf('Orphan', '/'),
  'https://shop.example/old': { status: 301, headers: [['location', '/c']] },
};

onEachDatabase('a site audit', open => {
  test('fetches every page once, by links first, then what only the sitemap knows, and nothing that robots.txt forbids', async () => {
    const site = new SampleSite(small);
    const audits = await openSiteAudit(await open(testClock()), site);
    const id = await audits.audit();
    const { data, total } = await audits.read<Listed>('siteAudit.pages', { id });
    const seen = data.map(({ url, outcome, status, depth, inSitemap }) => [url.replace('https://shop.example', ''), outcome, status, depth, inSitemap]);
    assert.deepEqual(seen, [
      ['/', 'answered', 200, 0, false], ['/a', 'answered', 200, 1, true], ['/b?utm_source=x', 'answered', 200, 1, false], ['/private/1', 'blocked', null, 1, false],
      ['/old', 'redirected', 301, 1, false], ['/gone', 'answered', 404, 2, false], ['/c', 'answered', 200, 1, false], ['/orphan', 'answered', 200, null, true],
    ]);
    assert.equal(total, 8);
    assert.ok(!site.asked.some(url => url.includes('/private')), site.asked.join(' '));
    assert.deepEqual(site.asked.filter(url => url.startsWith('https://other.example')), ['https://other.example/robots.txt', 'https://other.example/', 'https://other.example/'], 'other sites are asked for what is linked there, and not crawled');
  });

  test('says which line of robots.txt forbids a page', async () => {
    const audits = await openSiteAudit(await open(testClock()), new SampleSite(small));
    const id = await audits.audit();
    const { data } = await audits.read<{ data: { facts: { robots: object } } }>('siteAudit.page', { id, page: 4 });
    assert.deepEqual(data.facts.robots, { allowed: false, rule: 'line 2: Disallow: /private' });
  });

  test('scores by its deductions, and names what is new and fixed since the audit before', async () => {
    const pages = { ...small };
    const clock = testClock();
    const audits = await openSiteAudit(await open(clock), new SampleSite(url => (typeof pages[url] === 'string' ? { body: pages[url] } : pages[url])));
    await audits.audit();
    const first = await audits.read<Results>('siteAudit.results', { domainId: audits.domainId });
    const { value, deductions } = first.data!.score;
    assert.ok(value !== null && value > 0 && value < 100, String(value));
    assert.ok(Math.abs(100 - deductions.reduce((sum, { points }) => sum + points, 0) - value) < 0.5);
    assert.equal(first.data!.change, null);
    assert.equal(first.data!.checks.find(check => check.id === 'http.4xx-internal')?.count, 1);
    pages['https://shop.example/gone'] = pageOf('Back');
    clock.advance(1000);
    await audits.audit();
    const { data } = await audits.read<Results>('siteAudit.results', { domainId: audits.domainId });
    const { data: issues } = await audits.read<{ data: { id: string; url: string }[] }>('siteAudit.issues', { id: (data as unknown as { audit: { id: string } }).audit.id });
    assert.ok(!issues.some(issue => issue.id === 'http.4xx-internal'));
    assert.ok(data!.change !== null && (data!.change as { fixed: number }).fixed > 0);
    assert.equal(data!.trend.length, 2);
  });

  test('counts nothing as fixed of which it cannot tell: pages that do not answer any more, and addresses that do not say whether they work', async () => {
    const links = ['https://other.example/gone', 'https://other.example/back'];
    const pages: Record<string, SampleReply | string> = {
      'https://shop.example/': pageOf('Start', '/a', ...links), 'https://shop.example/a': pageOf('', '/').replace('<h1></h1>', ''),
      'https://other.example/robots.txt': { status: 404 },
    };
    const clock = testClock();
    const audits = await openSiteAudit(await open(clock), new SampleSite(url => (typeof pages[url] === 'string' ? { body: pages[url] } : pages[url])));
    const changeOf = async (id: string) => (await audits.read<Results>('siteAudit.results', { domainId: audits.domainId })).data!.checks.find(check => check.id === id)?.change ?? 'gone';
    const fixedIn = async (): Promise<number> => ((await audits.read<Results>('siteAudit.results', { domainId: audits.domainId })).data!.change as { fixed: number }).fixed;
    await audits.audit();
    Object.assign(pages, { 'https://shop.example/a': { fails: 'connect' }, 'https://other.example/gone': { status: 403 }, 'https://other.example/back': { status: 429 } });
    clock.advance(1000);
    await audits.audit();
    assert.equal(await fixedIn(), 0);
    assert.equal(await changeOf('title.missing'), 'gone', 'and it is no issue of this audit either');
    Object.assign(pages, { 'https://shop.example/a': pageOf('A', '/'), 'https://other.example/gone': { status: 404 }, 'https://other.example/back': { status: 404 } });
    clock.advance(1000);
    await audits.audit();
    Object.assign(pages, { 'https://other.example/gone': pageOf('There'), 'https://other.example/back': pageOf('There') });
    clock.advance(1000);
    await audits.audit();
    assert.ok(await fixedIn() >= 2, 'links.broken-external and both of http.4xx-external');
  });

  test('counts nothing as fixed where the other page of an issue is merely unknown: a canonical, a version or a linked page that does not answer any more', async () => {
    const canonical = (title: string, url: string) => pageOf(title, '/').replace('</head>', `<link rel="canonical" href="${url}"></head>`);
    const pages: Record<string, SampleReply | string> = {
      'https://shop.example/': pageOf('Start', '/a', '/b', '/gone'), 'https://shop.example/a': canonical('A', 'https://other.example/gone'), 'https://shop.example/b': canonical('B', 'https://shop.example/none'), 'https://other.example/robots.txt': { status: 404 },
    };
    const clock = testClock();
    const audits = await openSiteAudit(await open(clock), new SampleSite(url => (typeof pages[url] === 'string' ? { body: pages[url] } : pages[url])));
    const changes = async () => {
      await audits.audit();
      clock.advance(1000);
      const { data } = await audits.read<Results>('siteAudit.results', { domainId: audits.domainId });
      return { failed: data!.checks.map(({ id, count }) => `${id} ${count}`).filter(one => /canonical.to-4xx|links.broken-internal/.test(one)).toSorted(), fixed: (data!.change as { fixed: number } | null)?.fixed };
    };
    assert.deepEqual((await changes()).failed, ['canonical.to-4xx-5xx 2', 'links.broken-internal 1']);
    for (const url of ['https://other.example/gone', 'https://shop.example/none', 'https://shop.example/gone']) pages[url] = { fails: 'http' };
    const unknown = await changes();
    assert.deepEqual(unknown.failed, []);
    assert.equal(unknown.fixed, 0, 'neither those nor http.4xx-internal');
  });

  test('with subdomains reads the sitemaps of each host, and finds nothing wrong with one that names its own pages', async () => {
    const sitemap = (host: string, path: string): Record<string, SampleReply | string> => ({
      [`https://${host}/robots.txt`]: { body: `Sitemap: https://${host}/map.xml`, type: 'text/plain' },
      [`https://${host}/map.xml`]: { body: `<urlset><url><loc>https://${host}${path}</loc></url></urlset>`, type: 'application/xml' }, [`https://${host}${path}`]: pageOf(path, '/'),
    });
    const site = new SampleSite({ ...sitemap('shop.example', '/only'), ...sitemap('blog.shop.example', '/orphan'), 'https://shop.example/': pageOf('Start', 'https://blog.shop.example/'), 'https://blog.shop.example/': pageOf('Blog') });
    const audits = await openSiteAudit(await open(testClock()), site);
    const id = await audits.audit({ subdomains: true });
    const { data } = await audits.read<Listed>('siteAudit.pages', { id });
    assert.deepEqual(data.filter(({ inSitemap }) => inSitemap).map(({ url }) => url), ['https://shop.example/only', 'https://blog.shop.example/orphan']);
    const { data: issues } = await audits.read<{ data: { id: string; url: string }[] }>('siteAudit.issues', { id, limit: 200 });
    assert.deepEqual(issues.filter(issue => issue.id === 'sitemap.other-host'), []);
  });

  test('gives its links as a table, and a sitemap of the pages that may be listed', async () => {
    const canonical = (url: string) => pageOf('Copy').replace('</head>', `<link rel="canonical" href="${url}"></head>`);
    const site = new SampleSite({
      'https://shop.example/': pageOf('Start', '/a?x=1&y=2', '/hidden', '/copy', '/moved', '/gone', 'https://other.example/'), 'https://shop.example/a?x=1&y=2': pageOf('A', '/'),
      'https://shop.example/hidden': pageOf('Hidden').replace('</head>', '<meta name="robots" content="noindex"></head>'), 'https://shop.example/copy': canonical('https://shop.example/'),
      'https://shop.example/moved': { status: 301, headers: [['location', 'https://shop.example/']] }, 'https://shop.example/gone': { status: 404 },
    });
    const audits = await openSiteAudit(await open(testClock()), site);
    const id = await audits.audit();
    const fileOf = async (operation: string, input: object = {}): Promise<string> => {
      const { body } = await audits.call(operation, { id, ...input }) as { body: { body: AsyncIterable<string> | string } };
      return typeof body.body === 'string' ? body.body : (await Array.fromAsync(body.body)).join('');
    };
    assert.deepEqual([...(await fileOf('siteAudit.sitemap')).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url), ['https://shop.example/', 'https://shop.example/a?x=1&amp;y=2']);
    assert.equal((await audits.call('siteAudit.sitemap', { id, part: 2 })).status, 404);
    const lines = (await fileOf('siteAudit.export_links')).trimEnd().split('\r\n');
    assert.deepEqual([lines[0], lines.length], ['To,From,Status,Anchor,Follow', 1 + 7]);
    assert.deepEqual((await fileOf('siteAudit.export_links', { statusClass: '4', internal: 'true' })).trimEnd().split('\r\n').slice(1), ['https://shop.example/gone,https://shop.example/,404,to /gone,yes']);
  });

  test('is exported when it has ended, also by being cancelled, and answers 409 before', async () => {
    const audits = await openSiteAudit(await open(testClock()), new SampleSite({ 'https://shop.example/': pageOf('Start', '/a'), 'https://shop.example/a': pageOf('A') }));
    const id = await audits.audit();
    const statusesOf = () => Promise.all(['siteAudit.export_links', 'siteAudit.export_pages', 'siteAudit.sitemap'].map(async operation => (await audits.call(operation, { id })).status));
    assert.deepEqual(await statusesOf(), [200, 200, 200]);
    const { db } = audits.store;
    await allTables(db).updateTable('site_audit').set({ state: 'running' }).execute();
    await allTables(db).updateTable('run').set({ status: 'running', finished_at: null }).execute();
    assert.deepEqual(await statusesOf(), [409, 409, 409]);
    assert.equal(((await audits.call('siteAudit.export_pages', { id })).body as { code: string }).code, 'invalid_state');
    await allTables(db).updateTable('run').set({ status: 'cancelled', finished_at: 1 }).execute();
    assert.deepEqual(await statusesOf(), [200, 200, 409]);
  });

  test('has no list by a check that is none', async () => {
    const audits = await openSiteAudit(await open(testClock()), new SampleSite({ 'https://shop.example/': pageOf('Start') }));
    const id = await audits.audit();
    for (const operation of ['siteAudit.issues', 'siteAudit.pages']) {
      assert.equal((await audits.call(operation, { id, check: 'title.missing' })).status, 200);
      const { status, body } = await audits.call(operation, { id, check: 'title.missing,title.nonsense' });
      assert.deepEqual([status, (body as { errors: { path: string }[] }).errors.map(({ path }) => path)], [400, ['check.1']]);
    }
  });

  test('tells a certificate that browsers refuse from a connection that fails', async () => {
    const site = new SampleSite({ 'https://shop.example/': pageOf('Start', '/warned', '/broken'), 'https://shop.example/warned': { fails: 'tls', badCertificate: true }, 'https://shop.example/broken': { fails: 'tls' } });
    const audits = await openSiteAudit(await open(testClock()), site);
    const { data } = await audits.read<{ data: { id: string; url: string }[] }>('siteAudit.issues', { id: await audits.audit(), limit: 200 });
    const pathsOf = (check: string) => data.filter(({ id }) => id === check).map(({ url }) => new URL(url).pathname);
    assert.deepEqual([pathsOf('http.tls-failure'), pathsOf('security.cert-invalid')], [['/broken'], ['/warned']]);
  });

  test('that is not to ask for what pages refer to names the checks that judged nothing, and counts none of them as passed', async () => {
    const site = new SampleSite({ 'https://shop.example/': pageOf('Start', 'https://other.example/').replace('</body>', '<img src="/a.png" alt="A"></body>') });
    const audits = await openSiteAudit(await open(testClock()), site);
    await audits.audit({ targets: false });
    assert.ok(!site.asked.some(url => url.includes('a.png') || url.includes('other.example')));
    const { data } = await audits.read<{ data: { passed: number; notTested: { id: string; reason: string }[]; checks: { id: string }[] } }>('siteAudit.results', { domainId: audits.domainId });
    const names = data.notTested.map(({ id }) => id);
    for (const id of ['links.broken-external', 'http.4xx-external', 'img.broken', 'img.large', 'title.only-after-render']) assert.ok(names.includes(id), id);
    assert.ok(data.passed + data.checks.length + names.length <= checks.length);
    assert.ok(data.notTested.every(({ reason }) => reason.endsWith(' scripts.')));
  });

  test('that is paused is shown with the run to resume', async () => {
    const store = await open(testClock());
    const audits = await openSiteAudit(store, new SampleSite(small));
    const { body } = await audits.call('siteAudit.start', { domainId: audits.domainId });
    const { id } = (body as { data: { id: string } }).data;
    await allTables(store.db).deleteFrom('job').where('id', '=', id).execute();
    await allTables(store.db).updateTable('run').set({ status: 'paused', paused_key: audits.domainId }).where('id', '=', id).execute();
    assert.deepEqual((await audits.read<{ underWay: object }>('siteAudit.results', { domainId: audits.domainId })).underWay, { runId: id, status: 'paused' });
  });

  test('asks for what pages refer to: pages of others, images, style sheets and versions on other hosts', async () => {
    const head = '<link rel="stylesheet" href="/css/a.css"><link rel="stylesheet" href="https://cdn.example/gone.css"><meta property="og:image" content="/share.png"><link rel="alternate" hreflang="de" href="https://shop.example.de/">';
    const images = ['/big.webp', '/gone.webp', '/old.jpg'].map(src => `<img src="${src}" alt="A" width="1" height="1">`).join('');
    const links = ['https://other.example/gone', 'https://nowhere.example/', 'https://shy.example/', 'https://busy.example/1', 'https://busy.example/2', 'https://other.example/get-only', 'https://other.example/private'];
    const start = pageOf('Start', ...links).replace('<title>', `${head}<title>`).replace('</body>', `${images}</body>`);
    const size = (bytes: number): SampleReply => ({ type: 'image/webp', headers: [['content-length', String(bytes)]] });
    const site = new SampleSite({
      'https://shop.example/': start,
      'https://shop.example/robots.txt': { body: 'User-agent: Googlebot\nDisallow: /css/\n\nUser-agent: *\nAllow: /', type: 'text/plain' },
      'https://shop.example/css/a.css': { type: 'text/css' }, 'https://shop.example/big.webp': size(900_000), 'https://shop.example/old.jpg': { ...size(90_000), type: 'image/jpeg' },
      'https://shop.example.de/': pageOf('Start auf Deutsch'),
      'https://nowhere.example/': { fails: 'dns', absent: true }, 'https://nowhere.example/robots.txt': { fails: 'dns', absent: true },
      'https://shy.example/': { status: 403 }, 'https://busy.example/1': { status: 429 }, 'https://busy.example/2': { status: 404 },
      'https://other.example/get-only': { headStatus: 405, body: 'here' }, 'https://other.example/robots.txt': { body: 'User-agent: *\nDisallow: /private', type: 'text/plain' },
    });
    const audits = await openSiteAudit(await open(testClock()), site);
    const id = await audits.audit();
    const { data } = await audits.read<{ data: { notTested: { id: string; reason: string }[]; targets: { counts: object } } }>('siteAudit.results', { domainId: audits.domainId });
    assert.ok(data.notTested.every(({ reason }) => reason.endsWith('scripts.')), JSON.stringify(data.notTested));
    const { data: issues } = await audits.read<{ data: { id: string; evidence: string[] }[] }>('siteAudit.issues', { id, limit: 200 });
    const evidenceOf = (check: string) => issues.filter(issue => issue.id === check).flatMap(({ evidence }) => evidence.slice(1));
    assert.deepEqual(evidenceOf('links.broken-external'), ['https://other.example/gone: status 404', 'https://nowhere.example/: no answer']);
    assert.deepEqual(evidenceOf('img.broken'), ['https://shop.example/gone.webp: status 404']);
    assert.deepEqual(evidenceOf('img.large'), ['https://shop.example/big.webp: 900000 bytes']);
    assert.deepEqual(evidenceOf('img.legacy-format'), ['/old.jpg']);
    assert.deepEqual(evidenceOf('og.image-broken'), ['https://shop.example/share.png: status 404']);
    assert.deepEqual(evidenceOf('http.resource-broken'), ['https://cdn.example/gone.css: status 404']);
    assert.deepEqual(evidenceOf('robots.txt-blocks-css-js'), ['https://shop.example/css/a.css by line 2: Disallow: /css/']);
    assert.deepEqual(evidenceOf('hreflang.no-return-link'), ['de: https://shop.example.de/, does not name this page']);
    const { data: unknown } = await audits.read<{ data: { url: string; cause: string }[] }>('siteAudit.targets', { id, outcome: 'unknown' });
    assert.deepEqual(unknown.map(({ url, cause }) => [url, cause]), [['https://busy.example/2', 'the host limits requests'], ['https://other.example/private', 'robots.txt forbids it: line 2: Disallow: /private']]);
    assert.equal(site.asked.filter(url => url.startsWith('https://shop.example/big.webp')).length, 1, 'what HEAD answers is enough');
    const { data: links404 } = await audits.read<{ data: { to: string }[] }>('siteAudit.links', { id, statusClass: '4' });
    assert.deepEqual(links404.map(({ to }) => to), ['https://other.example/gone', 'https://shy.example/', 'https://busy.example/1']);
  });

  test('asks hosts of others for a hundred addresses at most, and for five hundred in all', async () => {
    const links = [...Array.from({ length: 150 }, (_, at) => `https://one.example/${at}`), ...Array.from({ length: 500 }, (_, at) => `https://h${at % 100}.example/${at}`)];
    const site = new SampleSite({ 'https://shop.example/': pageOf('Start', ...links.slice(0, 320), '/more'), 'https://shop.example/more': pageOf('More', ...links.slice(320)) });
    const audits = await openSiteAudit(await open(testClock()), site);
    await audits.audit();
    const asked = new Set(site.asked.filter(url => !url.includes('shop.example') && !url.endsWith('/robots.txt')));
    assert.deepEqual([asked.size, [...asked].filter(url => url.startsWith('https://one.example')).length], [500, 100]);
    const { data } = await audits.read<{ data: { targets: { beyond: number } } }>('siteAudit.results', { domainId: audits.domainId });
    assert.equal(data.targets.beyond, 150);
  });

  test('comes to the same result when its worker dies three times', async () => {
    const many = (url: string): SampleReply | undefined => {
      const { pathname } = new URL(url);
      const at = Number(/^\/p\/(\d+)$/.exec(pathname)?.[1] ?? (pathname === '/' ? 0 : Number.NaN));
      return Number.isNaN(at) || at > 90 ? undefined : { body: pageOf(`Page ${at}`, ...[1, 2, 3].map(more => `/p/${at * 3 + more}`), `https://other.example/${at}`).replace('</body>', `<img src="/i/${at}.png" alt=""></body>`) };
    };
    const outcome = async (deaths: readonly number[]): Promise<unknown> => {
      const store = await open(testClock());
      const site = new SampleSite(many);
      const audits = await openSiteAudit(store, site);
      const { body } = await audits.call('siteAudit.start', { domainId: audits.domainId });
      for (const at of deaths) {
        const death = new AbortController();
        site.before = () => { if (site.asked.length === at) death.abort(new RunLost()); };
        await audits.work(death.signal);
        await allTables(store.db).updateTable('job').set({ lease: null, lease_until: 0, attempts: 1, run_at: 0 } as never).execute();
        await allTables(store.db).updateTable('run').set({ status: 'running' }).execute();
      }
      site.before = () => {};
      await audits.work();
      const { id } = (body as { data: { id: string } }).data;
      const pages = await audits.read<Listed>('siteAudit.pages', { id, limit: 200 });
      const links = await audits.read<{ data: object[] }>('siteAudit.links', { id, limit: 200 });
      const issues = await audits.read<{ data: object[] }>('siteAudit.issues', { id, limit: 200 });
      const targets = await audits.read<{ data: object[] }>('siteAudit.targets', { id, limit: 200 });
      return { pages: { ...pages, nextCursor: null }, links: links.data, issues: issues.data, targets: targets.data };
    };
    const whole = await outcome([]) as { pages: { total: number }; targets: object[] };
    assert.ok(whole.pages.total > 90 && whole.targets.length > 150);
    assert.deepEqual(await outcome([12, 45, 240]), whole);
  });

  test('stops at its limits, and says so', async () => {
    const audits = await openSiteAudit(await open(testClock()), new SampleSite(url => ({ body: pageOf('More', `${new URL(url).pathname}x`, `/y${new URL(url).pathname}`) })));
    await audits.audit({ maxPages: 25 });
    const { data } = await audits.read<Results>('siteAudit.results', { domainId: audits.domainId });
    assert.deepEqual([data!.audit.status, data!.audit.cut, data!.audit.pages], ['partial', 'pages', 25]);
  });

  test('of a domain that is not proven has 500 pages at most, and obeys robots.txt', async () => {
    const audits = await openSiteAudit(await open(testClock()), new SampleSite(small), { proven: false });
    for (const more of [{ maxPages: 501 }, { respectRobots: false }]) {
      const { status, body } = await audits.call('siteAudit.start', { domainId: audits.domainId, ...more });
      assert.deepEqual([status, (body as { code: string }).code], [403, 'ownership_required']);
    }
  });

  test('of a list fetches these addresses alone', async () => {
    const site = new SampleSite(small);
    const audits = await openSiteAudit(await open(testClock()), site);
    const id = await audits.audit({ urls: ['https://shop.example/a', 'https://shop.example/c'] });
    const { data } = await audits.read<Listed>('siteAudit.pages', { id });
    assert.deepEqual(data.map(({ url }) => url), ['https://shop.example/a', 'https://shop.example/c']);
  });

  test('has a browser show what scripts write and one page of each template, and follows where only scripts link to', async () => {
    const shell = '<!doctype html><html lang="en"><head><title>App</title><script src="/app.js"></script></head><body><div id="root"></div></body></html>';
    const pages = { 'https://shop.example/': pageOf('Start', '/a', '/b', '/app'), 'https://shop.example/a': pageOf('A', '/'), 'https://shop.example/b': pageOf('B', '/'), 'https://shop.example/app': shell, 'https://shop.example/only': pageOf('Only', '/') };
    const { browse, opened } = browserOf({ ...pages, 'https://shop.example/app': pageOf('App', '/only') });
    const audits = await openSiteAudit(await open(testClock()), { fetch: new SampleSite(pages).fetch, browse });
    const id = await audits.audit({ render: 'auto' });
    assert.deepEqual(opened.map(url => new URL(url).pathname), ['/', '/a', '/app']);
    const { data } = await audits.read<{ data: { url: string; rendering: string | null }[] }>('siteAudit.pages', { id });
    assert.deepEqual(data.map(({ url, rendering }) => [new URL(url).pathname, rendering]), [['/', 'same'], ['/a', 'same'], ['/b', null], ['/app', 'changed'], ['/only', null]]);
    const { data: results } = await audits.read<{ data: { audit: { status: string }; rendering: object; notTested: { id: string }[] } }>('siteAudit.results', { domainId: audits.domainId });
    assert.deepEqual([results.audit.status, results.rendering], ['completed', { mode: 'auto', same: 2, changed: 1, failed: 0, beyond: 0, cause: null }]);
    assert.ok(!results.notTested.some(one => one.id.startsWith('performance.')), JSON.stringify(results.notTested));
    const { data: links } = await audits.read<{ data: { from: string; anchor: string }[] }>('siteAudit.links', { id, to: 5 });
    assert.deepEqual(links.map(({ from, anchor }) => [from, anchor]), [['https://shop.example/app', 'to /only']]);
    const { data: app } = await audits.read<{ data: { facts: { rendered: { performance: object } }; issueList: { id: string }[] } }>('siteAudit.page', { id, page: 4 });
    assert.deepEqual({ ...app.facts.rendered.performance, bytes: null }, { lcpMs: 900, fcpMs: 400, loadMs: 450, cls: 0, tbtMs: 0, inpMs: 24, elements: 20, requests: 2, bytes: null, thirdParties: [{ host: 'cdn.example', requests: 1, bytes: 2000 }], failed: [], errors: [] });
    assert.deepEqual(app.issueList.map(one => one.id).filter(one => one.endsWith('only-after-render')).toSorted(), ['heading.only-after-render', 'links.only-after-render']);
  });

  test('whose browser is missing is partial, says so for each check, and counts nothing as fixed that only a browser shows', async () => {
    const pages = { 'https://shop.example/': pageOf('Start', '/').replace('<title>Start</title>', '') };
    let browse: Browse = browserOf({ 'https://shop.example/': pageOf('Start', '/') }).browse;
    const clock = testClock();
    const audits = await openSiteAudit(await open(clock), { fetch: new SampleSite(pages).fetch, browse: (work, signal) => browse(work, signal) });
    const resultsOf = async () => (await audits.read<{ data: { audit: { status: string; cut: string | null }; checks: { id: string }[]; notTested: { id: string; reason: string }[]; rendering: object; change: { fixed: number } | null } }>('siteAudit.results', { domainId: audits.domainId })).data;
    await audits.audit({ render: 'always' });
    assert.ok((await resultsOf()).checks.some(({ id }) => id === 'title.only-after-render'));
    browse = browserOf({}).browse;
    clock.advance(1000);
    await audits.audit({ render: 'always' });
    const { audit, rendering, notTested, checks: failed, change } = await resultsOf();
    assert.deepEqual([audit.status, audit.cut, rendering], ['partial', 'rendering', { mode: 'always', same: 0, changed: 0, failed: 1, beyond: 0, cause: 'there is no browser here' }]);
    assert.equal(notTested.find(({ id }) => id === 'title.only-after-render')?.reason, 'No page was shown in a browser: there is no browser here.');
    assert.ok(!failed.some(({ id }) => id.startsWith('performance.')));
    assert.equal(change?.fixed, 0);
  });

  test('gives up a browser that shows none of five pages, and shows five pages of a domain that is not proven', async () => {
    const paths = Array.from({ length: 9 }, (_, at) => `/p/${at}`);
    const pages = Object.fromEntries(['/', ...paths].map(path => [`https://shop.example${path}`, pageOf(path, ...paths)]));
    const of = async (browser: ReturnType<typeof browserOf>, proven: boolean) => {
      const audits = await openSiteAudit(await open(testClock()), { fetch: new SampleSite(pages).fetch, browse: browser.browse }, { proven });
      await audits.audit({ render: 'always' });
      const { data: { rendering } } = await audits.read<{ data: { rendering: { same: number; failed: number; beyond: number } } }>('siteAudit.results', { domainId: audits.domainId });
      return [browser.opened.length, rendering.same, rendering.failed, rendering.beyond];
    };
    assert.deepEqual(await of(browserOf({}), true), [5, 0, 10, 0]);
    assert.deepEqual(await of(browserOf(pages), false), [5, 5, 0, 5]);
  });

  test('keeps what selectors find on each page, after its scripts where they ran, in the list and in the table', async () => {
    const priced = (price: string) => pageOf('Lamp', '/b').replace('</body>', `<b class="price">${price}</b></body>`);
    const pages = { 'https://shop.example/': priced('12 €'), 'https://shop.example/b': pageOf('B', '/') };
    const audits = await openSiteAudit(await open(testClock()), { fetch: new SampleSite(pages).fetch, browse: browserOf({ 'https://shop.example/b': priced('9 €') }).browse });
    const id = await audits.audit({ render: 'always', extract: [{ name: 'Price', selector: '.price' }, { name: 'Links', selector: 'a', attribute: 'href' }] });
    const { data } = await audits.read<{ data: { extracted: object }[] }>('siteAudit.pages', { id });
    assert.deepEqual(data.map(({ extracted }) => extracted), [{ Price: ['12 €'], Links: ['/b'] }, { Price: ['9 €'], Links: ['/b'] }]);
    const { body } = await audits.call('siteAudit.export_pages', { id }) as { body: { body: AsyncIterable<string> } };
    const lines = (await Array.fromAsync(body.body)).join('').trimEnd().split('\r\n');
    assert.deepEqual([lines[0], lines[2]?.split(',').slice(-3)], ['Address,Status,Outcome,Title,Clicks,Issues,Worst issue,Rendering,Price,Links', ['changed', '9 €', '/b']]);
    for (const extract of [[{ name: 'A', selector: 'a:has(b)' }], [{ name: 'A', selector: 'a' }, { name: 'A', selector: 'b' }], Array.from({ length: 21 }, (_, at) => ({ name: `A${at}`, selector: 'a' }))]) {
      assert.equal((await audits.call('siteAudit.start', { domainId: audits.domainId, extract })).status, 400);
    }
  });
});
