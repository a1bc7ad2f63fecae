// How much an audit reads: by the plan, by what is proven, and by its time.
import assert from 'node:assert/strict';
import test from 'node:test';
import { onEachDatabase, testClock } from '../../../../test/databases.ts';
import { allTables } from '../../../../test/tables.ts';
import { readPlans, standardPlans, type Plans } from '../../platform/account/index.ts';
import { RunLost } from '../../platform/runs/retry.ts';
import { scheduled } from './schedule.ts';
import { openSiteAudit, pageOf, SampleSite, type SampleReply } from './site.sample.ts';

interface Listed { data: { url: string; outcome: string }[] }
interface Results { data: { audit: { cut: string | null; pages: number } } }

onEachDatabase('a site audit', open => {
  test('ends by its time after four days of work, and those that it was paused, or had no worker, are none', async () => {
    const DAY_MS = 86_400_000;
    const cases: [says: string, atStart: number, between: number, atEnd: number, cut: string | null][] = [['paused for nine days', 0, 9, 0, null], ['worked on for five days', 3, 9, 2, 'time'], ['worked on for three days', 2, 9, 1, null]];
    const clock = testClock();
    const store = await open(clock);
    const site = new SampleSite({ 'https://shop.example/': pageOf('Start', '/a'), 'https://shop.example/a': pageOf('A', '/b'), 'https://shop.example/b': pageOf('B', '/') });
    const audits = await openSiteAudit(store, site);
    for (const [says, atStart, between, atEnd, cut] of cases) {
      await audits.call('siteAudit.start', { domainId: audits.domainId, sitemaps: false, targets: false });
      const death = new AbortController();
      site.before = url => {
        if (url.endsWith('/b')) death.abort(new RunLost());
        else if (url.endsWith('/')) clock.advance(atStart * DAY_MS);
      };
      await audits.work(death.signal);
      clock.advance(between * DAY_MS);
      await allTables(store.db).updateTable('job').set({ lease: null, lease_until: 0, attempts: 1, run_at: 0 } as never).execute();
      await allTables(store.db).updateTable('run').set({ status: 'running' }).where('status', '<>', 'completed').where('status', '<>', 'partial').execute();
      site.before = url => { if (url.endsWith('/b')) clock.advance(atEnd * DAY_MS); };
      await audits.work();
      const { data } = await audits.read<Results>('siteAudit.results', { domainId: audits.domainId });
      assert.deepEqual([data.audit.cut, data.audit.pages], [cut, 3], says);
      clock.advance(1000);
    }
  });

  test('whose proof is lost before it begins has 500 pages at most', async () => {
    const endless = (url: string): SampleReply | undefined => (/\.(?:txt|xml)$/.test(url) ? undefined : { body: pageOf('More', ...Array.from({ length: 30 }, (_, at) => `/${Number(new URL(url).pathname.slice(1)) * 30 + at + 1}`)) });
    const audits = await openSiteAudit(await open(testClock()), new SampleSite(endless));
    const { body } = await audits.call('siteAudit.start', { domainId: audits.domainId, maxPages: 600, targets: false });
    await audits.loseProof();
    await audits.work();
    const { data } = await audits.read<{ data: { audit: { id: string; pages: number; cut: string; settings: { proven: boolean; maxPages: number } } } }>('siteAudit.results', { domainId: audits.domainId });
    assert.deepEqual([data.audit.id, data.audit.pages, data.audit.cut, data.audit.settings.proven, data.audit.settings.maxPages], [(body as { data: { id: string } }).data.id, 500, 'pages', false, 500]);
  });

  test('of a domain that a file proves obeys robots.txt on every other host of the site, and one that the DNS proves on none', async () => {
    const closed = (host: string) => ({ [`https://${host}/robots.txt`]: { body: 'User-agent: *\nDisallow: /', type: 'text/plain' } });
    const pages = { ...closed('shop.example'), ...closed('blog.shop.example'), 'https://shop.example/': pageOf('Start', 'https://blog.shop.example/'), 'https://blog.shop.example/': pageOf('Blog') };
    for (const [proven, outcome] of [['file', 'blocked'], [true, 'answered']] as const) {
      const audits = await openSiteAudit(await open(testClock()), new SampleSite(pages), { proven });
      const { data } = await audits.read<Listed>('siteAudit.pages', { id: await audits.audit({ subdomains: true, respectRobots: false }) });
      assert.deepEqual(data.map(page => [page.url, page.outcome]), [['https://shop.example/', 'answered'], ['https://blog.shop.example/', outcome]]);
    }
  });

  test('beyond the plan is refused as that before its domain is looked for and proof is asked for', async () => {
    const audits = await openSiteAudit(await open(testClock()), new SampleSite({}), { proven: false });
    const codeOf = async (input: object) => ((await audits.call('siteAudit.start', { domainId: audits.domainId, ...input })).body as { code: string }).code;
    const beyond = { maxPages: standardPlans.pro.siteAuditPages + 1 };
    assert.deepEqual([await codeOf(beyond), await codeOf({ ...beyond, domainId: 'other.example' }), await codeOf({ everyDays: 6, maxPages: 501 })], Array(3).fill('plan_upgrade_required'));
    assert.equal(await codeOf({ maxPages: 501 }), 'ownership_required');
  });

  test('has as many pages as the plan of the operator says, whoever starts it, and the schedule keeps to what holds then', async () => {
    const clock = testClock();
    const plans = readPlans('{"pro":{"siteAuditPages":20000}}');
    const audits = await openSiteAudit(await open(clock), new SampleSite({ 'https://shop.example/': pageOf('Start', '/') }), { plans });
    const { status, body } = await audits.call('siteAudit.start', { domainId: audits.domainId, maxPages: 20_001 });
    assert.deepEqual([status, (body as { code: string }).code, (body as { required_plan: string }).required_plan], [402, 'plan_upgrade_required', 'enterprise']);
    await audits.audit({ maxPages: 15_000, everyDays: 7 });
    const pagesOfDue = async (terms: Plans): Promise<unknown> => {
      clock.advance(9 * 86_400_000);
      await audits.store.transaction(tx => scheduled.due.due(tx, { ...audits.services, queue: audits.queue, plans: terms }, clock.now(), 10));
      await audits.work();
      return (await audits.read<{ data: { audit: { settings: { maxPages: number } } } }>('siteAudit.results', { domainId: audits.domainId })).data.audit.settings.maxPages;
    };
    assert.deepEqual([await pagesOfDue(plans), await pagesOfDue(readPlans('{"pro":{"siteAuditPages":700}}'))], [15_000, 700]);
  });
});
