// Every check of a site fails on the site that has its fault, and on no other.
import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { siteFaults, type LabTarget, type SiteFault } from '../../../../../lab/audit-sites/site-faults.ts';
import { implications } from './implications.ts';
import { checks, judgeSite, linkedChecks, SCORE_FORMULA, scoreOf, siteChecks, weights } from './index.ts';
import { siteWith } from './site.sample.ts';

async function judged(fault: SiteFault) {
  const reader = siteWith(fault);
  const failed = new Map<string, string[]>();
  const found = (id: string, url: string) => failed.set(id, [...(failed.get(id) ?? []), url]);
  const { tallies, index } = await judgeSite(reader, ({ check, url }) => void found(check.rule.id, url));
  return { failed, tallies, index };
}

suite('every check that needs more than one page', () => {
  const ids = [...linkedChecks, ...siteChecks].map(({ rule }) => rule.id);
  test('has a site that shows its fault', () => assert.deepEqual(Object.keys(siteFaults).toSorted(), ids.toSorted()));
  test('has nothing to say of a good site', async () => assert.deepEqual([...(await judged({})).failed], []));
  for (const id of ids) {
    test(`${id} fails on its site alone`, async () => {
      const { failed, tallies } = await judged(siteFaults[id]!);
      assert.ok(failed.has(id), `found: ${[...failed].join('; ')}`);
      assert.deepEqual([...failed].filter(([one]) => one !== id && !implications[id]?.includes(one)), []);
      assert.ok(tallies.every(({ applicable, affected }) => affected <= applicable && applicable > 0 || affected === 0), 'no more pages are affected than judged');
    });
  }
});

suite('a canonical or version on another host', () => {
  const url = 'https://other.example/page';
  const fine = { noindex: false, canonical: url, alternates: ['https://site.example/faulty'] };
  const cases: [id: string | null, named: 'canonical' | 'version', target: Omit<LabTarget, 'url' | 'kind'>][] = [
    [null, 'canonical', { status: 200, page: fine }],
    ['canonical.to-redirect', 'canonical', { status: 200, moved: 301 }],
    ['canonical.to-4xx-5xx', 'canonical', { status: 404 }],
    ['canonical.to-noindex', 'canonical', { status: 200, page: { ...fine, noindex: true } }],
    ['canonical.to-non-canonical', 'canonical', { status: 200, page: { ...fine, canonical: 'https://other.example/else' } }],
    [null, 'version', { status: 200, page: fine }],
    ['hreflang.no-return-link', 'version', { status: 200, page: { ...fine, alternates: [] } }],
    ['hreflang.to-redirect', 'version', { status: 200, moved: 302 }],
    ['hreflang.to-4xx', 'version', { status: 410 }],
    ['hreflang.to-noindex', 'version', { status: 200, page: { ...fine, noindex: true } }],
    ['hreflang.to-non-canonical', 'version', { status: 200, page: { ...fine, canonical: 'https://other.example/else' } }],
    // A host that wants to be left alone says nothing of the page.
    [null, 'version', { status: 429 }],
  ];
  for (const [id, named, target] of cases) {
    test(`${named} with ${JSON.stringify(target)}: ${id ?? 'nothing is found'}`, async () => {
      const head = (own: string) => (named === 'canonical' ? {} : { head: ['en', 'x-default'].map(lang => `<link rel="alternate" hreflang="${lang}" href="${own}">`).join('') + `<link rel="alternate" hreflang="de" href="${url}">` });
      const { failed } = await judged({ pages: { '/faulty': { listed: false, parts: own => ({ ...head(own), ...(named === 'canonical' && { canonical: `<link rel="canonical" href="${url}">` }) }) } }, targets: [{ url, kind: 'page', ...target }] });
      assert.deepEqual([...failed.keys()].filter(one => /^(?:canonical\.to|hreflang)/.test(one)), id === null ? [] : [id]);
    });
  }
});

suite('what could not be read is neither a fault nor right', () => {
  const unread = { failed: { stage: 'connect' } } as const;
  const cases: [says: string, site: SiteFault, unjudged: RegExp][] = [
    ['robots.txt that gave no answer', { robots: null, sitemap: { status: 404 } }, /^robots\.(?:txt-missing|txt-5xx|txt-syntax|txt-blocks-all|ai-bots-blocked)$|^sitemap\.(?:missing|not-in-robots|indexable-page-absent)$/],
    ['robots.txt in place of which a limit stands', { robots: { status: 429 } }, /^robots\.(?:txt-missing|txt-5xx|txt-syntax|txt-blocks-all|ai-bots-blocked)$/],
    ['a sitemap that gave no answer', { sitemap: { status: null } }, /^sitemap\.(?!other-host|error-urls|non-canonical-urls)/],
    ['a sitemap of a server that fails', { sitemap: { status: 502 } }, /^sitemap\.(?!other-host|error-urls|non-canonical-urls)/],
    ['a start that gave no answer, and with it the pages behind it', { previous: 1000, pages: { '/': unread } }, /^index\.indexable-pages-count-drop$/],
    ['as many pages as are missing', { previous: 32, pages: { '/p1': unread, '/p2': unread } }, /^index\.indexable-pages-count-drop$/],
  ];
  for (const [says, site, unjudged] of cases) {
    test(says, async () => {
      const { failed, tallies } = await judged(site);
      assert.deepEqual([...failed.keys()].filter(id => unjudged.test(id)), []);
      assert.deepEqual(tallies.filter(({ id, applicable }) => unjudged.test(id) && applicable > 0), []);
    });
  }
  test('a page of the sitemap that gave no answer', async () => {
    const [all, fewer] = await Promise.all([{}, { pages: { '/p1': unread } }].map(judged));
    const applicable = (of: typeof all, id: string) => of!.tallies.find(tally => tally.id === id)!.applicable;
    for (const id of ['sitemap.error-urls', 'sitemap.non-canonical-urls', 'index.noindex-in-sitemap']) assert.equal(applicable(all, id) - applicable(fewer, id), 1, id);
  });
});

test('pages that change between two walks end the judging', async () => {
  const reader = siteWith();
  const addresses = async function* (): AsyncGenerator<string> {
    for await (const { url } of reader.pages()) if (url !== 'https://site.example/p3') yield url;
  };
  await assert.rejects(judgeSite({ ...reader, addresses }, () => {}), /pages of the audit changed/);
});

suite('an address that sitemaps of several hosts name', () => {
  const [own, foreign] = ['https://site.example/sitemap.xml', 'https://cdn.example/sitemap.xml'];
  const cases: [says: string, url: string, sitemaps: string[], hits: number][] = [
    ['a page that its own host names first', 'https://site.example/p1', [own, foreign], 0],
    ['a page that its own host names last', 'https://site.example/p1', [foreign, own], 0],
    ['a page that only another host names', 'https://site.example/p1', [foreign, foreign], 1],
    ['what is no page, named by its own host as well', 'https://cdn.example/x', [own, foreign, own], 0],
    ['what is no page, named by another host alone', 'https://cdn.example/x', [own], 1],
  ];
  for (const [says, url, sitemaps, hits] of cases) {
    test(says, async () => {
      const sitemapEntries = async function* () { yield* sitemaps.map(sitemap => ({ url, sitemap })); };
      const { index } = await judgeSite({ ...siteWith(), sitemapEntries }, () => {});
      assert.deepEqual([index.sitemapEntries.count, index.sitemapEntries.elsewhere.length], [1, hits]);
    });
  }
});

test('clicks, links and weight of pages are counted', async () => {
  const { index } = await judged({});
  const [start, list, first] = ['/', '/list', '/p0'].map(path => index.find(`https://site.example${path}`)!);
  assert.deepEqual([start!.depth, list!.depth, first!.depth, first!.inlinks], [0, 1, 2, 2]);
  assert.ok(list!.rank > first!.rank);
  assert.ok(Math.abs([...index.briefs].reduce((sum, { rank }) => sum + rank, 0) - index.briefs.length) < 0.01, 'nothing of it is lost');
});

suite('the score', () => {
  const [critical, low] = [checks.find(({ rule }) => rule.severity === 'critical')!, checks.find(({ rule }) => rule.severity === 'low')!].map(({ rule }) => rule.id);
  test('is full without failures', () => assert.equal(scoreOf([{ id: critical!, applicable: 9, affected: 0 }]).score, 100));
  test('and its deductions come to 100', () => {
    const { score, deductions } = scoreOf([{ id: critical!, applicable: 4, affected: 1 }, { id: low!, applicable: 2, affected: 2 }]);
    assert.equal(Math.round(score! + deductions.reduce((sum, { points }) => sum + points, 0)), 100);
    assert.deepEqual(deductions.map(({ id }) => id), [critical, low]);
  });
  test('has a formula that people can read, with the weight of every severity', () => {
    for (const [severity, weight] of Object.entries(weights)) assert.match(SCORE_FORMULA, new RegExp(`\\b${severity} ${weight}\\b`));
    assert.doesNotMatch(SCORE_FORMULA, /[Σ*/]| - /);
  });
  test('goes by the severity that the account chose', () => assert.equal(scoreOf([{ id: critical!, applicable: 1, affected: 1 }, { id: low!, applicable: 1, affected: 0 }], () => 'low').score, 50));
  test('is none where nothing applied', () => assert.equal(scoreOf([]).score, null));
});
