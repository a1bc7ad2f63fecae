import type { Selectable } from 'kysely';
import { insertMany, oneOf, type Db } from '../../../../store/index.ts';
import { tables, type SiteAuditTables } from '../tables.ts';
import type { Found } from './found.ts';

export type PageRow = Selectable<SiteAuditTables['site_audit_page']>;

/** The next addresses to be fetched, those nearest to the start first: always the same for what the database holds. */
export async function nextPages(db: Db, auditId: string, max: number): Promise<PageRow[]> {
  return tables(db).selectFrom('site_audit_page').selectAll().where('audit_id', '=', auditId).where('state', '=', 'waiting').orderBy('rank').orderBy('page').limit(max).execute();
}

/** Numbers those of `found` that are new, in their order, each up to the number of pages that `maxPagesOf` its address says, and gives the numbers of all that have one by their keys; the second figure is how many have none. */
export async function addFound(tx: Db, auditId: string, found: readonly Found[], maxPagesOf: (url: string) => number): Promise<{ pages: Map<string, number>; beyond: number }> {
  const wanted = nearest(found);
  const known = await pagesByKey(tx, auditId, [...wanted.keys()]);
  const { known: count } = await tables(tx).selectFrom('site_audit').select('known').where('id', '=', auditId).executeTakeFirstOrThrow();
  const fresh = [...wanted].filter(([key]) => !known.has(key));
  const added: typeof fresh = [];
  for (const one of fresh) if (count + added.length < maxPagesOf(one[1].url)) added.push(one);
  await insertMany(tables(tx), {
    table: 'site_audit_page',
    columns: { audit_id: 'text', page: 'integer', url_key: 'text', url: 'text', source: 'text', rank: 'integer', in_sitemap: 'integer', state: 'text', issues: 'integer' },
    rows: added.map(([key, { url, source, rank, inSitemap }], at) => [auditId, count + at + 1, key, url, source, rank, inSitemap ? 1 : 0, 'waiting', 0]),
  });
  await comeNearer(tx, auditId, [...known].map(([key, page]) => ({ page, found: wanted.get(key)! })));
  if (fresh.length > 0) {
    await tables(tx).updateTable('site_audit').set(eb => ({ known: eb('known', '+', added.length), beyond: eb('beyond', '+', fresh.length - added.length) })).where('id', '=', auditId).execute();
  }
  const pages = new Map(known);
  for (const [at, [key]] of added.entries()) pages.set(key, count + at + 1);
  return { pages, beyond: fresh.length - added.length };
}

/** Each address once, as near as it was found. */
function nearest(found: readonly Found[]): Map<string, Found> {
  const all = new Map<string, Found>();
  for (const one of found) {
    const before = all.get(one.key);
    all.set(one.key, before ? { ...before, rank: Math.min(before.rank, one.rank), inSitemap: before.inSitemap || one.inSitemap } : one);
  }
  return all;
}

/** The numbers of the pages with these keys. */
export async function pagesByKey(tx: Db, auditId: string, keys: readonly string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const db = tables(tx);
  const rows = await db.selectFrom('site_audit_page').select(['url_key', 'page']).where('audit_id', '=', auditId).where(oneOf(db, 'url_key', 'text', keys)).execute();
  return new Map(rows.map(({ url_key: key, page }) => [key, page]));
}

/** What waits comes sooner where a shorter path leads to it. */
async function comeNearer(tx: Db, auditId: string, known: readonly { page: number; found: Found }[]): Promise<void> {
  const byRank = Map.groupBy(known, ({ found }) => found.rank);
  for (const [rank, group] of byRank) {
    const db = tables(tx);
    await db.updateTable('site_audit_page').set({ rank }).where('audit_id', '=', auditId).where('rank', '>', rank).where(oneOf(db, 'page', 'bigint', group.map(({ page }) => page))).execute();
  }
  const mapped = known.filter(({ found }) => found.inSitemap).map(({ page }) => page);
  if (mapped.length === 0) return;
  const db = tables(tx);
  await db.updateTable('site_audit_page').set({ in_sitemap: 1 }).where('audit_id', '=', auditId).where(oneOf(db, 'page', 'bigint', mapped)).execute();
}
