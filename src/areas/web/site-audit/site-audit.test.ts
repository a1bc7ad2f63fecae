import assert from 'node:assert/strict';
import test from 'node:test';
import { onEachDatabase, testClock } from '../../../../test/databases.ts';
import { allTables } from '../../../../test/tables.ts';
import { RunLost } from '../../platform/runs/retry.ts';
import { checks } from './rules/index.ts';
import { openSiteAudit, pageOf, SampleSite, type SampleReply } from './site.sample.ts';

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
    assert.ok(!site.asked.some(url => url.includes('/private') || url.startsWith('https://other.example')), site.asked.join(' '));
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

  test('names the checks that judged nothing for want of what it does not fetch, and counts none of them as passed', async () => {
    const audits = await openSiteAudit(await open(testClock()), new SampleSite({ 'https://shop.example/': pageOf('Start', 'https://other.example/').replace('</body>', '<img src="/a.png" alt="A"></body>') }));
    await audits.audit();
    const { data } = await audits.read<{ data: { passed: number; notTested: { id: string; reason: string }[]; checks: { id: string }[] } }>('siteAudit.results', { domainId: audits.domainId });
    const names = data.notTested.map(({ id }) => id);
    for (const id of ['links.broken-external', 'http.4xx-external', 'img.broken', 'img.large', 'title.only-after-render']) assert.ok(names.includes(id), id);
    assert.ok(data.passed + data.checks.length + names.length <= checks.length);
    assert.ok(data.notTested.every(({ reason }) => / not fetched\.$| scripts\.$/.test(reason)));
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

  test('comes to the same result when its worker dies three times', async () => {
    const many = (url: string): SampleReply | undefined => {
      const { pathname } = new URL(url);
      const at = Number(/^\/p\/(\d+)$/.exec(pathname)?.[1] ?? (pathname === '/' ? 0 : Number.NaN));
      return Number.isNaN(at) || at > 90 ? undefined : { body: pageOf(`Page ${at}`, ...[1, 2, 3].map(more => `/p/${at * 3 + more}`)) };
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
      return { pages: { ...pages, nextCursor: null }, links: links.data, issues: issues.data };
    };
    const whole = await outcome([]) as { pages: { total: number } };
    assert.ok(whole.pages.total > 90);
    assert.deepEqual(await outcome([12, 45, 80]), whole);
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
});
