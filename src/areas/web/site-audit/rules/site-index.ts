import type { PageFacts, RedirectHop, RobotsVerdict } from '../page/index.ts';

/** What an address is to the pages that refer to it: `page` is named as canonical or as a version in another language. */
export type TargetKind = 'link' | 'image' | 'resource' | 'page';

/** What came of asking for an address that is no page of the audit. */
export interface TargetAnswer {
  /** Null where nothing answered; `cause` says why. */
  status: number | null;
  /** The DNS says that its host has no address. */
  gone: boolean;
  cause: string | null;
  /** The status of the first redirect; null for none. */
  moved: RedirectHop['status'] | null;
  finalUrl: string;
  bytes: number | null;
  contentType: string | null;
  /** What robots.txt says to search engines; null where nobody asked or it could not be read. */
  robots: RobotsVerdict | null;
  /** Of HTML that pages name as canonical or as another version; null for all else. */
  page: { noindex: boolean; canonical: string | null; alternates: readonly string[] } | null;
}
export interface TargetFacts extends TargetAnswer {
  url: string;
  kinds: readonly TargetKind[];
}

/** Where an address of the site leads that should lead to it. */
export interface Entrance {
  url: string;
  finalUrl: string;
  status: number;
}

/** What holds for all pages of a host; null is what nobody asked or what could not be read. */
export interface HostFacts {
  origin: string;
  robots: {
    status: number;
    /** Lines that mean nothing, as they stand. */
    faults: readonly string[];
    /** Whether nobody may read anything. */
    blocksAll: boolean;
    /** The crawlers of AI services that may not read the site. */
    blockedAi: readonly string[];
    sitemaps: readonly string[];
  } | null;
  /** Over plain http. */
  plain: Entrance | null;
  /** With `www.` where the site has none, and without where it has. */
  sibling: Entrance | null;
}

export interface SitemapFacts {
  url: string;
  status: number | null;
  kind: 'index' | 'urls' | null;
  /** Why it cannot be read as one. */
  faults: readonly string[];
  /** Another index stands inside of it. */
  holdsIndex?: boolean;
  /** Within an index: how many stand above it, itself not counted. */
  depth: number;
  entries: number;
  bytes: number;
  lastModified: { invalid: number; valid: number; distinct: number };
}
export interface SitemapEntry {
  url: string;
  sitemap: string;
}

/** What an audit keeps of a site, read in steps: nothing makes all pages stand in memory. Each call of a method begins from the start. */
export interface SiteReader {
  startUrl: string;
  /** The origins whose pages belong to the site. */
  origins: readonly string[];
  hosts: readonly HostFacts[];
  sitemaps: readonly SitemapFacts[];
  /** Nobody looked for sitemaps. */
  withoutSitemaps?: true;
  /** Of the audit before, to compare with; null for the first. */
  previous: { indexable: number } | null;
  pages(): AsyncIterable<PageFacts>;
  /** The addresses of the pages, in the same order. */
  addresses(): AsyncIterable<string>;
  targets(): AsyncIterable<TargetFacts>;
  sitemapEntries(): AsyncIterable<SitemapEntry>;
  /** The same for all spellings of a URL that the crawler takes for one page. */
  identify(url: string): string;
}

/** What stays in memory of a page. */
export interface Brief {
  /** Of the page among all, from 0 on. */
  position: number;
  url: string;
  finalUrl: string;
  /** Null where nothing answered or robots.txt forbids it. */
  status: number | null;
  /** The status of the first redirect; null for none. */
  moved: RedirectHop['status'] | null;
  /** By robots.txt; null where it gave no answer. */
  blocked: boolean | null;
  noindex: boolean;
  /** Search engines may list it under this very URL. */
  indexable: boolean;
  canonical: string | null;
  /** Hashes of the names that links can lead to; null where some were left out. */
  anchors: Uint32Array | null;
  internalLinks: number;
  /** Distinct pages that link here, steps from the start (-1: none lead here), and the share of internal PageRank (1 is the mean). */
  inlinks: number;
  depth: number;
  rank: number;
  inSitemap: boolean;
  /** Whether it names the URL as a version in another language. */
  hasVersion(url: string): boolean;
}

/** By what pages are compared; those with the same topic only where their titles differ. */
export type Measure = 'title' | 'description' | 'h1' | 'text' | 'topic';

/** Pages that have something in common: the addresses of some, and how many they are. */
export interface Shared {
  urls: readonly string[];
  count: number;
}

/** All pages of a site, in their order. */
export interface Briefs extends Iterable<Brief> {
  readonly length: number;
  at(position: number): Brief;
  /** Others that search engines may list with the same value, `max` of them named; null where the page has none. */
  sharing(page: Brief, by: Measure, max: number): Shared | null;
  /** Addresses of others whose text differs in few words; null where the page has too few to tell. */
  near(page: Brief): readonly string[] | null;
}

/** Where a canonical or another version leads: a page of the site, or one of another site that was asked for. */
export type Destination = Pick<Brief, 'url' | 'finalUrl' | 'status' | 'moved' | 'noindex' | 'canonical' | 'hasVersion'>;

/** All that checks of a site ask. */
export interface SiteIndex {
  startUrl: string;
  briefs: Briefs;
  hosts: readonly HostFacts[];
  sitemaps: readonly SitemapFacts[];
  withoutSitemaps?: true;
  /** How many addresses sitemaps name, and those that only sitemaps of other hosts name. */
  sitemapEntries: { count: number; elsewhere: readonly SitemapEntry[] };
  targets: ReadonlyMap<string, TargetFacts>;
  previous: { indexable: number } | null;
  isInternal(url: string): boolean;
  /** The page at this URL, however it is spelt. */
  find(url: string): Brief | undefined;
  /** The page there, of this site or another; nothing where nobody knows. */
  destination(url: string): Destination | undefined;
}
