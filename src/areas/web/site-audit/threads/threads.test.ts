// Threads read and judge as the same code does in one; what takes too much is a page that could not be read.
import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { goodFields, goodPage } from '../../../../../lab/audit-sites/good-page.ts';
import { AuditChoices, settle } from '../settings.ts';
import { factsOf } from '../store/stored-page.ts';
import { standardPlans } from '../../../platform/account/index.ts';
import { here } from './here.sample.ts';
import type { Failure, PageTask, SiteRows, SiteTask } from './tasks.ts';
import { createAuditThreads } from './threads.ts';

const settings = settle(AuditChoices.parse({}), { domain: 'shop.example', domainId: 'dom_1', plan: 'pro', plans: standardPlans, proven: true });
const threads = createAuditThreads({ threads: 1 });

function taskOf(path: string, body: string): PageTask {
  const url = `https://shop.example${path}`;
  const bytes = Buffer.from(body);
  const fetch = { outcome: 'answered' as const, status: 200, fields: goodFields, ttfbMs: 1, totalMs: 2, bytes: bytes.length, transferBytes: bytes.length, truncated: false, certificate: null };
  return { fetched: { url, finalUrl: url, redirects: [], robots: null, fetchedAt: 0, body: bytes, fetch }, rank: 0, settings, startedAt: 0 };
}

/** Rows of pages with the numbers 10, 20 and so on, and the failures that were found. */
function rowsOf(facts: readonly string[]): SiteRows & { found: Failure[] } {
  const found: Failure[] = [];
  const pages = (after: number) => Promise.resolve(facts.slice(after / 10, after / 10 + 2).map((text, at) => ({ page: after + (at + 1) * 10, facts: text })));
  return {
    found, pages,
    addresses: async after => (await pages(after)).map(row => ({ page: row.page, url: factsOf(row).url })),
    sitemapEntries: () => Promise.resolve([]),
    targets: () => Promise.resolve([]),
    take: failures => Promise.resolve(void found.push(...failures)),
  };
}

const site: SiteTask = { startUrl: 'https://shop.example/', origins: ['https://shop.example'], hosts: [], sitemaps: [], previous: null, sitemapsByHost: {}, foreign: [] };
const tasks = ['/', '/a', '/b'].map((path, at) => taskOf(path, goodPage(`https://shop.example${path}`, `lamp ${at}`, at, at === 2 ? { title: '' } : {})));

suite('site audits in threads', { concurrency: 1 }, () => {
  test('read pages as in one thread', async () => {
    for (const task of tasks) assert.deepEqual(await threads.read(task), await here.read(task));
  });
  test('judge a site as in one thread, page by page over messages', async () => {
    const facts = (await Promise.all(tasks.map(task => here.read(task)))).map(({ stored }) => stored.facts);
    const [there, inOne] = [rowsOf(facts), rowsOf(facts)];
    const judged = await threads.judge(site, there, new AbortController().signal);
    assert.deepEqual(judged, await here.judge(site, inOne, new AbortController().signal));
    assert.deepEqual(there.found, inOne.found);
    assert.deepEqual([...judged.indexable], [10, 20, 30]);
    assert.ok(there.found.some(({ id, url }) => id === 'title.missing' && url.endsWith('/b')));
  });
  test('give a page that takes too long as one that could not be read, and go on', async () => {
    const impatient = createAuditThreads({ threads: 1, deadlineMs: 1 });
    const { stored, leads } = await impatient.read(taskOf('/deep', '<div>'.repeat(200_000)));
    assert.deepEqual([stored.outcome, leads.links], ['failed', []]);
    const { fetch } = factsOf(stored);
    assert.match(fetch.outcome === 'failed' ? fetch.cause : '', /could not be read/);
  });
  test('stop judging when the audit is stopped', async () => {
    const stop = new AbortController();
    const rows = { ...rowsOf([]), pages: () => { stop.abort(new Error('stopped')); return new Promise<never>(() => {}); } };
    await assert.rejects(threads.judge(site, rows, stop.signal), /stopped/);
  });
});
