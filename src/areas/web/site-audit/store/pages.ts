import type { NotNull, Selectable } from 'kysely';
import { insertMany, oneOf, type Db } from '../../../../store/index.ts';
import { tables, type SiteAuditTables } from '../tables.ts';
import { parsePageUrl } from '../urls/identity.ts';
import { keyOf } from './found.ts';
import { MAX_LINKS, type StoredLink, type StoredPage } from './stored-page.ts';

export type LinkRow = Selectable<SiteAuditTables['site_audit_link']>;

const MAX_ANCHOR = 120;
const PAGES_A_READ = 50;
const ADDRESSES_A_READ = 1000;

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
export function fetchedPages(db: Db, auditId: string, after: number): Promise<{ page: number; facts: string }[]> {
  return tables(db).selectFrom('site_audit_page').select(['page', 'facts']).where('audit_id', '=', auditId).where('state', '=', 'done').where('facts', 'is not', null).where('page', '>', after).orderBy('page').limit(PAGES_A_READ).$narrowType<{ facts: NotNull }>().execute();
}

/** The addresses of some of them, in the same order. */
export function addressesOfPages(db: Db, auditId: string, after: number): Promise<{ page: number; url: string }[]> {
  return tables(db).selectFrom('site_audit_page').select(['page', 'url']).where('audit_id', '=', auditId).where('state', '=', 'done').where('facts', 'is not', null).where('page', '>', after).orderBy('page').limit(ADDRESSES_A_READ).execute();
}

/** Some of the fetched pages that sitemaps name, in the order of their numbers, after one of them. */
export function pagesOfSitemaps(db: Db, auditId: string, after: number): Promise<{ page: number; url: string }[]> {
  return tables(db).selectFrom('site_audit_page').select(['page', 'url']).where('audit_id', '=', auditId).where('state', '=', 'done').where('in_sitemap', '=', 1)
    .where('page', '>', after).orderBy('page').limit(ADDRESSES_A_READ).execute();
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

const PAGES_AT_ONCE = 10_000;

/** Notes which pages search engines may list, by their numbers. */
export async function noteIndexable(tx: Db, auditId: string, pages: Uint32Array): Promise<void> {
  await tables(tx).updateTable('site_audit_page').set({ indexable: 0 }).where('audit_id', '=', auditId).where('state', '=', 'done').execute();
  for (let at = 0; at < pages.length; at += PAGES_AT_ONCE) {
    const db = tables(tx);
    await db.updateTable('site_audit_page').set({ indexable: 1 }).where('audit_id', '=', auditId).where(oneOf(db, 'page', 'bigint', [...pages.subarray(at, at + PAGES_AT_ONCE)])).execute();
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
