// Whole audits by the real crawl over real HTTP: sites that together have every fault of the catalogue once. What was planted is found, where it was planted, and nothing else.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import test, { suite } from 'node:test';
import { serveSites, type ServedSites } from '../../../../../lab/audit-sites/serve.ts';
import { ofRendering, scriptedSite, wholeSites, type WholeSite } from '../../../../../lab/audit-sites/whole-sites.ts';
import { onEachDatabase, testClock, type TestClock } from '../../../../../test/databases.ts';
import type { Browse } from '../../../../core/outside/browse.ts';
import type { PageFetch } from '../../../../core/outside/page-fetch.ts';
import type { Store } from '../../../../store/index.ts';
import { createBrowse } from '../../../../wire/browser/browse.ts';
import { chromium, withoutChromium } from '../../../../wire/browser/testing.ts';
import { createDoor } from '../../../../wire/door.ts';
import { createPageFetch } from '../../../../wire/page-fetch.ts';
import { smallInternet } from '../../../../wire/testing/loopback.ts';
import { checks } from '../rules/index.ts';
import { implications } from '../rules/implications.ts';
import { openSiteAudit } from '../site.sample.ts';

const sites = wholeSites();
const scripted = scriptedSite();
/** Instead of 20 seconds, for the page that never answers. */
const PATIENCE_MS = 400;

interface Issue { id: string; url: string | null; evidence: readonly string[] }
interface Listed { data: Issue[]; nextCursor: string | null }
interface Results { data: { audit: { status: string; cut: string | null; waiting: number }; score: { value: number | null }; notTested: { id: string; reason: string }[]; rendering: { failed: number } | null } }

suite('what the sites have', () => {
  const planted = [...sites, scripted].flatMap(({ plants }) => plants.map(({ id }) => id));
  test('is every fault of the catalogue once', () => assert.deepEqual(planted.toSorted(), checks.map(({ rule }) => rule.id).toSorted()));
});

/** By the clock of the machine: what else it does makes other pages slow as well. */
const byTheClock: ReadonlySet<string> = new Set(['performance.lcp', 'performance.inp', 'performance.tbt']);

onEachDatabase('an audit over the lab', (open, dialect) => {
  for (const site of sites) {
    test(`of ${site.domain} finds ${site.plants.length === 1 ? site.plants[0]!.id : `its ${site.plants.length} faults`} and what follows, and nothing else`, async () => {
      const { issues, results } = await auditOf(site, open);
      assert.deepEqual([results.audit.status, results.audit.cut, results.audit.waiting, results.rendering], ['completed', null, 0, null]);
      assertFound(site, issues);
      assert.deepEqual(results.notTested.filter(({ id, reason }) => !ofRendering.includes(id) && (results.score.value !== null || reason !== 'No page of the site could be read.')), []);
    });
  }
  // What a browser shows does not depend on the database.
  if (dialect === 'postgresql') return;
  test(`of ${scripted.domain} finds its ${scripted.plants.length} faults in a browser, and nothing else`, { skip: withoutChromium }, async () => {
    const { issues, results } = await auditOf(scripted, open);
    assert.deepEqual([results.audit.status, results.audit.cut, results.rendering?.failed], ['completed', null, 0], JSON.stringify(results.rendering));
    assertFound(scripted, issues.filter(({ id, url }) => !byTheClock.has(id) || scripted.plants.some(plant => plant.id === id && plant.urls.includes(url!))));
    assert.deepEqual(results.notTested, []);
  });
});

function assertFound(site: WholeSite, issues: readonly Issue[]): void {
  assert.deepEqual(site.plants.filter(({ id, urls }) => !issues.some(issue => issue.id === id && urls.includes(addressOf(issue)))).map(({ id }) => id), [], 'not found');
  assert.deepEqual(issues.filter(issue => !isExplained(issue, site)).map(({ id, evidence }) => `${id}: ${evidence.join(' | ')}`), [], 'found besides');
}

/** Over one connection to a host, so that the clock of the lab goes on for one request alone. */
async function auditOf(site: WholeSite, open: (clock: TestClock) => Promise<Store>): Promise<{ issues: Issue[]; results: Results['data'] }> {
  const clock = testClock(Date.now());
  const store = await open(clock);
  const served = await serveSites([site]);
  const audits = await openSiteAudit(store, { fetch: fetchOver(served, store), browse: browseOver(served) }, { domain: site.domain, connections: 1 });
  try {
    if (site.before) {
      served.show(site, 'before');
      await audits.audit({ ...site.choices, maxPages: 2000 });
      served.show(site, 'now');
      clock.advance(86_400_000);
    }
    const id = await audits.audit({ ...site.choices, maxPages: 2000 });
    const { data: results } = await audits.read<Results>('siteAudit.results', { domainId: audits.domainId });
    const issues: Issue[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { data, nextCursor } = await audits.read<Listed>('siteAudit.issues', { id, limit: 200, ...(cursor !== undefined && { cursor }) });
      issues.push(...data);
      cursor = nextCursor;
    }
    return { issues, results };
  } finally {
    await served.close();
  }
}

/** As the service fetches, by the clock of the lab: what is slow there is so whatever else this machine does. */
function fetchOver({ ca, names, route, monotonicMs }: ServedSites, { clock }: Store): PageFetch {
  const fetchPage = createPageFetch({ door: createDoor({ ...smallInternet(names, null), ca: [ca], route }), clock: { now: () => clock.now(), monotonicMs } });
  return (url, options) => fetchPage(url, url.endsWith('/http-timeout') ? { ...options, timeoutMs: PATIENCE_MS } : options);
}

/** As the service shows pages, also where this machine gives Chromium no sandbox: the pages are the lab's. */
function browseOver({ ca, names, route }: ServedSites): Browse {
  const door = createDoor({ ...smallInternet(names, null), ca: [ca], route });
  return createBrowse({ find: () => chromium, door, randomBytes, root: process.getuid?.() === 0, home: tmpdir(), log: () => {}, scriptsWithoutSandbox: true });
}

function addressOf({ url, evidence }: Issue): string {
  return url ?? evidence[0]!;
}

/** A fault where it was planted, or one that follows from it: there, or where the evidence names nothing but that place. */
function isExplained(issue: Issue, { plants }: WholeSite): boolean {
  const at = addressOf(issue);
  const here = plants.filter(({ urls }) => urls.includes(at));
  if (here.some(({ id }) => id === issue.id || implications[id]?.includes(issue.id))) return true;
  const implying = plants.filter(({ id }) => implications[id]?.includes(issue.id));
  const said = issue.evidence.slice(1).filter(text => !/^and \d+ more$/.test(text));
  return implying.length > 0 && said.length > 0 && (isOfSite(implying.map(({ id }) => id)) || said.every(text => implying.some(({ urls }) => urls.some(url => text.includes(url)))));
}

/** What the whole site has shows at any of its pages. */
function isOfSite(ids: readonly string[]): boolean {
  return ids.some(id => id.startsWith('robots.txt-') || id === 'index.site-wide-noindex');
}
