import { sql } from 'kysely';
import type { Severity } from '../../../../core/finding.ts';
import { insertMany, type Db } from '../../../../store/index.ts';
import { tables } from '../tables.ts';
import type { Failure } from '../threads/tasks.ts';

const MAX_EVIDENCE_CHARACTERS = 300;

/** Forgets the issues of an attempt before. */
export async function forgetIssues(db: Db, auditId: string): Promise<void> {
  await tables(db).deleteFrom('site_audit_issue').where('audit_id', '=', auditId).execute();
}

/** Stores failures; the number of their pages is noted at the end. */
export async function addIssues(db: Db, auditId: string, failures: readonly Failure[], severityOf: (id: string) => Severity): Promise<void> {
  await insertMany(tables(db), {
    table: 'site_audit_issue', onConflict: sql`on conflict do nothing`,
    columns: { audit_id: 'text', check_id: 'text', url_key: 'text', page: 'integer', severity: 'text', evidence: 'text', excluded: 'integer' },
    // A failure whose address is no page of the audit keeps the address as the first evidence.
    rows: failures.map(({ id, url, key, evidence }) => [auditId, id, key, 0, severityOf(id), JSON.stringify([url, ...evidence].map(text => text.slice(0, MAX_EVIDENCE_CHARACTERS))), 0]),
  });
}

/** Gives issues the numbers of their pages, and pages the number and the worst of their issues. */
export async function noteIssues(tx: Db, auditId: string): Promise<void> {
  await tables(tx).updateTable('site_audit_issue').set(eb => ({
    page: eb.fn.coalesce(eb.selectFrom('site_audit_page as page').select('page.page').where('page.audit_id', '=', auditId).whereRef('page.url_key', '=', 'site_audit_issue.url_key'), eb.val(0)),
  })).where('audit_id', '=', auditId).execute();
  for (const severity of ['info', 'low', 'medium', 'high', 'critical'] as const) {
    await tables(tx).updateTable('site_audit_page').set({ severity }).where('audit_id', '=', auditId)
      .where('page', 'in', eb => eb.selectFrom('site_audit_issue as issue').select('issue.page').where('issue.audit_id', '=', auditId).where('issue.severity', '=', severity)).execute();
  }
  await tables(tx).updateTable('site_audit_page').set(eb => ({
    issues: eb.selectFrom('site_audit_issue as issue').select(({ fn }) => fn.countAll<number>().as('count')).where('issue.audit_id', '=', auditId).whereRef('issue.page', '=', 'site_audit_page.page'),
  })).where('audit_id', '=', auditId).execute();
}

/** What became of the issues of a check since the audit before. */
export interface IssueChange {
  new: number;
  fixed: number;
  unchanged: number;
}

/** By check, what is new, fixed and unchanged from one audit to a later one. An address that the later one did not fetch says nothing: its issues are not fixed. */
export async function issueDifference(db: Db, beforeId: string, laterId: string): Promise<Map<string, IssueChange>> {
  const changes = new Map<string, IssueChange>();
  const of = (id: string): IssueChange => {
    const change = changes.get(id) ?? { new: 0, fixed: 0, unchanged: 0 };
    changes.set(id, change);
    return change;
  };
  for (const { check_id: id, total, kept } of await compared(db, laterId, beforeId)) {
    of(id).unchanged = Number(kept);
    of(id).new = Number(total) - Number(kept);
  }
  for (const { check_id: id, gone } of await goneOf(db, beforeId, laterId)) of(id).fixed = Number(gone);
  return changes;
}

/** How many issues each check has, and how many of them the other audit has as well. */
async function compared(db: Db, auditId: string, otherId: string) {
  return tables(db).selectFrom('site_audit_issue as issue')
    .leftJoin('site_audit_issue as other', join => join.on('other.audit_id', '=', otherId).onRef('other.check_id', '=', 'issue.check_id').onRef('other.url_key', '=', 'issue.url_key'))
    .where('issue.audit_id', '=', auditId).groupBy('issue.check_id')
    .select(['issue.check_id', ({ fn }) => fn.countAll<number | string>().as('total'), ({ fn }) => fn.count<number | string>('other.check_id').as('kept')]).execute();
}

async function goneOf(db: Db, beforeId: string, laterId: string) {
  return tables(db).selectFrom('site_audit_issue as issue')
    .leftJoin('site_audit_issue as later', join => join.on('later.audit_id', '=', laterId).onRef('later.check_id', '=', 'issue.check_id').onRef('later.url_key', '=', 'issue.url_key'))
    .leftJoin('site_audit_page as page', join => join.on('page.audit_id', '=', laterId).on('page.state', '=', 'done').onRef('page.url_key', '=', 'issue.url_key'))
    .where('issue.audit_id', '=', beforeId).where('later.check_id', 'is', null).where(eb => eb.or([eb('page.page', 'is not', null), eb('issue.page', '=', 0)])).groupBy('issue.check_id')
    .select(['issue.check_id', ({ fn }) => fn.countAll<number | string>().as('gone')]).execute();
}

/** Some addresses on which each check failed, at most `max` each. */
export async function samplesOf(db: Db, auditId: string, max: number): Promise<Map<string, string[]>> {
  const ranked = tables(db).selectFrom('site_audit_issue as issue').innerJoin('site_audit_page as page', join => join.onRef('page.audit_id', '=', 'issue.audit_id').onRef('page.page', '=', 'issue.page'))
    .where('issue.audit_id', '=', auditId).select(['issue.check_id', 'page.url', sql<number>`row_number() over (partition by issue.check_id order by issue.page)`.as('at')]);
  const rows = await tables(db).selectFrom(ranked.as('ranked')).select(['check_id', 'url']).where('at', '<=', max).orderBy('check_id').orderBy('at').execute();
  return new Map([...Map.groupBy(rows, ({ check_id: id }) => id)].map(([id, group]) => [id, group.map(({ url }) => url)]));
}

/** Which of these checks failed in the audit where no pattern of the account takes the page out, each with its severity. */
export async function worstByCheck(db: Db, auditId: string, checks: readonly string[]): Promise<{ check_id: string; severity: string }[]> {
  return tables(db).selectFrom('site_audit_issue').select(['check_id', 'severity']).distinct().where('audit_id', '=', auditId).where('excluded', '=', 0).where('check_id', 'in', checks).orderBy('check_id').execute();
}
