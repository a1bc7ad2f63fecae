import { BriefTable, type NewBrief } from './brief-table.ts';
import { readable, metasOf } from './check.ts';
import { canonicalOf, hasDirective } from './directives.ts';
import { hashOf, wideHashOf } from './hash.ts';
import { LinkGraphBuilder } from './link-graph.ts';
import { figuresOf } from './page-rank.ts';
import type { PageFacts } from '../page/index.ts';
import type { Destination, SiteIndex, SiteReader, TargetFacts } from './site-index.ts';
import { isSettled, targetAt } from './targets.ts';

const MAX_LINKS_OF_A_PAGE = 1000;
/** A title of fewer words that say something is about too much to compete. */
const MIN_TOPIC_WORDS = 2;
const MIN_NEAR_WORDS = 50;
const CHANGED = 'The pages of the audit changed while they were judged. Start it again.';

/** Reads the addresses, so that links become positions at once, then the pages, and keeps what checks of several pages ask: a brief of each page, and the graph of links between them. `each` page is judged on the way. */
export async function buildIndex(reader: SiteReader, each: (page: PageFacts) => Promise<void>): Promise<SiteIndex> {
  const { startUrl, hosts, sitemaps, withoutSitemaps, previous } = reader;
  const origins = new Set(reader.origins);
  const isInternal = (url: string) => origins.has(URL.parse(url)?.origin ?? '');
  const positions = await positionsOf(reader);
  const { sitemapEntries, isNamed } = await readEntries(reader, positions);
  const targets = new Map<string, TargetFacts>();
  for await (const target of reader.targets()) targets.set(target.url, target);

  const briefs = new BriefTable(positions.count);
  const graph = new LinkGraphBuilder();
  const moved = new Map<number, number>();
  for await (const page of reader.pages()) {
    const at = briefs.length;
    if (positions.of(wideHashOf(reader.identify(page.url))) !== at) throw new Error(CHANGED);
    await each(page);
    const links = internalLinks(page, reader, isInternal);
    const followed = page.redirects.length > 0 ? [wideHashOf(reader.identify(page.finalUrl))] : links;
    for (const link of followed) {
      const target = positions.of(link);
      if (target === undefined || target === at) continue;
      graph.add(at, target);
      if (page.redirects.length > 0) moved.set(at, target);
    }
    briefs.add(briefOf(page, links.size, isNamed(at)));
  }
  if (briefs.length !== positions.count) throw new Error(CHANGED);
  const position = (url: string): number | undefined => positions.of(wideHashOf(reader.identify(url)));
  briefs.finish(figuresOf(graph.finish(briefs.length), position(startUrl), moved));
  const find: SiteIndex['find'] = url => {
    const at = position(url);
    return at === undefined ? undefined : briefs.at(at);
  };
  return {
    startUrl, hosts, sitemaps, previous, ...(withoutSitemaps && { withoutSitemaps }), briefs, sitemapEntries, targets, isInternal, find,
    destination: url => find(url) ?? destinationOf(targetAt({ targets }, url)),
  };
}

interface Positions {
  count: number;
  /** The position of the page with this hash of its identity. */
  of(hash: number): number | undefined;
}

async function positionsOf(reader: SiteReader): Promise<Positions> {
  const positions = new Map<number, number>();
  let count = 0;
  for await (const url of reader.addresses()) positions.set(wideHashOf(reader.identify(url)), count++);
  return { count, of: hash => positions.get(hash) };
}

const [NAMED, NAMED_BY_OWN_HOST] = [1, 2];

/** Which pages sitemaps name, and what else they do; each address counts once. */
async function readEntries(reader: SiteReader, positions: Positions): Promise<Pick<SiteIndex, 'sitemapEntries'> & { isNamed(position: number): boolean }> {
  const pages = new Uint8Array(positions.count);
  const others = new Map<string, number>();
  const elsewhere = new Map<string, string>();
  for await (const { url: spelt, sitemap } of reader.sitemapEntries()) {
    const url = reader.identify(spelt);
    const at = positions.of(wideHashOf(url));
    const before = at === undefined ? others.get(url) : pages[at];
    const now = URL.parse(url)?.host === URL.parse(sitemap)?.host || before === NAMED_BY_OWN_HOST ? NAMED_BY_OWN_HOST : NAMED;
    if (at === undefined) others.set(url, now);
    else pages[at] = now;
    if (now === NAMED) elsewhere.set(url, sitemap);
    else elsewhere.delete(url);
  }
  const count = others.size + pages.reduce((sum, state) => sum + Math.min(state, 1), 0);
  return { sitemapEntries: { count, elsewhere: Array.from(elsewhere, ([url, sitemap]) => ({ url, sitemap })) }, isNamed: position => pages[position] !== 0 };
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

function briefOf(page: PageFacts, internalLinks: number, inSitemap: boolean): NewBrief {
  const { fetch, redirects } = page;
  const document = readable(page);
  const title = document?.titles[0]?.text ?? '';
  const noindex = document !== null && hasDirective(page, 'noindex');
  const canonical = document === null ? null : canonicalOf(page);
  const words = document?.text.mainWords ?? 0;
  return {
    url: page.url,
    finalUrl: page.finalUrl,
    status: fetch.outcome === 'answered' ? fetch.status : null,
    moved: redirects[0]?.status ?? null,
    blocked: page.robots === null || page.robots.unknown === true ? null : fetch.outcome === 'blocked' || !page.robots.allowed,
    noindex,
    indexable: document !== null && !noindex && page.robots?.allowed !== false && (canonical === null || canonical === page.finalUrl),
    canonical,
    title: hashOrNone(title),
    description: hashOrNone(document === null ? '' : metasOf(document, 'description')[0]?.content ?? ''),
    h1: hashOrNone(document?.headings.find(({ level }) => level === 1)?.text ?? ''),
    topic: topicOf(title),
    text: words === 0 ? 0 : wideHashOf(document!.text.hash),
    simHash: words < MIN_NEAR_WORDS ? null : document!.text.simHash,
    versions: document === null ? [] : document.alternates.flatMap(({ url: to }) => (to === null ? [] : hashOf(to))),
    anchors: document === null || document.anchorsCut ? null : Uint32Array.from(document.anchors, hashOf),
    internalLinks,
    inSitemap,
  };
}

function hashOrNone(text: string): number {
  return text === '' ? 0 : hashOf(text.toLowerCase());
}

/** The same for titles with the same words in another order or form of writing. */
function topicOf(title: string): number {
  const words = [...new Set(title.split(/\s[|–—-]\s/, 1)[0]!.toLowerCase().match(/[\p{L}\p{N}]{3,}|\p{N}+/gu))];
  return words.length < MIN_TOPIC_WORDS ? 0 : hashOf(words.toSorted().join(' '));
}

/** Nothing where it did not answer, or with something that is no page. */
function destinationOf(target: TargetFacts | undefined): Destination | undefined {
  if (!target || !isSettled(target) || target.status === null) return undefined;
  const { url, finalUrl, status, moved, page } = target;
  if (page === null && moved === null && status < 400) return undefined;
  return { url, finalUrl, status, moved, noindex: page?.noindex ?? false, canonical: page?.canonical ?? null, hasVersion: other => page?.alternates.includes(other) ?? false };
}
