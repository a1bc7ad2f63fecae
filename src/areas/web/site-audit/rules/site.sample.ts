import type { LabTarget, SiteFault } from '../../../../../lab/audit-sites/site-faults.ts';
import { faultyPage } from './faults.sample.ts';
import type { HostFacts, SitemapEntry, SiteReader, TargetFacts } from './site-index.ts';

const ORIGIN = 'https://site.example';
const PAGES = 24;

/** A site of 26 pages in memory, good but for the fault; targets without one answer as they should. */
export function siteWith(fault: SiteFault = {}): SiteReader {
  const own = fault.pages ?? {};
  const added = Object.keys(own).filter(path => path !== '/' && path !== '/list' && !/^\/p\d+$/.test(path));
  const paths = ['/', '/list', ...Array.from({ length: PAGES }, (_, at) => `/p${at}`), ...added];
  const inList = paths.filter(path => own[path]?.linked !== false);
  const listLinks = `<nav><a href="/">Start</a> ${inList.filter(path => path !== '/list').map((path, at) => `<a href="${path}">Page number ${at}</a>`).join(' ')}</nav>`;
  // What is linked is linked twice.
  const startLinks = `<nav><a href="/list">All pages</a> ${added.filter(path => own[path]!.linked !== false && own[path]!.blocked !== true).map((path, at) => `<a href="${path}">New ${at}</a>`).join(' ')}</nav>`;
  const pages = paths.map((path, at) => {
    const { seed, blocked, ...settings } = own[path] ?? {};
    const links = path === '/list' ? listLinks : path === '/' ? startLinks : `<nav><a href="/">Start</a> <a href="/list">All pages</a> <a href="/p${(at + 1) % PAGES}">Next</a></nav>`;
    const parts = (url: string) => ({ links, ...(typeof settings.parts === 'function' ? settings.parts(url) : settings.parts) });
    const page = faultyPage(path, seed ?? at + 1, { ...settings, path, parts });
    return blocked ? { ...page, document: null, fetch: { outcome: 'blocked' as const, rule: 'Disallow: /faulty' }, robots: { allowed: false, rule: 'Disallow: /faulty' } } : page;
  });
  const entries = [...paths.filter(path => own[path]?.listed !== false).map(path => `${ORIGIN}${path}`), ...(fault.entries ?? [])];
  return { startUrl: `${ORIGIN}/`, origins: [ORIGIN], hosts: [hostOf(fault)], sitemaps: [sitemapOf(fault)], previous: { indexable: fault.previous ?? 26 }, identify: url => url, pages: () => each(pages), addresses: () => each(pages.map(({ url }) => url)), targets: () => each(targetsOf(fault)), sitemapEntries: () => each<SitemapEntry>(entries.map(url => ({ url, sitemap: `${ORIGIN}/sitemap.xml` }))) };
}

async function* each<Of>(all: readonly Of[]): AsyncGenerator<Of> {
  yield* all;
}

function hostOf(fault: SiteFault): HostFacts {
  return {
    origin: ORIGIN, robots: fault.robots === null ? null : { status: 200, faults: [], blocksAll: false, blockedAi: [], sitemaps: [`${ORIGIN}/sitemap.xml`], ...fault.robots },
    plain: { url: 'http://site.example/', finalUrl: fault.plain ?? `${ORIGIN}/`, status: 200 }, sibling: { url: 'https://www.site.example/', finalUrl: fault.sibling ?? `${ORIGIN}/`, status: 200 },
  };
}

function sitemapOf(fault: SiteFault) {
  return { url: `${ORIGIN}/sitemap.xml`, status: 200, kind: 'urls' as const, faults: [], depth: 0, entries: 26, bytes: 4000, lastModified: { invalid: 0, valid: 26, distinct: 9 }, ...fault.sitemap };
}

function targetsOf({ targets = [] }: SiteFault): TargetFacts[] {
  const fine: LabTarget = { url: 'https://other.example/', kind: 'link', status: 200 };
  return [fine, ...targets].map(({ kind, blockedBy, ...target }) => ({
    kinds: [kind], gone: false, cause: null, moved: null, finalUrl: target.url, bytes: null, contentType: null, page: null,
    robots: kind === 'resource' ? { allowed: blockedBy === undefined, rule: blockedBy ?? null } : null, ...target,
  }));
}
