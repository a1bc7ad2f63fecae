// Audits of sites of which nothing could be read: what nobody knows is neither right nor a fault.
import assert from 'node:assert/strict';
import test from 'node:test';
import { onEachDatabase, testClock } from '../../../../test/databases.ts';
import { headerEvidence } from './evidence.ts';
import { openSiteAudit, pageOf, SampleSite, type SampleReply } from './site.sample.ts';

interface Results {
  data: {
    score: { value: number | null; grade: string | null; deductions: object[] };
    checks: { id: string }[];
    notTested: { id: string; reason: string }[];
    change: { fixed: number };
  };
}

onEachDatabase('a site audit', open => {
  test('of a site of which no page comes has no score, takes no check for passed and nothing for fixed, whatever hinders it', async () => {
    const up: Record<string, SampleReply | string> = { 'https://shop.example/': pageOf('', '/a').replace('<h1></h1>', ''), 'https://shop.example/a': pageOf('A', '/') };
    const cases: [says: string, site: (url: string) => SampleReply | undefined, fails: string[]][] = [
      ['no connection is made', () => ({ fails: 'connect' }), []],
      ['its name cannot be looked up', () => ({ fails: 'dns' }), []],
      ['its name has no address', () => ({ fails: 'dns', absent: true }), ['http.dns-failure']],
      ['robots.txt does not come', url => (url.endsWith('/robots.txt') ? { fails: 'http' } : url === 'https://shop.example/' ? { body: 'here' } : undefined), []],
      ['the server fails', () => ({ status: 500, body: 'sorry' }), ['robots.txt-5xx']],
      ['it turns crawlers away', url => (url.endsWith('/robots.txt') ? undefined : { status: 403 }), ['http.403-or-429-to-bot', 'robots.txt-missing']],
    ];
    const clock = testClock();
    const whole = (url: string) => (typeof up[url] === 'string' ? { body: up[url] } : up[url]);
    let now = whole;
    const audits = await openSiteAudit(await open(clock), new SampleSite(url => now(url)));
    for (const [says, answer, fails] of cases) {
      for (const one of [whole, answer]) {
        now = one;
        clock.advance(1000);
        await audits.audit();
      }
      const { data } = await audits.read<Results>('siteAudit.results', { domainId: audits.domainId });
      const { score, checks: failed, notTested, change } = data;
      const wanted = failed.map(({ id }) => id).filter(id => id.startsWith('http.') || id.startsWith('robots.') || id.startsWith('sitemap.'));
      assert.deepEqual([score.value, score.grade, score.deductions, change.fixed, wanted.toSorted()], [null, null, [], 0, fails], says);
      assert.equal(notTested.find(({ id }) => id === 'title.missing')?.reason, 'No page of the site could be read.', says);
      const report = async (format: string) => ((await audits.call('siteAudit.report', { domainId: audits.domainId, format })).body as { body: { body: string } }).body;
      assert.match(JSON.stringify(await report('html')), /No page could be read: there is no score\./, says);
      assert.match(JSON.stringify(await report('sarif')), /No page could be read/, says);
    }
  });

  test('without an answer where a sitemap would be says nothing of sitemaps', async () => {
    const audits = await openSiteAudit(await open(testClock()), new SampleSite(url => (url.endsWith('/sitemap.xml') ? { fails: 'http' } : url === 'https://shop.example/' ? { body: pageOf('Start', '/') } : undefined)));
    const { data } = await audits.read<{ data: { id: string }[] }>('siteAudit.issues', { id: await audits.audit(), limit: 200 });
    assert.deepEqual(data.map(({ id }) => id).filter(id => id.startsWith('sitemap.')), []);
  });

  test('is evidence of the headers of pages where it has judged some, and of nothing where no page of the site came', async () => {
    const moved: SampleReply = { status: 301, headers: [['location', 'https://other.example/']] };
    const cases: [says: string, site: SampleReply, verdicts: string[]][] = [
      ['a page without headers', { body: pageOf('Start', '/') }, ['contradicts']], ['no connection', { fails: 'connect' }, []], ['a redirect to another site', moved, []],
    ];
    for (const [says, start, verdicts] of cases) {
      const audits = await openSiteAudit(await open(testClock()), new SampleSite(url => (url === 'https://shop.example/' ? start : url.startsWith('https://other.') ? { body: 'there' } : start.fails ? start : undefined)));
      await audits.audit();
      const observed = await headerEvidence.observe(audits.store.db, { accountId: audits.account.id, domains: [{ id: audits.domainId, name: 'shop.example' }], now: 0 });
      assert.deepEqual(observed.map(({ verdict }) => verdict), verdicts, says);
    }
  });
});
