import type { Fix, Severity } from '../../../../core/finding.ts';
import type { BoundRule } from '../../../../core/findings/rules.ts';
import { valuesOf, type DocumentFacts, type FetchFacts, type PageFacts } from '../page/index.ts';
import { implications } from './implications.ts';
import type { Brief, Measure, SiteIndex } from './site-index.ts';

/** What the checks are read by, in the order of reports. */
export const categories = ['http', 'indexability', 'canonical', 'titles', 'content', 'links', 'images', 'urls', 'international', 'sitemaps', 'structuredData', 'security', 'performance'] as const;
export type Category = (typeof categories)[number];

/** What was seen where the check fails; nothing where it passes; null where it does not apply. */
export type Seen = readonly string[] | null;
/** A failure on one page or, with the URL of the site's start, on the whole. */
export interface SiteHit {
  url: string;
  evidence: readonly string[];
}

/** What a check needs that an audit may not have: what pages refer to besides other pages of the site, by its kind, or pages after their scripts ran. */
export type Need = 'link' | 'image' | 'resource' | 'rendering';

interface Declared {
  rule: BoundRule;
  category: Category;
  /** Null where the pages as they are sent are enough. */
  needs: Need | null;
  /** The ids of checks that fail wherever this one does. */
  implies: readonly string[];
}
/** `page` needs the facts of one page, `linked` those of others as well, `site` the whole. */
export type Check = Declared & (
  | { scope: 'page'; judge(page: PageFacts): Seen }
  | { scope: 'linked'; judge(page: PageFacts, site: SiteIndex): Seen }
  /** `applicable`: how many pages it could have failed on. */
  | { scope: 'site'; judge(site: SiteIndex): { applicable: number; hits: readonly SiteHit[] } | null }
);
export type PageCheck = Check & { scope: 'page' };
export type LinkedCheck = Check & { scope: 'linked' };
export type SiteCheck = Check & { scope: 'site' };

type Answered = FetchFacts & { outcome: 'answered' };

/** Checks of one category, made from its rules. */
export function checksOf(category: Category) {
  const declared = (rule: BoundRule, needs: Need | null = null) => ({ rule, category, needs, implies: implications[rule.id] ?? [] });
  const answered = (judge: (fetch: Answered, page: PageFacts) => Seen) => (page: PageFacts) => (page.fetch.outcome === 'answered' ? judge(page.fetch, page) : null);
  const onDocument = <Rest extends unknown[]>(judge: (document: DocumentFacts, page: PageFacts, ...rest: Rest) => Seen) => (page: PageFacts, ...rest: Rest) => {
    const document = readable(page);
    return document ? judge(document, page, ...rest) : null;
  };
  return {
    /** On every page, however it answered. */
    page: (rule: BoundRule, judge: (page: PageFacts) => Seen): PageCheck => ({ ...declared(rule), scope: 'page', judge }),
    /** On every page that answered. */
    answered: (rule: BoundRule, judge: (fetch: Answered, page: PageFacts) => Seen): PageCheck => ({ ...declared(rule), scope: 'page', judge: answered(judge) }),
    /** On every page with HTML that answered with success. */
    document: (rule: BoundRule, judge: (document: DocumentFacts, page: PageFacts) => Seen, needs?: Need): PageCheck => ({ ...declared(rule, needs), scope: 'page', judge: onDocument(judge) }),
    linked: (rule: BoundRule, judge: (document: DocumentFacts, page: PageFacts, site: SiteIndex) => Seen, needs?: Need): LinkedCheck => ({ ...declared(rule, needs), scope: 'linked', judge: onDocument(judge) }),
    site: (rule: BoundRule, judge: SiteCheck['judge'], needs?: Need): SiteCheck => ({ ...declared(rule, needs), scope: 'site', judge }),
  };
}

/** The HTML of a page that answered with success and was not left by a redirect; null for others. */
export function readable({ fetch, document, redirects }: PageFacts): DocumentFacts | null {
  return fetch.outcome === 'answered' && fetch.status >= 200 && fetch.status < 300 && redirects.length === 0 ? document : null;
}

/** Whether a secure connection was made, whatever came over it. */
export function isSecured({ fetch, finalUrl }: PageFacts): boolean {
  return finalUrl.startsWith('https:') && (fetch.outcome === 'answered' || (fetch.outcome === 'failed' && (fetch.stage === 'http' || fetch.stage === 'redirect') && !fetch.late));
}

/** The evidence where `fails`, and none where not. */
export function seen(fails: boolean, ...evidence: string[]): Seen {
  return fails ? evidence : [];
}

/** How many are named as evidence. */
const MAX_EVIDENCE = 10;

/** Each of them as evidence, and how many more there are: `count` in all, of which `found` has at least the first ten. */
export function seenAll(found: readonly string[], count = found.length): Seen {
  return count <= MAX_EVIDENCE ? found : [...found.slice(0, MAX_EVIDENCE), `and ${count - MAX_EVIDENCE} more`];
}

/** Which pages a check of the whole is about, and what is wrong with one of them; null where nothing is. */
export function onPages(concerns: (page: Brief) => boolean, says: (page: Brief) => string | null) {
  return ({ briefs }: SiteIndex): { applicable: number; hits: readonly SiteHit[] } => {
    const hits: SiteHit[] = [];
    let applicable = 0;
    for (const page of briefs) {
      if (!concerns(page)) continue;
      applicable++;
      const said = says(page);
      if (said !== null) hits.push({ url: page.url, evidence: [said] });
    }
    return { applicable, hits };
  };
}

/** How many pages satisfy `isSo`. */
export function countPages({ briefs }: SiteIndex, isSo: (page: Brief) => boolean): number {
  let count = 0;
  for (const page of briefs) if (isSo(page)) count++;
  return count;
}

/** The pages that share something with a page. */
export function sharedWith(url: string, site: SiteIndex, by: Measure): Seen {
  const page = site.find(url);
  const shared = page?.indexable ? site.briefs.sharing(page, by, MAX_EVIDENCE) : null;
  return shared && seenAll(shared.urls, shared.count);
}

export function header({ fields }: Answered, name: string): string | null {
  return valuesOf(fields, name)[0] ?? null;
}

/** The header of a page that answered; null for none. */
export function headerOf({ fetch }: PageFacts, name: string): string | null {
  return fetch.outcome === 'answered' ? header(fetch, name) : null;
}

export function metasOf(document: DocumentFacts, name: string) {
  return document.metas.filter(meta => meta.name === name);
}

/** Where something is to be changed on the page. */
export function page(text: string): Pick<Fix, 'kind' | 'text'> & { kind: 'webPage' } {
  return { kind: 'webPage', text };
}
/** Where something is to be changed on the server. */
export function host(text: string): Pick<Fix, 'kind' | 'text'> & { kind: 'webHost' } {
  return { kind: 'webHost', text };
}

/** How much a check counts in the score. */
export const weights: Readonly<Record<Severity, number>> = { critical: 10, high: 6, medium: 3, low: 1, info: 0 };
