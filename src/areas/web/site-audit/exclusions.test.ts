// Addresses whose issues do not count: previewed, stored, and judged again.
import assert from 'node:assert/strict';
import test from 'node:test';
import { onEachDatabase, testClock } from '../../../../test/databases.ts';
import { openSiteAudit, pageOf, SampleSite } from './site.sample.ts';
import { takeOut } from './store/exclusions.ts';
import { here } from './threads/here.sample.ts';

interface Listed { data: { url: string; issues: number }[] }
interface Exclusions { patterns: string[]; judging: boolean; effect: { pages: object; patterns: object[]; issues: { checks: { id: string; count: number }[] }; score: { before: number; after: number } } }

onEachDatabase('a site audit with exclusions', open => {
  test('counts no issue of an excluded address: a preview says what would go, stored issues are judged again, and later audits obey', async () => {
    const paths = ['/a', '/tag/1', '/tag/2'];
    const pages = Object.fromEntries(['/', ...paths].map(path => [`https://shop.example${path}`, pageOf(path, '/', ...paths)]));
    const clock = testClock();
    const audits = await openSiteAudit(await open(clock), new SampleSite(pages));
    const resultsOf = async () => {
      const { data } = await audits.read<{ data: { audit: { id: string }; score: { value: number }; change: { new: number; fixed: number } | null; checks: { id: string; count: number; excluded: number }[] } }>('siteAudit.results', { domainId: audits.domainId });
      const { count, excluded } = data.checks.find(({ id }) => id === 'desc.missing')!;
      return { ...data, missing: [count, excluded] };
    };
    await audits.audit();
    const first = await resultsOf();
    const shown = async (patterns?: readonly string[]) => (await audits.read<{ data: Exclusions }>('siteAudit.exclusions', { domainId: audits.domainId, ...(patterns && { patterns }) })).data;
    const exclude = async (patterns: readonly string[]) => (await audits.read<{ data: Exclusions }>('siteAudit.exclude', { domainId: audits.domainId, patterns })).data;
    const preview = await shown(['/none', '/tag/*']);
    assert.deepEqual([preview.patterns, preview.effect.pages, preview.effect.issues.checks.find(({ id }) => id === 'desc.missing')?.count, preview.effect.score.before], [['/none', '/tag/*'], { count: 2, sample: ['https://shop.example/tag/1', 'https://shop.example/tag/2'] }, 2, first.score.value]);
    assert.deepEqual([preview.effect.patterns, preview.judging], [[{ pattern: '/none', addresses: 0 }, { pattern: '/tag/*', addresses: 2 }], false]);
    assert.deepEqual((await resultsOf()).checks, first.checks, 'a preview changes nothing');
    assert.deepEqual(await exclude(['/tag/*']), { patterns: ['/tag/*'], judging: true });
    assert.deepEqual([(await shown()).judging, (await resultsOf()).missing], [true, first.missing], 'until that is done, it says so');
    await audits.work();
    assert.equal((await shown()).judging, false);
    const again = await resultsOf();
    assert.deepEqual([first.missing, again.missing, again.score.value], [[4, 0], [2, 2], preview.effect.score.after]);
    const { data: issues } = await audits.read<{ data: { url: string | null }[] }>('siteAudit.issues', { id: again.audit.id, limit: 200 });
    assert.ok(issues.length > 0 && !issues.some(({ url }) => url?.includes('/tag/')));
    const { data: listed } = await audits.read<Listed>('siteAudit.pages', { id: again.audit.id, search: '/tag/' });
    assert.deepEqual(listed.map(one => one.issues), [0, 0]);
    clock.advance(1000);
    await audits.audit();
    const later = await resultsOf();
    assert.deepEqual([later.missing, later.score.value, later.change?.fixed, later.change?.new], [[2, 2], again.score.value, 0, 0]);
    await exclude([]);
    await audits.work();
    assert.deepEqual([(await resultsOf()).missing, (await resultsOf()).score.value], [[4, 0], first.score.value]);
    for (const patterns of [['tag'], Array.from({ length: 51 }, () => '/a')]) assert.equal((await audits.call('siteAudit.exclude', { domainId: audits.domainId, patterns })).status, 400);
  });

  test('is judged by the last patterns alone where they change while stored issues are judged, and where they change while it ends', async () => {
    const pages = Object.fromEntries(['/', '/a', '/b'].map(path => [`https://shop.example${path}`, pageOf(path, '/a', '/b')]));
    const clock = testClock();
    let between = (): Promise<unknown> => Promise.resolve();
    const judge: typeof here.judge = async (...given) => {
      const judged = await here.judge(...given);
      await between();
      return judged;
    };
    const audits = await openSiteAudit(await open(clock), new SampleSite(pages), { threads: { ...here, judge } });
    const exclude = (...patterns: string[]) => audits.read('siteAudit.exclude', { domainId: audits.domainId, patterns });
    const counted = async () => {
      const { data } = await audits.read<{ data: { url: string; issues: number }[] }>('siteAudit.pages', { id: await lastOf() });
      const { data: { judging } } = await audits.read<{ data: Exclusions }>('siteAudit.exclusions', { domainId: audits.domainId });
      return [...data.filter(({ issues }) => issues > 0).map(({ url }) => new URL(url).pathname), ...(judging ? ['judging'] : [])];
    };
    const lastOf = async () => (await audits.read<{ data: { audit: { id: string } } }>('siteAudit.results', { domainId: audits.domainId })).data.audit.id;
    assert.deepEqual(await audits.read('siteAudit.exclude', { domainId: audits.domainId, patterns: ['/a'] }), { success: true, data: { patterns: ['/a'], judging: false } });
    await audits.audit();
    assert.deepEqual(await counted(), ['/', '/b']);
    await exclude('/b');
    await exclude('/');
    await exclude('/$');
    assert.deepEqual(await counted(), ['/', '/b', 'judging']);
    await audits.work();
    assert.deepEqual(await counted(), ['/a', '/b']);
    assert.equal(await takeOut(audits.store, await lastOf(), ['/a'], () => Promise.resolve(false), new AbortController().signal), false);
    assert.deepEqual(await counted(), ['/a', '/b'], 'a portion that is late changes nothing');
    between = () => exclude('/b');
    clock.advance(1000);
    await audits.audit();
    assert.deepEqual(await counted(), ['/a', '/b', 'judging']);
    await audits.work();
    assert.deepEqual(await counted(), ['/', '/a']);
  });
});
