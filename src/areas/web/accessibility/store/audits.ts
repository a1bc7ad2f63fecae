import type { Selectable } from 'kysely';
import type { Db } from '../../../../store/index.ts';
import type { ChosenPage } from '../audit/sample.ts';
import type { AuditSettings } from '../settings.ts';
import { tables, type AccessibilityTables } from '../tables.ts';

export type AuditRow = Selectable<AccessibilityTables['accessibility_audit']>;
export type PageRow = Selectable<AccessibilityTables['accessibility_page']>;

export type SamplePage = Pick<PageRow, 'page' | 'url' | 'state' | 'chosen'>;

const MAX_TEMPLATE = 200;
/** Audits of a domain that are kept. */
const KEPT_AUDITS = 12;

export const auditStates = ['running', 'completed', 'partial'] as const;
export type AuditState = (typeof auditStates)[number];

export async function findAudit(db: Db, accountId: string, id: string): Promise<AuditRow | null> {
  return await tables(db).selectFrom('accessibility_audit').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** Audits of the account, the newest first, from below the id `before` on. */
export async function listAudits(db: Db, accountId: string, { domainIds, before, limit }: { domainIds: readonly string[] | undefined; before: string | undefined; limit: number }): Promise<AuditRow[]> {
  return tables(db).selectFrom('accessibility_audit').selectAll().where('account_id', '=', accountId)
    .$if(domainIds !== undefined, query => query.where('domain_id', 'in', domainIds!)).$if(before !== undefined, query => query.where('id', '<', before!))
    .orderBy('id', 'desc').limit(limit).execute();
}

/** How much each of the audits judged, found and asks, by its id; an audit without any of it is left out of that map. */
export async function sizesOf(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return { pages: new Map<string, number>(), causes: new Map<string, number>(), urgent: new Map<string, number>(), open: new Map<string, number>() };
  const pages = await tables(db).selectFrom('accessibility_page').where('audit_id', 'in', ids).where('state', '=', 'judged').groupBy('audit_id').select(['audit_id', ({ fn }) => fn.countAll<number | string>().as('count')]).execute();
  const found = tables(db).selectFrom('accessibility_finding').where('audit_id', 'in', ids).groupBy('audit_id').select(['audit_id', ({ fn }) => fn.count<number | string>('cause').distinct().as('count')]);
  const open = await tables(db).selectFrom('accessibility_question').where('audit_id', 'in', ids).where('answer', 'is', null).groupBy('audit_id').select(['audit_id', ({ fn }) => fn.countAll<number | string>().as('count')]).execute();
  const byAudit = (rows: readonly { audit_id: string; count: number | string }[]): Map<string, number> => new Map(rows.map(({ audit_id: id, count }) => [id, Number(count)]));
  return { pages: byAudit(pages), causes: byAudit(await found.execute()), urgent: byAudit(await found.where('impact', 'in', ['critical', 'serious']).execute()), open: byAudit(open) };
}

/** Adds the audit of a run with the first pages of its sample. */
export async function addAudit(tx: Db, { id, accountId, domainId, settings, pages, now }: { id: string; accountId: string; domainId: string; settings: AuditSettings; pages: readonly ChosenPage[]; now: number }): Promise<void> {
  await tables(tx).insertInto('accessibility_audit').values({ id, account_id: accountId, domain_id: domainId, settings: JSON.stringify(settings), state: 'running', started_at: now, finished_at: null }).execute();
  await addPages(tx, id, pages);
}

/** Adds pages to the sample, after those that it has; one that it has already is not added again. */
export async function addPages(tx: Db, auditId: string, pages: readonly ChosenPage[]): Promise<void> {
  const have = await sampleOf(tx, auditId);
  const known = new Set(have.map(({ url }) => url));
  const fresh = pages.filter(({ url }) => known.size < known.add(url).size);
  if (fresh.length > 0) await tables(tx).insertInto('accessibility_page').values(fresh.map(({ url, chosen, template }, at) => ({ audit_id: auditId, page: have.length + at + 1, url, chosen, template: template?.slice(0, MAX_TEMPLATE) ?? null, state: 'waiting', cause: null, facts: null }))).execute();
}

/** The pages of the sample without what was seen of them. */
export async function sampleOf(db: Db, auditId: string): Promise<SamplePage[]> {
  return tables(db).selectFrom('accessibility_page').select(['page', 'url', 'state', 'chosen']).where('audit_id', '=', auditId).orderBy('page').execute();
}

export async function pagesOf(db: Db, auditId: string): Promise<PageRow[]> {
  return tables(db).selectFrom('accessibility_page').selectAll().where('audit_id', '=', auditId).orderBy('page').execute();
}

/** Notes what became of a page. */
export async function notePage(tx: Db, auditId: string, page: number, outcome: { facts: object } | { cause: string }): Promise<void> {
  const change = 'facts' in outcome ? { state: 'judged', cause: null, facts: JSON.stringify(outcome.facts) } : { state: 'failed', cause: outcome.cause.slice(0, 300), facts: null };
  await tables(tx).updateTable('accessibility_page').set(change).where('audit_id', '=', auditId).where('page', '=', page).execute();
}

/** Notes of all pages that still wait why they are not judged. */
export async function giveUpPages(tx: Db, auditId: string, cause: string): Promise<void> {
  await tables(tx).updateTable('accessibility_page').set({ state: 'failed', cause: cause.slice(0, 300) }).where('audit_id', '=', auditId).where('state', '=', 'waiting').execute();
}

/** Marks the audit as ended; the oldest of its domain are forgotten. */
export async function endAudit(tx: Db, audit: AuditRow, state: AuditState, now: number): Promise<void> {
  await tables(tx).updateTable('accessibility_audit').set({ state, finished_at: now }).where('id', '=', audit.id).execute();
  const kept = await tables(tx).selectFrom('accessibility_audit').select('id').where('domain_id', '=', audit.domain_id).where('finished_at', 'is not', null).orderBy('id', 'desc').limit(KEPT_AUDITS).execute();
  await tables(tx).deleteFrom('accessibility_audit').where('domain_id', '=', audit.domain_id).where('id', 'not in', kept.map(({ id }) => id)).where('id', '<', audit.id).execute();
}

/** The audit of the domain that ended last before `id`. */
export async function auditBefore(db: Db, { account_id: accountId, domain_id: domainId, id }: Pick<AuditRow, 'account_id' | 'domain_id' | 'id'>): Promise<AuditRow | null> {
  return await tables(db).selectFrom('accessibility_audit').selectAll().where('account_id', '=', accountId).where('domain_id', '=', domainId).where('id', '<', id)
    .where('finished_at', 'is not', null).orderBy('id', 'desc').limit(1).executeTakeFirst() ?? null;
}

/** Earlier audits of the domain that have ended, the newest first. */
export async function auditsBefore(db: Db, { account_id: accountId, domain_id: domainId, id }: AuditRow): Promise<AuditRow[]> {
  return tables(db).selectFrom('accessibility_audit').selectAll().where('account_id', '=', accountId).where('domain_id', '=', domainId).where('id', '<', id)
    .where('finished_at', 'is not', null).orderBy('id', 'desc').limit(KEPT_AUDITS).execute();
}

/** All audits of the account, for the export of everything that it holds. */
export async function* auditsOf(db: Db, accountId: string): AsyncGenerator<object> {
  const rows = await tables(db).selectFrom('accessibility_audit').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
  for (const { account_id: _, settings, ...row } of rows) yield { ...row, settings: JSON.parse(settings) as unknown };
}
