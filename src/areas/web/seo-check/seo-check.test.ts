// One page, fetched over a port that answers from a table: what is judged, what is shown, and what stays unknown.
import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { goodFields, goodPage } from '../../../../lab/audit-sites/good-page.ts';
import type { PageFetch, PageFetched } from '../../../core/outside/page-fetch.ts';
import { here } from '../site-audit/threads/here.sample.ts';
import { fetchOne } from './fetch.ts';
import { present } from './present.ts';
import { SeoCheckResult } from './shapes.ts';
import { pageUrl } from './url.ts';

const URL_OF_PAGE = 'https://site.example/good';
const answer = (body: string, status = 200, fields: (readonly [string, string])[] = [...goodFields]): PageFetched => ({ outcome: 'answered', status, fields, body: Buffer.from(body), truncated: false, ttfbMs: 40, totalMs: 60, transferBytes: body.length, certificate: { notAfter: Date.UTC(2027, 1, 1) } });
const gone = answer('', 404, [['content-type', 'text/plain']]);
const check = async (pages: Readonly<Record<string, PageFetched>>, url = URL_OF_PAGE) => {
  const fetchPage: PageFetch = address => Promise.resolve(pages[address] ?? gone);
  return SeoCheckResult.parse(present(await fetchOne(url, { fetchPage, auditThreads: here, clock: { now: () => Date.UTC(2026, 10, 1), monotonicMs: () => 0 } }, new AbortController().signal)));
};
const failed = ({ findings }: SeoCheckResult) => findings.filter(({ state }) => state === 'fail').map(({ id }) => id);

suite('the SEO check of a page', () => {
  test('has nothing to say of a good page, and shows what it read', async () => {
    const reply = await check({ [URL_OF_PAGE]: answer(goodPage(URL_OF_PAGE, 'lamps', 1)), 'https://site.example/robots.txt': answer('User-agent: *\nDisallow: /private\nSitemap: https://site.example/sitemap.xml\n') });
    assert.deepEqual([failed(reply), reply.score, reply.grade, reply.page!.robots.indexable], [[], 100, 'A+', true]);
    assert.deepEqual(reply.site, { robotsTxt: { found: true, allowed: true, matchedRule: null }, sitemaps: ['https://site.example/sitemap.xml'] });
    assert.ok(reply.needsAudit.length > 40 && reply.page!.title!.widthPx > 100);
  });
  test('names each fault with what was seen and what to do', async () => {
    const reply = await check({ [URL_OF_PAGE]: answer(goodPage(URL_OF_PAGE, 'lamps', 1, { title: '', h1: '' })) });
    assert.deepEqual(failed(reply), ['title.missing', 'heading.missing']);
    assert.ok(reply.score! < 100 && reply.deductions[0]!.id === 'title.missing' && reply.findings.find(({ id }) => id === 'title.missing')!.fix);
  });
  test('follows redirects and judges where they end', async () => {
    const reply = await check({ 'https://site.example/old': answer('', 302, [['location', '/good']]), [URL_OF_PAGE]: answer(goodPage(URL_OF_PAGE, 'lamps', 1, { h1: '' })) }, 'https://site.example/old');
    assert.deepEqual([reply.finalUrl, failed(reply), reply.page?.title?.text], [URL_OF_PAGE, ['redirect.temporary', 'heading.missing'], 'About lamps and what it is good for']);
  });
  test('shows the rule of robots.txt that keeps search engines away', async () => {
    const reply = await check({ [URL_OF_PAGE]: answer(goodPage(URL_OF_PAGE, 'lamps', 1)), 'https://site.example/robots.txt': answer('User-agent: *\nDisallow: /good\n') });
    assert.deepEqual([reply.page!.robots.indexable, reply.page!.robots.reason, reply.site.robotsTxt.matchedRule], [false, 'robots.txt forbids it', 'line 2: Disallow: /good']);
  });
  for (const [stage, late] of [['http', true], ['dns', false], ['tls', false]] as const) {
    test(`of a page that cannot be reached (${stage}) is unknown, and no fault of it`, async () => {
      const reply = await check({ [URL_OF_PAGE]: { outcome: 'failed', stage, cause: `site.example: ${late ? 'timeout' : 'failed'}`, late } });
      assert.deepEqual([reply.status, reply.score, reply.http, reply.page, reply.error!.stage], ['unknown', null, null, null, stage]);
      assert.deepEqual([reply.findings.filter(({ state }) => state !== 'unknown').length, reply.summary.unknown], [0, reply.findings.length]);
    });
  }
});

suite('the address of a page', () => {
  const cases: [typed: string, url: string | null][] = [
    ['example.org', 'https://example.org/'], [' http://example.org/a#b ', 'http://example.org/a'], ['ftp://example.org/', null], ['https://user:secret@example.org/', null], ['javascript:alert(1)', null], ['localhost', null], ['', null],
  ];
  for (const [typed, url] of cases) test(typed === '' ? 'nothing' : typed, () => assert.equal(pageUrl(typed), url));
});
