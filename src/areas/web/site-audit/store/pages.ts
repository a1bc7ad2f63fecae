import type { Selectable } from 'kysely';
import { insertMany, oneOf, type Db } from '../../../../store/index.ts';
import type { PageFacts } from '../page/index.ts';
import { isAppShell } from '../render/shell.ts';
import { tables, type SiteAuditTables } from '../tables.ts';
import { parsePageUrl } from '../urls/identity.ts';
import { keyOf, type PageRow } from './frontier.ts';
import { pack, unpack } from './pack.ts';

export type LinkRow = Selectable<SiteAuditTables['site_audit_link']>;

/** Of one page; what goes beyond is counted in its facts alone. */
export const MAX_LINKS = 2000;
const MAX_TITLE = 300;
const MAX_ANCHOR = 120;
const PAGES_A_READ = 50;
const ADDRESSES_A_READ = 1000;

/** A link as it is stored. */
export interface StoredLink {
  target: number | null;
  url: string | null;
  anchor: string;
  follow: boolean;
}

/** How a visit ended, in a word. */
export const outcomes = ['answered', 'redirected', 'failed', 'blocked'] as const;
export type Outcome = (typeof outcomes)[number];

function outcomeOf({ fetch, redirects }: PageFacts): Outcome {
  return fetch.outcome === 'answered' && redirects.length > 0 ? 'redirected' : fetch.outcome;
}

/** What is stored of a page that was fetched; `facts` are packed. */
export interface StoredPage {
  status: number | null;
  outcome: Outcome;
  title: string | null;
  facts: string;
  /** Of its body. */
  bytes: number;
  /** What pages of one template have in common; null for what is no page in HTML that answered with success. */
  template: string | null;
  /** Scripts write the page. */
  shell: boolean;
  /** JSON of what selectors found, after scripts where they ran; null where there is none. */
  extracted: string | null;
}

export function storedPage(facts: PageFacts): StoredPage {
  const extracted = facts.rendered?.extracted ?? facts.document?.extracted;
  const { fetch, redirects, document } = facts;
  const isPage = document !== null && redirects.length === 0 && fetch.outcome === 'answered' && fetch.status >= 200 && fetch.status < 300;
  return {
    status: redirects[0]?.status ?? (fetch.outcome === 'answered' ? fetch.status : null), outcome: outcomeOf(facts),
    title: document?.titles[0]?.text.slice(0, MAX_TITLE) ?? null, facts: pack(facts), bytes: fetch.outcome === 'answered' ? fetch.bytes : 0,
    template: isPage ? document.shape : null, shell: isPage && isAppShell(document), extracted: extracted ? JSON.stringify(extracted) : null,
  };
}

/** A page that was fetched, by its number, and where it links to. */
export interface PageToSave {
  page: number;
  stored: StoredPage;
  links: readonly StoredLink[];
}

/** Stores what pages are like. */
export async function savePages(tx: Db, auditId: string, pages: readonly PageToSave[]): Promise<void> {
  for (const { page, stored: { status, outcome, title, facts, template, shell, extracted } } of pages) {
    await tables(tx).updateTable('site_audit_page').set({ state: 'done', status, outcome, title, facts, template, shell: shell ? 1 : 0, extracted }).where('audit_id', '=', auditId).where('page', '=', page).execute();
  }
  await addLinks(tx, auditId, pages, 0);
}

/** Stores links of pages, numbered from `first` on. */
export async function addLinks(tx: Db, auditId: string, pages: readonly Pick<PageToSave, 'page' | 'links'>[], first: number): Promise<void> {
  await insertMany(tables(tx), {
    table: 'site_audit_link',
    columns: { audit_id: 'text', page: 'integer', ordinal: 'integer', target: 'integer', url: 'text', anchor: 'text', follow: 'integer' },
    rows: pages.flatMap(({ page, links }) => links.slice(0, MAX_LINKS).map(({ target, url, anchor, follow }, at) => [auditId, page, first + at, target, url, anchor.slice(0, MAX_ANCHOR), follow ? 1 : 0])),
  });
}

/** Some of the pages that were fetched, in the order of their numbers, after one of them. */
export function fetchedPages(db: Db, auditId: string, after: number): Promise<{ page: number; facts: string | null }[]> {
  return tables(db).selectFrom('site_audit_page').select(['page', 'facts']).where('audit_id', '=', auditId).where('state', '=', 'done').where('page', '>', after).orderBy('page').limit(PAGES_A_READ).execute();
}

/** Some of the fetched pages that sitemaps name, in the order of their numbers, after one of them. */
export function pagesOfSitemaps(db: Db, auditId: string, after: number): Promise<{ page: number; url: string }[]> {
  return tables(db).selectFrom('site_audit_page').select(['page', 'url']).where('audit_id', '=', auditId).where('state', '=', 'done').where('in_sitemap', '=', 1)
    .where('page', '>', after).orderBy('page').limit(ADDRESSES_A_READ).execute();
}

/** What was recorded of a page that was fetched. */
export function factsOf({ facts }: Pick<PageRow, 'facts'>): PageFacts | null {
  return facts === null ? null : unpack(facts) as PageFacts;
}

/** Those of the addresses that are pages of the audit of which it cannot tell what they are like: they did not answer, or were not fetched. */
export async function unreadPages(db: Db, auditId: string, urls: readonly string[]): Promise<ReadonlySet<string>> {
  const keys = new Map(urls.flatMap(url => {
    const parsed = parsePageUrl(url);
    return parsed === null ? [] : [[url, keyOf(parsed.identity)] as const];
  }));
  if (keys.size === 0) return new Set();
  const all = tables(db);
  const rows = await all.selectFrom('site_audit_page').select('url_key').where('audit_id', '=', auditId).where(oneOf(all, 'url_key', 'text', [...new Set(keys.values())]))
    .where(eb => eb.or([eb('state', '<>', 'done'), eb('outcome', 'not in', ['answered', 'redirected'])])).execute();
  const unread = new Set(rows.map(row => row.url_key));
  return new Set([...keys].filter(([, key]) => unread.has(key)).map(([url]) => url));
}

const KEYS_AT_ONCE = 10_000;

/** Notes which pages search engines may list. */
export async function noteIndexable(tx: Db, auditId: string, keys: readonly string[]): Promise<void> {
  await tables(tx).updateTable('site_audit_page').set({ indexable: 0 }).where('audit_id', '=', auditId).where('state', '=', 'done').execute();
  for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
    const db = tables(tx);
    await db.updateTable('site_audit_page').set({ indexable: 1 }).where('audit_id', '=', auditId).where(oneOf(db, 'url_key', 'text', keys.slice(at, at + KEYS_AT_ONCE))).execute();
  }
}

/** Those of the origins that pages of the audit have: of the others only the way to the site was looked at. */
export async function originsWithPages(db: Db, auditId: string, origins: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const origin of origins) {
    const row = await tables(db).selectFrom('site_audit_page').select('page').where('audit_id', '=', auditId).where('url', '>=', `${origin}/`).where('url', '<', `${origin}0`).limit(1).executeTakeFirst();
    if (row) found.add(origin);
  }
  return found;
}
