import { readable, metasOf } from './check.ts';
import { canonicalOf, hasDirective } from './directives.ts';
import { FoundLinks } from './found-links.ts';
import { hashOf, wideHashOf } from './hash.ts';
import { NearTexts } from './near-texts.ts';
import { rankPages } from './page-rank.ts';
import type { PageFacts } from '../page/index.ts';
import type { Brief, Destination, SiteIndex, SiteReader, TargetFacts } from './site-index.ts';
import { isSettled, targetAt } from './targets.ts';

const MAX_LINKS_OF_A_PAGE = 1000;
const GROUPS = ['title', 'description', 'h1', 'text', 'topic'] as const;
/** A title of fewer words that say something is about too much to compete. */
const MIN_TOPIC_WORDS = 2;
const MIN_NEAR_WORDS = 50;

/** Reads the site once and keeps what checks of several pages ask: a brief of each page, and the graph of links between them. `each` page is judged on the way. */
export async function buildIndex(reader: SiteReader, each: (page: PageFacts) => Promise<void>): Promise<SiteIndex> {
  const origins = new Set(reader.origins);
  const isInternal = (url: string) => origins.has(URL.parse(url)?.origin ?? '');
  const sitemapUrls = new Map<string, string>();
  for await (const { url, sitemap } of reader.sitemapEntries()) sitemapUrls.set(reader.identify(url), sitemap);
  const targets = new Map<string, TargetFacts>();
  for await (const target of reader.targets()) targets.set(target.url, target);

  const briefs: Brief[] = [];
  const positions = new Map<number, number>();
  const found = new FoundLinks();
  for await (const page of reader.pages()) {
    await each(page);
    const identity = reader.identify(page.url);
    const links = internalLinks(page, reader, isInternal);
    positions.set(wideHashOf(identity), briefs.length);
    found.add(page.redirects.length > 0 ? new Set([wideHashOf(reader.identify(page.finalUrl))]) : links);
    briefs.push(briefOf(page, links.size, sitemapUrls.has(identity)));
  }
  rankPages(briefs, found.graph(positions), positions.get(wideHashOf(reader.identify(reader.startUrl))) ?? -1);
  return withGroups(reader, { briefs, positions, sitemapUrls, targets, isInternal });
}

/** Hashes of the pages of the site that the page links to, by scripts as well, each once, itself left out. */
function internalLinks({ url, document, finalUrl, rendered }: PageFacts, reader: SiteReader, isInternal: (url: string) => boolean): Set<number> {
  const own = new Set([url, finalUrl].map(one => wideHashOf(reader.identify(one))));
  const found = new Set<number>();
  for (const to of [...document?.links.map(link => link.url) ?? [], ...rendered?.links ?? []]) {
    if (to === null || !isInternal(to)) continue;
    const id = wideHashOf(reader.identify(to));
    if (!own.has(id)) found.add(id);
    if (found.size === MAX_LINKS_OF_A_PAGE) break;
  }
  return found;
}

function briefOf(page: PageFacts, internalLinks: number, inSitemap: boolean): Brief {
  const { fetch, redirects } = page;
  const document = readable(page);
  const title = document?.titles[0]?.text ?? '';
  const noindex = document !== null && hasDirective(page, 'noindex');
  const canonical = document === null ? null : canonicalOf(page);
  const words = document?.text.mainWords ?? 0;
  return {
    url: page.url,
    finalUrl: sameString(page.finalUrl, page.url),
    status: fetch.outcome === 'answered' ? fetch.status : null,
    moved: redirects[0]?.status ?? null,
    blocked: page.robots === null || page.robots.unknown === true ? null : fetch.outcome === 'blocked' || !page.robots.allowed,
    noindex,
    indexable: document !== null && !noindex && page.robots?.allowed !== false && (canonical === null || canonical === page.finalUrl),
    canonical: canonical === null ? null : sameString(canonical, page.url),
    title: hashOrNone(title),
    description: hashOrNone(document === null ? '' : metasOf(document, 'description')[0]?.content ?? ''),
    h1: hashOrNone(document?.headings.find(({ level }) => level === 1)?.text ?? ''),
    topic: topicOf(title),
    text: words === 0 ? '' : document!.text.hash,
    simHash: words < MIN_NEAR_WORDS ? '' : document!.text.simHash,
    words,
    alternates: document === null || document.alternates.length === 0 ? null : document.alternates.flatMap(({ url }) => url ?? []),
    anchors: document === null || document.anchorsCut ? null : hashesOf(document.anchors),
    internalLinks,
    inlinks: 0,
    depth: -1,
    rank: 0,
    inSitemap,
  };
}

/** The one that is kept already, where both are equal. */
function sameString(text: string, kept: string): string {
  return text === kept ? kept : text;
}

const NO_HASHES = new Uint32Array();

function hashesOf(texts: readonly string[]): Uint32Array {
  return texts.length === 0 ? NO_HASHES : Uint32Array.from(texts, hashOf);
}

function hashOrNone(text: string): number {
  return text === '' ? 0 : hashOf(text.toLowerCase());
}

/** The same for titles with the same words in another order or form of writing. */
function topicOf(title: string): number {
  const words = [...new Set(title.split(/\s[|–—-]\s/, 1)[0]!.toLowerCase().match(/[\p{L}\p{N}]{3,}|\p{N}+/gu))];
  return words.length < MIN_TOPIC_WORDS ? 0 : hashOf(words.toSorted().join(' '));
}

interface Read {
  briefs: readonly Brief[];
  positions: ReadonlyMap<number, number>;
  sitemapUrls: ReadonlyMap<string, string>;
  targets: ReadonlyMap<string, TargetFacts>;
  isInternal(url: string): boolean;
}

function withGroups(reader: SiteReader, { positions, ...read }: Read): SiteIndex {
  const { startUrl, hosts, sitemaps, withoutSitemaps, previous } = reader;
  const indexable = read.briefs.filter(brief => brief.indexable);
  const groups = new Map(GROUPS.map(by => [by, groupBy(indexable, by)]));
  const nearTexts = new NearTexts(indexable.filter(({ simHash }) => simHash !== ''));
  const find = (url: string): Brief | undefined => {
    const at = positions.get(wideHashOf(reader.identify(url)));
    return at === undefined ? undefined : read.briefs[at];
  };
  return {
    ...read, startUrl, hosts, sitemaps, previous, find, ...(withoutSitemaps && { withoutSitemaps }),
    destination: url => find(url) ?? destinationOf(targetAt(read, url)),
    sharing: (brief, by) => (groups.get(by)!.get(brief[by]) ?? []).filter(one => one !== brief),
    near: brief => nearTexts.of(brief),
  };
}

/** Nothing where it did not answer, or with something that is no page. */
function destinationOf(target: TargetFacts | undefined): Destination | undefined {
  if (!target || !isSettled(target) || target.status === null) return undefined;
  const { url, finalUrl, status, moved, page } = target;
  if (page === null && moved === null && status < 400) return undefined;
  return { url, finalUrl, status, moved, noindex: page?.noindex ?? false, canonical: page?.canonical ?? null, alternates: page?.alternates ?? null };
}

/** Those that have a value in common with others, by that value. */
function groupBy(briefs: readonly Brief[], by: (typeof GROUPS)[number]): Map<string | number, Brief[]> {
  const [met, common] = [new Set<string | number>(), new Set<string | number>()];
  for (const { [by]: value } of briefs) (met.has(value) ? common : met).add(value);
  return Map.groupBy(briefs.filter(brief => common.has(brief[by])), brief => brief[by]);
}
