import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Db } from '../../../../store/index.ts';
import type { Comparison } from '../render/compare.ts';
import { tables, type SiteAuditTables } from '../tables.ts';
import type { PageRow } from './frontier.ts';
import type { StoredPage } from './stored-page.ts';

/** How pages are read besides as the server sends them: never in a browser, where scripts are likely to matter, or all of them. */
export const renderModes = ['never', 'auto', 'always'] as const;
export type RenderMode = (typeof renderModes)[number];

/** How what a browser showed of a page compares with what the server sent. */
export const renderOutcomes = ['same', 'changed', 'failed'] as const;
export type RenderOutcome = (typeof renderOutcomes)[number];

type Pages = ExpressionBuilder<SiteAuditTables, 'site_audit_page'>;

/** Pages in HTML; with `auto` those that scripts write, and the first page of each template. */
function isWanted(mode: RenderMode, auditId: string) {
  return (eb: Pages): Expression<SqlBool> => eb.and([
    eb('audit_id', '=', auditId), eb('template', 'is not', null),
    ...(mode === 'always' ? [] : [eb.or([
      eb('shell', '=', 1),
      eb('page', 'in', eb.selectFrom('site_audit_page as one').select(({ fn }) => fn.min<number>('one.page').as('first')).where('one.audit_id', '=', auditId).where('one.template', 'is not', null).groupBy('one.template')),
    ])]),
  ]);
}

/** Pages at some origins, or at all others. */
interface PartOfSite {
  origins: readonly string[];
  inside: boolean;
}

function isIn({ origins, inside }: PartOfSite) {
  return (eb: Pages): Expression<SqlBool> => {
    const at = eb.or(origins.map(origin => eb.and([eb('url', '>=', `${origin}/`), eb('url', '<', `${origin}0`)])));
    return inside ? at : eb.not(at);
  };
}

/** Has pages wait for the browser that were found since, in the order of their numbers, `max` in all, or of a part of the site. */
export async function chooseForRendering(tx: Db, auditId: string, mode: RenderMode, max: number, part: PartOfSite | null = null): Promise<void> {
  const { count } = await tables(tx).selectFrom('site_audit_page').where('audit_id', '=', auditId).where('rendering', 'is not', null).$if(part !== null, query => query.where(isIn(part!))).select(({ fn }) => fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow();
  const rows = await tables(tx).selectFrom('site_audit_page').select('page').where(isWanted(mode, auditId)).where('rendering', 'is', null).$if(part !== null, query => query.where(isIn(part!))).orderBy('page').limit(Math.max(0, max - Number(count))).execute();
  if (rows.length > 0) await tables(tx).updateTable('site_audit_page').set({ rendering: 'waiting' }).where('audit_id', '=', auditId).where('page', 'in', rows.map(({ page }) => page)).execute();
}

/** The next pages for the browser. */
export async function nextToRender(db: Db, auditId: string, max: number): Promise<PageRow[]> {
  return tables(db).selectFrom('site_audit_page').selectAll().where('audit_id', '=', auditId).where('rendering', '=', 'waiting').orderBy('page').limit(max).execute();
}

/** How many pages wait for the browser. */
export async function countWaiting(db: Db, auditId: string): Promise<number> {
  const { count } = await tables(db).selectFrom('site_audit_page').where('audit_id', '=', auditId).where('rendering', '=', 'waiting').select(({ fn }) => fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

/** Stores what the browser showed of a page. */
export async function saveRendered(tx: Db, auditId: string, page: number, { facts, extracted }: Pick<StoredPage, 'facts' | 'extracted'>, comparison: Comparison): Promise<void> {
  await tables(tx).updateTable('site_audit_page').set({ rendering: comparison.changed.length > 0 ? 'changed' : 'same', comparison: JSON.stringify(comparison), facts, extracted }).where('audit_id', '=', auditId).where('page', '=', page).execute();
}

/** Notes why the browser did not show a page; `null` for all that wait. */
export async function noteUnrendered(tx: Db, auditId: string, page: number | null, cause: string): Promise<void> {
  await tables(tx).updateTable('site_audit_page').set({ rendering: 'failed', comparison: JSON.stringify({ cause }) }).where('audit_id', '=', auditId).where('rendering', '=', 'waiting')
    .$if(page !== null, query => query.where('page', '=', page!)).execute();
}

/** What came of rendering, over all pages of an audit. */
export interface RenderingCounts {
  mode: RenderMode;
  same: number;
  changed: number;
  failed: number;
  /** Pages that were to be shown and were not, for there were too many or no time was left. */
  beyond: number;
  /** Why the first that failed did. */
  cause: string | null;
}

export async function countRendering(db: Db, auditId: string, mode: RenderMode): Promise<RenderingCounts> {
  const rows = await tables(db).selectFrom('site_audit_page').where('audit_id', '=', auditId).where('rendering', 'is not', null).groupBy('rendering').select(['rendering', ({ fn }) => fn.countAll<number | string>().as('count')]).execute();
  const of = (outcome: RenderOutcome | 'waiting') => Number(rows.find(({ rendering }) => rendering === outcome)?.count ?? 0);
  const { beyond } = await tables(db).selectFrom('site_audit_page').where(isWanted(mode, auditId)).where('rendering', 'is', null).select(({ fn }) => fn.countAll<number | string>().as('beyond')).executeTakeFirstOrThrow();
  const first = await tables(db).selectFrom('site_audit_page').select('comparison').where('audit_id', '=', auditId).where('rendering', '=', 'failed').orderBy('page').limit(1).executeTakeFirst();
  return { mode, same: of('same'), changed: of('changed'), failed: of('failed'), beyond: Number(beyond) + of('waiting'), cause: first ? (JSON.parse(first.comparison!) as { cause: string }).cause : null };
}
