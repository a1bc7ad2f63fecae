import type { FetchedPage, PageFacts } from '../page/index.ts';
import type { Leads } from '../crawl/links.ts';
import type { CheckTally, SiteReader, TargetFacts, TargetKind } from '../rules/index.ts';
import type { AuditSettings } from '../settings.ts';
import type { Comparison } from '../render/compare.ts';
import type { ShownPage } from '../render/show-page.ts';
import type { StoredPage } from '../store/stored-page.ts';
import type { TargetFound } from '../targets/find.ts';

/** A page that was fetched, to be read; `startedAt` is the start of its audit in epoch milliseconds. */
export interface PageTask {
  fetched: FetchedPage;
  rank: number;
  settings: AuditSettings;
  startedAt: number;
}

/** What a page is like and where it leads, ready to be stored. */
export interface PageRead {
  leads: Leads;
  stored: StoredPage;
  targets: readonly TargetFound[];
}

/** A page that a browser showed, to be read once more; `facts` are those of what the server sent, packed. */
export interface RenderedTask extends Omit<PageTask, 'fetched'> {
  facts: string;
  shown: ShownPage;
}

/** The page with what scripts made of it, ready to be stored; of its links those that scripts added. */
export interface RenderedRead extends PageRead {
  comparison: Comparison;
}

/** All of a site but its pages, which are asked for in portions. */
export interface SiteTask extends Pick<SiteReader, 'startUrl' | 'origins' | 'hosts' | 'sitemaps' | 'withoutSitemaps' | 'previous'> {
  /** Which sitemap the pages of a host are attributed to; under the empty name, those of all others. */
  sitemapsByHost: Readonly<Record<string, string>>;
  /** What sitemaps name of other sites. */
  foreign: readonly { url: string; sitemap: string }[];
}

/** A failed check; `key` stands for its page in the database. */
export interface Failure {
  id: string;
  url: string;
  key: string;
  evidence: readonly string[];
}

/** What judging a site asks of whoever holds its pages: the rows after a number, or to take what it found. */
export interface SiteRows {
  pages(after: number): Promise<readonly { page: number; facts: string }[]>;
  addresses(after: number): Promise<readonly { page: number; url: string }[]>;
  sitemapEntries(after: number): Promise<readonly { page: number; url: string }[]>;
  targets(after: number): Promise<readonly { page: number; facts: TargetFacts }[]>;
  take(failures: readonly Failure[]): Promise<void>;
}

export interface SiteJudged {
  tallies: readonly CheckTally[];
  /** Whether some page came; where all that came are errors, nobody knows what the site is like. */
  isRead: boolean;
  /** The numbers of the pages that search engines may list. */
  indexable: Uint32Array;
  targets: TargetCounts;
}

/** By kind, how many addresses are known to work or not, and of how many nobody knows. */
export type TargetCounts = Readonly<Record<TargetKind, { settled: number; unknown: number }>>;

/** Reads and judges pages; none of it happens on the thread that answers requests. */
export interface AuditThreads {
  read(task: PageTask): Promise<PageRead>;
  /** Rejects where the page takes too much. */
  readRendered(task: RenderedTask): Promise<RenderedRead>;
  parse(fetched: FetchedPage): Promise<PageFacts>;
  judge(site: SiteTask, rows: SiteRows, signal: AbortSignal): Promise<SiteJudged>;
}
