// A domain with two audits of its website, crawled and judged by the real work over a site that stands in memory.
import { goodFields, goodPage } from '../../lab/audit-sites/good-page.ts';
import type { PageFetch } from '../../src/core/outside/page-fetch.ts';
import { standardPlans } from '../../src/areas/platform/account/index.ts';
import { doSiteAudit } from '../../src/areas/web/site-audit/crawl/run.ts';
import type { SiteAuditServices } from '../../src/areas/web/site-audit/services.ts';
import { AuditChoices, settle } from '../../src/areas/web/site-audit/settings.ts';
import { analyzeAudit } from '../../src/areas/web/deep-seo/job.ts';
import { calculateNext } from '../../src/areas/web/deep-seo/next/job.ts';
import { connect, noteImported } from '../../src/areas/web/deep-seo/search-data/connections.ts';
import { saveClicks } from '../../src/areas/web/deep-seo/search-data/figures.ts';
import type { DeepSeoServices } from '../../src/areas/web/deep-seo/services.ts';
import { analysisHere } from '../../src/areas/web/deep-seo/threads/here.sample.ts';
import { lastEndedAudit, pageKeyOf } from '../../src/areas/web/site-audit/index.ts';
import { here } from '../../src/areas/web/site-audit/threads/here.sample.ts';
import type { TestAccount } from '../service.ts';
import { ask, type Site } from './service.ts';

const WEEK_MS = 7 * 86_400_000;

/** Adds a domain whose website was audited a week ago and now, with something new, fixed and unchanged; gives its id. */
export async function addAudited(site: Site, account: TestAccount, name = 'garden-shop.example'): Promise<string> {
  const { body } = await ask(site, account, 'POST', '/api/domains', { name, scan: false });
  const domainId = (body['data'] as { id: string }).id;
  for (const [at, isNow] of [[Date.now() - WEEK_MS, false], [Date.now() - 60_000, true]] as const) await audit(site, account, { domainId, name, at, fetchPage: shopOf(name, isNow) });
  await analyzeLast(site, account, domainId);
  await connectSearch(site, account, { domainId, name });
  return domainId;
}

/** Has clicks of Bing reported for the domain, and what to do next calculated, as workers do. */
async function connectSearch({ service: { store, service: { services } } }: Site, account: TestAccount, { domainId, name }: { domainId: string; name: string }): Promise<void> {
  const id = services.newId('scn');
  const pages = [['/products/1', 3, 900, 2.4], ['/products/2', 20, 400, 5], ['/gone', 12, 300, 6]] as const;
  const summary = { from: '2026-10-01', to: '2026-10-28', pages: pages.length, queries: null, clicks: 35, impressions: 1600, cut: false, submitted: null };
  await store.transaction(async tx => {
    // Not due while pages are shown: the workers of the service would ask.
    await connect(tx, services, { id, accountId: account.id, domainId, now: Date.now() + 3_600_000 }, { provider: 'bingWebmaster', settings: { property: `https://${name}/` }, secret: { apiKey: 'a key of the tests' } });
    await saveClicks(tx, id, pages.map(([path, clicks, impressions, position]) => ({ key: pageKeyOf(`https://${name}${path}`)!, url: `https://${name}${path}`, clicks, impressions, position })), []);
    await noteImported(tx, { id }, { summary }, Date.now());
  });
  const outcome = await calculateNext.handle({ id: 'job_1', accountId: account.id, payload: { domainId }, attempts: 1, signal: new AbortController().signal, services: { ...services as unknown as DeepSeoServices, db: store.db, store } });
  await store.transaction(async tx => outcome?.change?.(tx));
}

/** Analyses the last audit as a worker does. */
async function analyzeLast({ service: { store, service: { services } } }: Site, account: TestAccount, domainId: string): Promise<void> {
  const audit = (await lastEndedAudit(store.db, account.id, domainId))!;
  const outcome = await analyzeAudit.handle({ id: 'job_1', accountId: account.id, payload: { auditId: audit.id }, attempts: 1, signal: new AbortController().signal, services: { ...services as unknown as DeepSeoServices, db: store.db, store, analysisThreads: analysisHere } });
  await store.transaction(async tx => outcome?.change?.(tx));
}

async function audit({ service: { store, service: { services } } }: Site, account: TestAccount, { domainId, name, at, fetchPage }: { domainId: string; name: string; at: number; fetchPage: PageFetch }): Promise<void> {
  const settings = settle(AuditChoices.parse({ maxPages: 60 }), { domain: name, domainId, plan: 'enterprise', plans: standardPlans, proven: false });
  const run: Parameters<typeof doSiteAudit.work>[0] = {
    id: services.newId('run'), accountId: account.id, subject: { type: 'domain', id: domainId, label: name }, trigger: 'manual', input: { settings }, state: null, signal: new AbortController().signal,
    services: { ...services as unknown as SiteAuditServices, db: store.db, clock: { ...store.clock, now: () => at }, fetchPage, auditThreads: here, crawlManners: { requestsPerSecond: Infinity, foreignRequestsPerSecond: Infinity, connections: 4 } },
    tell: () => {}, commit: (_stage, change) => store.transaction(async tx => change?.(tx)),
  };
  const { change } = await doSiteAudit.work(run);
  await store.transaction(async tx => change?.(tx));
}

/** A shop: later a page has lost its title and a broken link is repaired. */
function shopOf(name: string, isLater: boolean): PageFetch {
  const products = Array.from({ length: 18 }, (_, at) => `/products/${at}`);
  const links = (...paths: string[]) => `<nav>${['/', '/products', ...paths].map(path => `<a href="${path}">${nameOf(path)}</a>`).join(' ')}</nav>`;
  const page = (path: string, at: number, more: Parameters<typeof goodPage>[3]) => goodPage(`https://${name}${path}`, `plant ${at}`, at, more);
  const html: Record<string, string> = {
    '/': page('/', 900, { links: links('/about', isLater ? '/products/1' : '/gone') }),
    '/products': page('/products', 901, { links: links(...products) }),
    '/about': page('/about', 902, { links: links('/old'), ...(isLater ? { title: '' } : {}) }),
    '/orphan': page('/orphan', 903, { links: links() }),
    ...Object.fromEntries(products.map((path, at) => [path, page(path, at, { links: links(products[(at + 1) % products.length]!), ...(at % 4 === 0 ? { description: '' } : {}), ...(at === 5 ? { h1: '' } : {}) })])),
  };
  return url => {
    const { pathname, origin } = new URL(url);
    const found = origin === `https://${name}` ? html[pathname] : undefined;
    if (pathname === '/old') return Promise.resolve(reply(301, '', [['location', '/about']]));
    if (pathname === '/robots.txt') return Promise.resolve(reply(200, `Sitemap: https://${name}/sitemap.xml`, [['content-type', 'text/plain']]));
    if (pathname === '/sitemap.xml') return Promise.resolve(reply(200, `<urlset><url><loc>https://${name}/orphan</loc></url></urlset>`, [['content-type', 'application/xml']]));
    return Promise.resolve(found === undefined ? reply(404, 'none', goodFields) : reply(200, found, goodFields));
  };
}

/** What links to a page are called. */
function nameOf(path: string): string {
  const [, first = '', second] = path.split('/');
  return second === undefined ? `The ${first || 'start'} page` : `Plant ${'abcdefghijklmnopqr'[Number(second)]}`;
}

function reply(status: number, text: string, fields: readonly (readonly [string, string])[]) {
  const body = Buffer.from(text);
  return { outcome: 'answered' as const, status, fields, body, truncated: false, ttfbMs: 42, totalMs: 50, transferBytes: body.length, certificate: null };
}
