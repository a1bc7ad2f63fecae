import { sql, type Selectable } from 'kysely';
import type { Cursor } from '../../../core/page.ts';
import { insertMany, oneOf, type Db } from '../../../store/index.ts';
import { pageKeyOf } from '../site-audit/index.ts';
import type { Analysis, AnalyzedPage, GroupKind, OrphanReason, PageGroup } from './analysis/results.ts';
import type { Intent } from './intent/intents.ts';
import { tables, type DeepSeoTables } from './tables.ts';

export type AnalysisRow = Selectable<DeepSeoTables['deep_seo_analysis']>;
export type PageRow = Selectable<DeepSeoTables['deep_seo_page']>;
export type GroupRow = Selectable<DeepSeoTables['deep_seo_group']>;

export async function findAnalysis(db: Db, accountId: string, auditId: string): Promise<AnalysisRow | null> {
  return await tables(db).selectFrom('deep_seo_analysis').selectAll().where('account_id', '=', accountId).where('audit_id', '=', auditId).executeTakeFirst() ?? null;
}

/** Longer than any analysis takes: the job that was at it has come to its end without a word. */
const LOST_MS = 3_600_000;

/** Begins the analysis of an audit; what an earlier attempt left of it is gone. False where another job is at it. */
export async function beginAnalysis(tx: Db, { auditId, accountId, domainId, jobId, now }: { auditId: string; accountId: string; domainId: string; jobId: string; now: number }): Promise<boolean> {
  await tables(tx).deleteFrom('deep_seo_analysis').where('audit_id', '=', auditId).where(eb => eb.or([eb('state', '!=', 'running'), eb('job_id', '=', jobId), eb('made_at', '<', now - LOST_MS)])).execute();
  const { numInsertedOrUpdatedRows } = await tables(tx).insertInto('deep_seo_analysis').values({ audit_id: auditId, account_id: accountId, domain_id: domainId, job_id: jobId, state: 'running', cause: null, summary: null, picture: null, made_at: now })
    .onConflict(conflict => conflict.column('audit_id').doNothing()).executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0) > 0;
}

export async function addPages(db: Db, auditId: string, pages: readonly AnalyzedPage[]): Promise<void> {
  await insertMany(tables(db), {
    table: 'deep_seo_page',
    columns: {
      audit_id: 'text', page: 'integer', url: 'text', title: 'text', intent: 'text', local: 'integer', mismatch: 'integer', indexable: 'integer', inlinks: 'integer', outlinks: 'integer', depth: 'integer', rank: 'bigint', rank_order: 'integer',
      orphan: 'text', topic: 'integer', duplicate: 'integer', template: 'integer', details: 'text', url_key: 'text', text_hash: 'text', status: 'integer',
    },
    rows: pages.map(({ page, url, title, intent, indexable, inlinks, outlinks, depth, rank, rankOrder, orphan, topic, duplicate, template, textHash, status }) => [
      auditId, page, url, title, intent?.primary ?? null, intent?.local ? 1 : 0, intent?.mismatch ? 1 : 0, indexable ? 1 : 0, inlinks, outlinks, depth, Math.round(1000 * rank), rankOrder, orphan, topic, duplicate, template, intent && JSON.stringify(intent), pageKeyOf(url), textHash, status,
    ]),
  });
}

export async function addGroups(db: Db, auditId: string, groups: readonly PageGroup[]): Promise<void> {
  await insertMany(tables(db), {
    table: 'deep_seo_group', columns: { audit_id: 'text', kind: 'text', nth: 'integer', label: 'text', count: 'integer', details: 'text' },
    rows: groups.map(({ kind, nth, label, count, details }) => [auditId, kind, nth, label.slice(0, 200), count, JSON.stringify(details)]),
  });
}

export async function endAnalysis(tx: Db, auditId: string, { summary, picture }: Analysis, now: number): Promise<void> {
  await tables(tx).updateTable('deep_seo_analysis').set({ state: 'done', summary: JSON.stringify(summary), picture: JSON.stringify(picture), made_at: now }).where('audit_id', '=', auditId).execute();
}

export async function failAnalysis(tx: Db, auditId: string, cause: string): Promise<void> {
  await tables(tx).updateTable('deep_seo_analysis').set({ state: 'failed', cause: cause.slice(0, 300) }).where('audit_id', '=', auditId).execute();
}

/** Which pages are wanted; what is left out does not matter. */
export interface PageFilter {
  intent?: readonly Intent[] | undefined;
  mismatch?: 'true' | 'false' | undefined;
  local?: 'true' | 'false' | undefined;
  topic?: readonly number[] | undefined;
  duplicate?: readonly number[] | undefined;
  /** Null: those of no template. */
  template?: readonly number[] | null | undefined;
  orphan?: readonly OrphanReason[] | undefined;
  search?: string | undefined;
  /** Only pages that could be read. */
  read?: boolean | undefined;
}

function pagesThat(db: Db, auditId: string, { intent, mismatch, local, topic, duplicate, template, orphan, search, read }: PageFilter) {
  return tables(db).selectFrom('deep_seo_page').where('audit_id', '=', auditId)
    .$if(intent !== undefined, query => query.where('intent', 'in', intent!))
    .$if(mismatch !== undefined, query => query.where('mismatch', '=', mismatch === 'true' ? 1 : 0))
    .$if(local !== undefined, query => query.where('local', '=', local === 'true' ? 1 : 0))
    .$if(topic !== undefined, query => query.where('topic', 'in', topic!))
    .$if(duplicate !== undefined, query => query.where('duplicate', 'in', duplicate!))
    .$if(template === null, query => query.where('template', 'is', null))
    .$if(Array.isArray(template), query => query.where('template', 'in', template!))
    .$if(orphan !== undefined, query => query.where('orphan', 'in', orphan!))
    .$if(read === true, query => query.where('intent', 'is not', null))
    .$if(search !== undefined, query => query.where(sql<string>`lower(url)`, 'like', `%${search!.toLowerCase().replace(/[%_\\]/g, '')}%`));
}

/** Pages in the order of their numbers, or by rank with the highest first; `position.at` is the last of that order. */
export async function pagesOf(db: Db, auditId: string, filter: PageFilter, by: 'page' | 'rank_order', position: Cursor | null, limit: number): Promise<PageRow[]> {
  return pagesThat(db, auditId, filter).selectAll().$if(position !== null, query => query.where(by, '>', position!.at)).orderBy(by).limit(limit).execute();
}

/** Those that could be read of the pages with these places in the order of rank. */
export async function pagesAtRanks(db: Db, auditId: string, ranks: readonly number[]): Promise<Pick<PageRow, 'rank_order' | 'url'>[]> {
  if (ranks.length === 0) return [];
  return pagesThat(db, auditId, { read: true }).select(['rank_order', 'url']).where('rank_order', 'in', ranks).execute();
}

export async function countPages(db: Db, auditId: string, filter: PageFilter): Promise<number> {
  const { count } = await pagesThat(db, auditId, filter).select(({ fn }) => fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

/** Groups of a kind, the largest first, after `position.at`. */
export async function groupsOf(db: Db, auditId: string, kind: GroupKind, position: Cursor | null, limit: number): Promise<GroupRow[]> {
  return tables(db).selectFrom('deep_seo_group').selectAll().where('audit_id', '=', auditId).where('kind', '=', kind).$if(position !== null, query => query.where('nth', '>', position!.at)).orderBy('nth').limit(limit).execute();
}

/** All analyses of the account, without their pages, for the export of everything that it holds. */
export async function* analysesOf(db: Db, accountId: string): AsyncGenerator<object> {
  const rows = await tables(db).selectFrom('deep_seo_analysis').select(['audit_id', 'domain_id', 'state', 'cause', 'summary', 'made_at']).where('account_id', '=', accountId).orderBy('audit_id').execute();
  for (const { summary, ...row } of rows) yield { ...row, summary: summary === null ? null : JSON.parse(summary) as unknown };
}

/** Pages with the highest internal PageRank that may be listed. */
export async function firstPages(db: Db, auditId: string, most: number): Promise<{ key: string; url: string }[]> {
  const rows = await tables(db).selectFrom('deep_seo_page').select(['url_key', 'url']).where('audit_id', '=', auditId).where('indexable', '=', 1).where('url_key', 'is not', null).orderBy('rank_order').limit(most).execute();
  return rows.map(({ url_key: key, url }) => ({ key: key!, url }));
}

/** Whether pages of the audit can be compared: those of audits that were analysed long ago cannot, and those of removed ones are gone. */
export async function isComparable(db: Db, auditId: string): Promise<boolean> {
  return await tables(db).selectFrom('deep_seo_page').select('page').where('audit_id', '=', auditId).where('url_key', 'is not', null).limit(1).executeTakeFirst() !== undefined;
}

/** Addresses of pages that may be listed and are new or have another text or title than in the audit before, and of those that may no longer be; one that did not answer, or that the later audit did not reach, is none of them. */
export async function changedPages(db: Db, { before, audit, most }: { before: string; audit: string; most: number }): Promise<string[]> {
  const rows = await tables(db).selectFrom('deep_seo_page as now').leftJoin('deep_seo_page as before', join => join.on('before.audit_id', '=', before).onRef('before.url_key', '=', 'now.url_key'))
    .select('now.url').where('now.audit_id', '=', audit).where('now.url_key', 'is not', null).where(eb => eb.or([
      eb.and([eb('now.indexable', '=', 1), eb.or([eb('before.page', 'is', null), eb('before.indexable', '=', 0), eb('before.text_hash', 'is distinct from', eb.ref('now.text_hash')), eb('before.title', 'is distinct from', eb.ref('now.title'))])]),
      eb.and([eb('now.indexable', '=', 0), eb('now.status', '<', 500), eb('before.indexable', '=', 1)]),
    ])).orderBy('now.page').limit(most).execute();
  return rows.map(({ url }) => url);
}

/** A page of an audit in short. */
export interface PageBrief {
  key: string;
  page: number;
  url: string;
  title: string | null;
  status: number | null;
  indexable: 0 | 1;
  inlinks: number;
}

const BRIEF = ['url_key as key', 'page', 'url', 'title', 'status', 'indexable', 'inlinks'] as const;

/** Pages of the audit by what stands for them. */
export async function pagesByKey(db: Db, auditId: string, keys: readonly string[]): Promise<PageBrief[]> {
  const all = tables(db);
  return await all.selectFrom('deep_seo_page').select(BRIEF).where('audit_id', '=', auditId).where(oneOf(all, 'url_key', 'text', keys)).execute() as PageBrief[];
}

/** Pages that answer with an error or not at all, those with the most links to them first. */
export async function linkedFaults(db: Db, auditId: string, most: number): Promise<PageBrief[]> {
  return await tables(db).selectFrom('deep_seo_page').select(BRIEF).where('audit_id', '=', auditId).where('url_key', 'is not', null).where('indexable', '=', 0).where('inlinks', '>', 0)
    .where(eb => eb.or([eb('status', 'is', null), eb('status', '>=', 400)])).orderBy('inlinks', 'desc').orderBy('page').limit(most).execute() as PageBrief[];
}
