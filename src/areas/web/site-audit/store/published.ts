import type { Db } from '../../../../store/index.ts';
import { defineAnnouncement } from '../../../announcement.ts';
import type { AuditSummary } from '../results/summary.ts';
import { parsePageUrl } from '../urls/identity.ts';
import { tables } from '../tables.ts';
import { finishedAudits, findAudit, type AuditRow } from './audits.ts';
import { keyOf } from './found.ts';
import type { RenderingCounts, RenderOutcome } from './rendering.ts';

/** Announced with every audit that came to its end, completed or cut short. */
export const siteAuditEnded = defineAnnouncement<{ accountId: string; domainId: string; auditId: string }>('siteAudit.ended');

/** An audit that came to its end, as later areas see it; times in epoch milliseconds. */
export interface EndedAudit {
  id: string;
  domainId: string;
  pages: number;
  finishedAt: number;
  /** Which limit ended it early, or left something out. */
  cut: string | null;
}

/** A page that was fetched; `factsOf` reads its facts. */
export interface AuditPage {
  page: number;
  url: string;
  source: string;
  status: number | null;
  outcome: string | null;
  title: string | null;
  indexable: number | null;
  facts: string | null;
}

/** A link between two pages of an audit. */
export interface AuditLink {
  page: number;
  target: number;
  anchor: string;
  follow: number;
}

/** The audit of the domain that ended last. */
export async function lastEndedAudit(db: Db, accountId: string, domainId: string): Promise<EndedAudit | null> {
  const [audit] = await finishedAudits(db, accountId, domainId, 1);
  return audit ? endedOf(audit) : null;
}

export async function findEndedAudit(db: Db, accountId: string, id: string): Promise<EndedAudit | null> {
  const audit = await findAudit(db, accountId, id);
  return audit && audit.finished_at !== null ? endedOf(audit) : null;
}

function endedOf({ id, domain_id: domainId, done, finished_at: finishedAt, cut }: AuditRow): EndedAudit {
  return { id, domainId, pages: done, finishedAt: finishedAt!, cut };
}

const PAGES_A_READ = 50;

/** Some of the pages that were fetched, in the order of their numbers, after one of them. */
export function crawledPages(db: Db, auditId: string, after: number): Promise<AuditPage[]> {
  return tables(db).selectFrom('site_audit_page').select(['page', 'url', 'source', 'status', 'outcome', 'title', 'indexable', 'facts']).where('audit_id', '=', auditId).where('state', '=', 'done').where('page', '>', after).orderBy('page').limit(PAGES_A_READ).execute();
}

/** The links between pages of the audit that stand on the pages after one and up to another. */
export async function linksWithin(db: Db, auditId: string, after: number, upTo: number): Promise<AuditLink[]> {
  if (upTo <= after) return [];
  const rows = await tables(db).selectFrom('site_audit_link').select(['page', 'target', 'anchor', 'follow']).where('audit_id', '=', auditId).where('page', '>', after).where('page', '<=', upTo).where('target', 'is not', null)
    .orderBy('page').orderBy('ordinal').execute();
  return rows.map(row => ({ ...row, target: row.target! }));
}

/** What stands for a page in audits and in what others report of it: equal for addresses that are one page; null for what is no address of the web. */
export function pageKeyOf(url: string): string | null {
  const parsed = parsePageUrl(url);
  return parsed && keyOf(parsed.identity);
}

/** Pages of the audit that were fetched, by their numbers. */
export async function auditPages(db: Db, auditId: string, numbers: readonly number[]): Promise<AuditPage[]> {
  if (numbers.length === 0) return [];
  return tables(db).selectFrom('site_audit_page').select(['page', 'url', 'source', 'status', 'outcome', 'title', 'indexable', 'facts']).where('audit_id', '=', auditId).where('state', '=', 'done').where('page', 'in', [...numbers]).orderBy('page').execute();
}

/** A page that a browser was to show; `comparison` is a `Comparison`, or why it did not. */
export interface RenderedPage {
  page: number;
  url: string;
  rendering: string | null;
  comparison: string | null;
}

/** What came of showing pages of an audit in a browser; null where it was not to. */
export async function renderingOf(db: Db, accountId: string, auditId: string): Promise<RenderingCounts | null> {
  const audit = await findAudit(db, accountId, auditId);
  return audit?.summary ? (JSON.parse(audit.summary) as AuditSummary).rendering ?? null : null;
}

function shownPages(db: Db, auditId: string, outcomes: readonly RenderOutcome[]) {
  return tables(db).selectFrom('site_audit_page').where('audit_id', '=', auditId).where('rendering', 'in', outcomes);
}

/** Pages that a browser was to show, with what came of it, in the order of their numbers, after one of them. */
export function renderedPages(db: Db, auditId: string, outcomes: readonly RenderOutcome[], after: number, limit: number): Promise<RenderedPage[]> {
  return shownPages(db, auditId, outcomes).where('page', '>', after).select(['page', 'url', 'rendering', 'comparison']).orderBy('page').limit(limit).execute();
}

export async function countRendered(db: Db, auditId: string, outcomes: readonly RenderOutcome[]): Promise<number> {
  const { count } = await shownPages(db, auditId, outcomes).select(({ fn }) => fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}
