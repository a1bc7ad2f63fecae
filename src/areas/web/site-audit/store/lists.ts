import { sql } from 'kysely';
import type { Severity } from '../../../../core/finding.ts';
import type { Cursor } from '../../../../core/page.ts';
import type { Db } from '../../../../store/index.ts';
import { tables } from '../tables.ts';
import type { PageRow } from './frontier.ts';
import type { Outcome } from './stored-page.ts';

/** Which pages are wanted; what is left out does not matter. */
export interface PageFilter {
  outcome?: readonly Outcome[] | undefined;
  /** First figure of the status: `4` for 400 to 499. */
  statusClass?: readonly string[] | undefined;
  severity?: readonly Severity[] | undefined;
  check?: readonly string[] | undefined;
  search?: string | undefined;
}

function pagesThat(db: Db, auditId: string, { outcome, statusClass, severity, check, search }: PageFilter) {
  return tables(db).selectFrom('site_audit_page as page').where('page.audit_id', '=', auditId).where('page.state', '=', 'done')
    .$if(outcome !== undefined, query => query.where('page.outcome', 'in', outcome!))
    .$if(statusClass !== undefined, query => query.where(eb => eb.or(statusClass!.map(first => eb.between('page.status', Number(first) * 100, Number(first) * 100 + 99)))))
    .$if(severity !== undefined, query => query.where('page.severity', 'in', severity!))
    .$if(search !== undefined, query => query.where(sql<string>`lower(page.url)`, 'like', `%${search!.toLowerCase().replace(/[%_\\]/g, '')}%`))
    .$if(check !== undefined, query => query.where(eb => eb.exists(eb.selectFrom('site_audit_issue as issue').select('issue.page')
      .whereRef('issue.audit_id', '=', 'page.audit_id').whereRef('issue.page', '=', 'page.page').where('issue.check_id', 'in', check!).where('issue.excluded', '=', 0))));
}

/** A page without all that was recorded of it. */
export type ListedPage = Omit<PageRow, 'facts' | 'template' | 'shell' | 'comparison'>;

/** Pages of the audit in the order of their discovery, after `position`. */
export async function pagesOf(db: Db, auditId: string, filter: PageFilter, position: Cursor | null, limit: number): Promise<ListedPage[]> {
  return pagesThat(db, auditId, filter)
    .select(['page.audit_id', 'page.page', 'page.url_key', 'page.url', 'page.source', 'page.rank', 'page.in_sitemap', 'page.state', 'page.status', 'page.outcome', 'page.title', 'page.indexable', 'page.issues', 'page.severity', 'page.rendering', 'page.extracted'])
    .$if(position !== null, query => query.where('page.page', '>', position!.at)).orderBy('page.page').limit(limit).execute();
}

/** How many pages there are in all. */
export async function countPages(db: Db, auditId: string, filter: PageFilter): Promise<number> {
  const { count } = await pagesThat(db, auditId, filter).select(({ fn }) => fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

export async function findPage(db: Db, auditId: string, page: number): Promise<PageRow | null> {
  return await tables(db).selectFrom('site_audit_page').selectAll().where('audit_id', '=', auditId).where('page', '=', page).executeTakeFirst() ?? null;
}

/** Which links are wanted. */
export interface LinkFilter {
  from?: readonly number[] | undefined;
  to?: readonly number[] | undefined;
  /** Whether they lead to pages of the audit or elsewhere. */
  internal?: 'true' | 'false' | undefined;
  follow?: 'true' | 'false' | undefined;
  /** First figure of the status that the target answers with. */
  statusClass?: readonly string[] | undefined;
}

/** Links of the audit with both ends, in the order of their pages. `position.at` counts a page and the ordinal of a link on it as one number. */
export async function linksOf(db: Db, auditId: string, { from, to, internal, follow, statusClass }: LinkFilter, position: Cursor | null, limit: number) {
  const [afterPage, afterOrdinal] = position === null ? [0, -1] : [Math.floor(position.at / ORDINALS), position.at % ORDINALS];
  return tables(db).selectFrom('site_audit_link as link')
    .innerJoin('site_audit_page as page', join => join.onRef('page.audit_id', '=', 'link.audit_id').onRef('page.page', '=', 'link.page'))
    .leftJoin('site_audit_page as target', join => join.onRef('target.audit_id', '=', 'link.audit_id').onRef('target.page', '=', 'link.target'))
    .leftJoin('site_audit_target as outside', join => join.onRef('outside.audit_id', '=', 'link.audit_id').onRef('outside.url', '=', 'link.url'))
    .where('link.audit_id', '=', auditId)
    .select(['link.page', 'link.ordinal', 'page.url as from', 'link.target', 'target.url as target_url', 'link.url', ({ fn }) => fn.coalesce('target.status', 'outside.status').as('status'), 'link.anchor', 'link.follow'])
    .$if(from !== undefined, query => query.where('link.page', 'in', from!))
    .$if(to !== undefined, query => query.where('link.target', 'in', to!))
    .$if(internal !== undefined, query => query.where('link.target', internal === 'true' ? 'is not' : 'is', null))
    .$if(follow !== undefined, query => query.where('link.follow', '=', follow === 'true' ? 1 : 0))
    .$if(statusClass !== undefined, query => query.where(eb => eb.or(statusClass!.map(first => eb.between(eb.fn.coalesce('target.status', 'outside.status'), Number(first) * 100, Number(first) * 100 + 99)))))
    .$if(position !== null, query => query.where(eb => eb.or([eb('link.page', '>', afterPage), eb.and([eb('link.page', '=', afterPage), eb('link.ordinal', '>', afterOrdinal)])])))
    .orderBy('link.page').orderBy('link.ordinal').limit(limit).execute();
}

/** Pages that belong into a sitemap: they answered at their own address, and may be listed. */
const indexableIn = (db: Db, auditId: string) => tables(db).selectFrom('site_audit_page').where('audit_id', '=', auditId).where('state', '=', 'done').where('outcome', '=', 'answered').where('status', '=', 200).where('indexable', '=', 1);

export async function countIndexable(db: Db, auditId: string): Promise<number> {
  const { count } = await indexableIn(db, auditId).select(({ fn }) => fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

/** Their addresses in the order of their discovery, the part number `part` from 0 on. */
export async function indexablePages(db: Db, auditId: string, part: number, size: number): Promise<string[]> {
  const rows = await indexableIn(db, auditId).select('url').orderBy('page').limit(size).offset(part * size).execute();
  return rows.map(({ url }) => url);
}

/** More than the links that are stored of a page, those that scripts add included. */
export const ORDINALS = 10_000;

/** Which issues are wanted. */
export interface IssueFilter {
  check?: readonly string[] | undefined;
  severity?: readonly Severity[] | undefined;
  page?: readonly number[] | undefined;
}

/** Issues of the audit with their pages, by check and page. */
export async function issuesOf(db: Db, auditId: string, beforeId: string | null, { check, severity, page }: IssueFilter, position: Cursor | null, limit: number) {
  return tables(db).selectFrom('site_audit_issue as issue')
    .leftJoin('site_audit_page as page', join => join.onRef('page.audit_id', '=', 'issue.audit_id').onRef('page.page', '=', 'issue.page'))
    .leftJoin('site_audit_issue as before', join => join.on('before.audit_id', '=', beforeId ?? '').onRef('before.check_id', '=', 'issue.check_id').onRef('before.url_key', '=', 'issue.url_key'))
    .where('issue.audit_id', '=', auditId).where('issue.excluded', '=', 0)
    .select(['issue.check_id', 'issue.page', 'issue.severity', 'issue.evidence', 'page.url', 'before.check_id as before'])
    .$if(check !== undefined, query => query.where('issue.check_id', 'in', check!))
    .$if(severity !== undefined, query => query.where('issue.severity', 'in', severity!))
    .$if(page !== undefined, query => query.where('issue.page', 'in', page!))
    .$if(position !== null, query => query.where('issue.page', '>=', position!.at))
    .orderBy('issue.page').orderBy('issue.check_id').orderBy('issue.url_key').limit(limit).offset(position === null ? 0 : offsetOf(position)).execute();
}

/** Where a list of issues goes on: a page, and how many of its issues were shown. */
export function issueCursor(shown: readonly { page: number }[], position: Cursor | null): Cursor {
  const { page } = shown.at(-1)!;
  const ofPage = shown.filter(row => row.page === page).length + (position?.at === page ? offsetOf(position) : 0);
  return { at: page, id: `nth_${ofPage}` };
}

function offsetOf({ id }: Cursor): number {
  return Number(/^nth_(\d{1,7})$/.exec(id)?.[1] ?? 0);
}
