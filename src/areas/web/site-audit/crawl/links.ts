import type { PageFacts } from '../page/index.ts';
import type { AuditSettings } from '../settings.ts';
import { SITEMAP_RANK, type Found } from '../store/found.ts';
import { MAX_LINKS, type StoredLink } from '../store/stored-page.ts';
import { addressesOf } from './addresses.ts';

/** A link of a page, with the address that it leads to. */
export interface PageLinkTo {
  /** What stands for the address in the database; null where it is none to be fetched. */
  key: string | null;
  url: string;
  anchor: string;
  follow: boolean;
}

/** What a page leads to: its links, and the addresses among them that the crawl goes on to. */
export interface Leads {
  links: readonly PageLinkTo[];
  found: readonly Found[];
  /** How many addresses looked as if there were no end of them, and how many lay too deep. */
  trapped: number;
  deeper: number;
}

/** Judges where a page leads. `rank` is its own, `now` the moment of the audit's start in epoch milliseconds. */
export function leadsOf(facts: PageFacts, rank: number, settings: AuditSettings, now: number): Leads {
  const followsPage = !isNofollow(facts);
  const read = addressesOf(settings, now);
  const [links, found]: [PageLinkTo[], Found[]] = [[], []];
  const seen = new Set<string>();
  let [trapped, deeper] = [0, 0];
  const add = (url: string, anchor: string, follow: boolean, source: Found['source'], to: number): void => {
    const address = read(url);
    if (address === null || seen.has(address.key)) return;
    seen.add(address.key);
    const isOwn = settings.urls === undefined && address.scope === 'site';
    const isPage = isOwn && address.trap === null;
    const isDeep = to % 1_000_000 > settings.maxDepth;
    if (isOwn && !isPage) trapped++;
    else if (isOwn && isDeep) deeper++;
    if (isPage && !isDeep && follow) found.push({ url: address.url, key: address.key, source, rank: to, inSitemap: false });
    if (source === 'link') links.push({ key: isPage ? address.key : null, url: address.url, anchor, follow });
  };
  if (facts.redirects.length > 0) add(facts.finalUrl, '', true, 'redirect', rank);
  for (const { url, anchor, rel } of facts.document?.links.slice(0, MAX_LINKS) ?? []) {
    if (url !== null) add(url, anchor, followsPage && !rel.includes('nofollow'), 'link', rank + 1);
  }
  for (const { url } of [...facts.document?.canonicals ?? [], ...facts.document?.alternates ?? []]) if (url !== null && url !== facts.url) add(url, '', true, 'reference', SITEMAP_RANK);
  return { links, found, trapped, deeper };
}

/** The links with the numbers of the pages that they lead to. */
export function numbered(links: readonly PageLinkTo[], pages: ReadonlyMap<string, number>): StoredLink[] {
  return links.map(({ key, url, anchor, follow }) => {
    const target = key === null ? null : pages.get(key) ?? null;
    return { target, url: target === null ? url : null, anchor, follow };
  });
}

function isNofollow({ document, fetch }: PageFacts): boolean {
  const metas = document?.metas.filter(({ name }) => name === 'robots').map(({ content }) => content) ?? [];
  const headers = fetch.outcome === 'answered' ? fetch.fields.filter(([name]) => name === 'x-robots-tag').map(([, value]) => value) : [];
  return [...metas, ...headers].some(text => /(^|[\s,:])(nofollow|none)([\s,]|$)/i.test(text));
}
