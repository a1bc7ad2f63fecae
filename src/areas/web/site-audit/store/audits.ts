import type { Selectable } from 'kysely';
import type { Db } from '../../../../store/index.ts';
import type { AuditSettings } from '../settings.ts';
import { tables, type SiteAuditTables } from '../tables.ts';

export type AuditRow = Selectable<SiteAuditTables['site_audit']>;
export type HostRow = Selectable<SiteAuditTables['site_audit_host']>;

/** Audits of a domain that are kept with all their pages. */
const KEPT_AUDITS = 12;

/** Which limit ended an audit early. */
export const cuts = ['pages', 'depth', 'bytes', 'time', 'traps', 'rendering', 'signedOut'] as const;
export type Cut = (typeof cuts)[number];

export async function findAudit(db: Db, accountId: string, id: string): Promise<AuditRow | null> {
  return await tables(db).selectFrom('site_audit').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** Whether the audit goes on, or will when it is resumed; the run of one that was cancelled, or failed, has ended and left it as it was. */
export async function isUnderWay(db: Db, { id, state }: Pick<AuditRow, 'id' | 'state'>): Promise<boolean> {
  return state === 'running' && await tables(db).selectFrom('run').select('id').where('id', '=', id).where('finished_at', 'is', null).executeTakeFirst() !== undefined;
}

/** Adds the audit of a run. */
export async function addAudit(tx: Db, { id, accountId, domainId, settings, now }: { id: string; accountId: string; domainId: string; settings: AuditSettings; now: number }): Promise<void> {
  await tables(tx).insertInto('site_audit').values({
    id, account_id: accountId, domain_id: domainId, settings: JSON.stringify(settings), state: 'running', cut: null, known: 0, done: 0, beyond: 0, bytes: 0, targets_beyond: 0, score: null, summary: null, started_at: now, finished_at: null,
  }).execute();
}

/** The newest audits of the domain that came to their end, the newest first. */
export async function finishedAudits(db: Db, accountId: string, domainId: string, limit: number): Promise<AuditRow[]> {
  return tables(db).selectFrom('site_audit').selectAll().where('account_id', '=', accountId).where('domain_id', '=', domainId).where('finished_at', 'is not', null).orderBy('id', 'desc').limit(limit).execute();
}

/** The audit of the domain that ended last before `id`. */
export async function auditBefore(db: Db, accountId: string, { domain_id: domainId, id }: Pick<AuditRow, 'domain_id' | 'id'>): Promise<AuditRow | null> {
  return await tables(db).selectFrom('site_audit').selectAll().where('account_id', '=', accountId).where('domain_id', '=', domainId).where('id', '<', id)
    .where('finished_at', 'is not', null).orderBy('id', 'desc').limit(1).executeTakeFirst() ?? null;
}

/** Marks the audit as ended; the oldest of its domain are forgotten. */
export async function endAudit(tx: Db, audit: AuditRow, { state, cut, score, summary, now }: { state: string; cut: Cut | null; score: number | null; summary: object; now: number }): Promise<void> {
  await tables(tx).updateTable('site_audit').set({ state, cut, score, summary: JSON.stringify(summary), finished_at: now }).where('id', '=', audit.id).execute();
  const kept = (await finishedAudits(tx, audit.account_id, audit.domain_id, KEPT_AUDITS)).map(({ id }) => id);
  await tables(tx).deleteFrom('site_audit').where('domain_id', '=', audit.domain_id).where('id', 'not in', kept).where('id', '<', audit.id).execute();
}

/** Replaces what an audit that has ended came to. */
export async function storeAgain(tx: Db, auditId: string, score: number | null, summary: object): Promise<void> {
  await tables(tx).updateTable('site_audit').set({ score, summary: JSON.stringify(summary) }).where('id', '=', auditId).execute();
}

export async function hostsOf(db: Db, auditId: string): Promise<HostRow[]> {
  return tables(db).selectFrom('site_audit_host').selectAll().where('audit_id', '=', auditId).orderBy('origin').execute();
}

export async function findHost(db: Db, auditId: string, origin: string): Promise<HostRow | null> {
  return await tables(db).selectFrom('site_audit_host').selectAll().where('audit_id', '=', auditId).where('origin', '=', origin).executeTakeFirst() ?? null;
}

/** Notes what an origin asks of crawlers; the first answer stays. */
export async function addHost(tx: Db, row: HostRow): Promise<void> {
  await tables(tx).insertInto('site_audit_host').values(row).onConflict(conflict => conflict.columns(['audit_id', 'origin']).doNothing()).execute();
}

/** Notes with an origin what its sitemaps and the ways to it were like. */
export async function noteSitemaps(tx: Db, auditId: string, origin: string, noted: object): Promise<void> {
  await tables(tx).updateTable('site_audit_host').set({ sitemaps: JSON.stringify(noted) }).where('audit_id', '=', auditId).where('origin', '=', origin).execute();
}

/** Counts pages that were fetched; `cut` is what was left out on the way, of which the first stays. */
export async function countDone(tx: Db, auditId: string, { pages, bytes, cut }: { pages: number; bytes: number; cut: Cut | null }): Promise<void> {
  await tables(tx).updateTable('site_audit').set(eb => ({ done: eb('done', '+', pages), bytes: eb('bytes', '+', bytes) })).where('id', '=', auditId).execute();
  if (cut !== null) await tables(tx).updateTable('site_audit').set({ cut }).where('id', '=', auditId).where('cut', 'is', null).execute();
}

/** Notes that the audit is not signed in, or no longer; nothing more is fetched then. */
export async function noteSignedOut(tx: Db, auditId: string, cause: string): Promise<void> {
  await tables(tx).updateTable('site_audit').set({ cut: 'signedOut', cut_cause: cause }).where('id', '=', auditId).execute();
}

/** All audits of the account, without their pages, for the export of everything that it holds. */
export async function* auditsOf(db: Db, accountId: string): AsyncGenerator<object> {
  const rows = await tables(db).selectFrom('site_audit').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
  for (const { account_id: _, settings, summary, ...row } of rows) yield { ...row, settings: JSON.parse(settings) as unknown, summary: summary === null ? null : JSON.parse(summary) as unknown };
}
