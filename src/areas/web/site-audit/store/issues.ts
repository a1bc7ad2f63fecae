import { setImmediate as otherWork } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Severity } from '../../../../core/finding.ts';
import { insertMany, oneOf, type Db } from '../../../../store/index.ts';
import type { CheckTally } from '../rules/index.ts';
import { tables } from '../tables.ts';
import type { Failure } from '../threads/tasks.ts';
import type { AuditRow } from './audits.ts';
import { unreadPages } from './pages.ts';
import { withoutAnswer } from './targets.ts';

const MAX_EVIDENCE_CHARACTERS = 300;
const GONE_A_READ = 500;

/** Forgets the issues of an attempt before. */
export async function forgetIssues(db: Db, auditId: string): Promise<void> {
  await tables(db).deleteFrom('site_audit_issue').where('audit_id', '=', auditId).execute();
}

/** Stores failures; the number of their pages is noted at the end. */
export async function addIssues(db: Db, auditId: string, failures: readonly Failure[], { severityOf, isExcluded }: { severityOf(id: string): Severity; isExcluded(url: string): boolean }): Promise<void> {
  await insertMany(tables(db), {
    table: 'site_audit_issue', onConflict: sql`on conflict do nothing`,
    columns: { audit_id: 'text', check_id: 'text', url_key: 'text', page: 'integer', severity: 'text', evidence: 'text', excluded: 'integer' },
    // A failure whose address is no page of the audit keeps the address as the first evidence.
    rows: failures.map(({ id, url, key, evidence }) => [auditId, id, key, 0, severityOf(id), JSON.stringify([url, ...evidence].map(text => text.slice(0, MAX_EVIDENCE_CHARACTERS))), isExcluded(url) ? 1 : 0]),
  });
}

/** Gives issues the numbers of their pages, and pages the number and the worst of those that count. */
export async function noteIssues(tx: Db, auditId: string): Promise<void> {
  await tables(tx).updateTable('site_audit_issue').set(eb => ({
    page: eb.fn.coalesce(eb.selectFrom('site_audit_page as page').select('page.page').where('page.audit_id', '=', auditId).whereRef('page.url_key', '=', 'site_audit_issue.url_key'), eb.val(0)),
  })).where('audit_id', '=', auditId).execute();
  await countIssues(tx, auditId, null);
}

/** Counts the issues of these pages, or of all, and notes the worst; what a pattern of the account takes out is left out. */
export async function countIssues(tx: Db, auditId: string, pages: readonly number[] | null): Promise<void> {
  const update = () => {
    const all = tables(tx);
    return all.updateTable('site_audit_page').where('audit_id', '=', auditId).$if(pages !== null, query => query.where(oneOf(all, 'page', 'bigint', pages!)));
  };
  await update().set(eb => ({
    severity: null,
    issues: eb.selectFrom('site_audit_issue as issue').select(({ fn }) => fn.countAll<number>().as('count')).where('issue.audit_id', '=', auditId).where('issue.excluded', '=', 0).whereRef('issue.page', '=', 'site_audit_page.page'),
  })).execute();
  for (const severity of ['info', 'low', 'medium', 'high', 'critical'] as const) {
    await update().set({ severity })
      .where('page', 'in', eb => eb.selectFrom('site_audit_issue as issue').select('issue.page').where('issue.audit_id', '=', auditId).where('issue.severity', '=', severity).where('issue.excluded', '=', 0)
        .$if(pages !== null, query => query.where(oneOf(tables(tx), 'issue.page', 'bigint', pages!)))).execute();
  }
}

/** What became of the issues of a check since the audit before. */
export interface IssueChange {
  new: number;
  fixed: number;
  unchanged: number;
}

/** What a later audit must know before an issue counts as fixed. */
export interface JudgedBy {
  /** Every check. */
  all: readonly string[];
  /** Checks of what pages have to do with each other and with what they refer to: by whether those addresses answered. */
  others: readonly string[];
  /** Those of them that read robots.txt and sitemaps: by whether these could be read. */
  files: readonly string[];
  /** Checks of what a browser shows: these need a page that one showed. */
  rendered: readonly string[];
}

/** By check, one after the other, so that others get their turn: what is new, fixed and unchanged from one audit to a later one. What the later one did not fetch, or what did not answer it, says nothing: its issues are not fixed. */
export async function issueDifference(db: Db, beforeId: string, later: AuditRow, judgedBy: JudgedBy, tallies: readonly CheckTally[]): Promise<Map<string, IssueChange>> {
  const changes = new Map<string, IssueChange>();
  const gone = goneOf(db, beforeId, later.id, judgedBy);
  const others = new Set(judgedBy.others);
  const judged = new Set(tallies.filter(({ applicable }) => applicable > 0).map(({ id }) => id));
  for (const id of judgedBy.all) {
    const { total, kept } = await compared(db, later.id, beforeId, id);
    const fixed = others.has(id) ? 0 : Number((await gone.where('issue.check_id', '=', id).select(({ fn }) => fn.countAll<number | string>().as('gone')).executeTakeFirstOrThrow()).gone);
    changes.set(id, { new: Number(total) - Number(kept), fixed, unchanged: Number(kept) });
    await otherWork();
  }
  for await (const portion of goneByOthers(gone, judgedBy.others.filter(id => judged.has(id) || !judgedBy.files.includes(id)))) {
    const addresses = portion.flatMap(one => one.addresses);
    const unknown = (await withoutAnswer(db, later, addresses)).union(await unreadPages(db, later.id, addresses));
    for (const { id, addresses } of portion) if (!addresses.some(address => unknown.has(address))) changes.get(id)!.fixed++;
  }
  return changes;
}

/** How many issues the check has, and how many of them the other audit has as well. */
async function compared(db: Db, auditId: string, otherId: string, checkId: string) {
  return tables(db).selectFrom('site_audit_issue as issue')
    .leftJoin('site_audit_issue as other', join => join.on('other.audit_id', '=', otherId).onRef('other.check_id', '=', 'issue.check_id').onRef('other.url_key', '=', 'issue.url_key'))
    .where('issue.audit_id', '=', auditId).where('issue.check_id', '=', checkId).where('issue.excluded', '=', 0)
    .select([({ fn }) => fn.countAll<number | string>().as('total'), ({ fn }) => fn.count<number | string>('other.check_id').as('kept')]).executeTakeFirstOrThrow();
}

/** The issues that the later audit has no longer, on pages that answered it, or on the site. */
function goneOf(db: Db, beforeId: string, laterId: string, { rendered }: JudgedBy) {
  return tables(db).selectFrom('site_audit_issue as issue')
    .leftJoin('site_audit_issue as later', join => join.on('later.audit_id', '=', laterId).onRef('later.check_id', '=', 'issue.check_id').onRef('later.url_key', '=', 'issue.url_key'))
    .leftJoin('site_audit_page as page', join => join.on('page.audit_id', '=', laterId).on('page.state', '=', 'done').onRef('page.url_key', '=', 'issue.url_key'))
    .where('issue.audit_id', '=', beforeId).where('issue.excluded', '=', 0).where('later.check_id', 'is', null)
    .where(eb => eb.or([eb('issue.check_id', 'not in', rendered), eb('page.rendering', 'in', ['same', 'changed'])]))
    .where(eb => eb.or([eb('issue.page', '=', 0), eb('page.outcome', 'in', ['answered', 'redirected'])]));
}

/** Those of the checks, in portions, each with the addresses that its evidence names. */
async function* goneByOthers(gone: ReturnType<typeof goneOf>, checks: readonly string[]): AsyncGenerator<{ id: string; addresses: string[] }[]> {
  for (const id of checks) {
    for (let [after, isLast] = ['', false]; !isLast;) {
      const rows = await gone.where('issue.check_id', '=', id).where('issue.url_key', '>', after).select(['issue.url_key', 'issue.page', 'issue.evidence']).orderBy('issue.url_key').limit(GONE_A_READ).execute();
      if (rows.length > 0) yield rows.map(({ page, evidence }) => ({ id, addresses: addressesOf(page, JSON.parse(evidence) as string[]) }));
      [after, isLast] = [rows.at(-1)?.url_key ?? '', rows.length < GONE_A_READ];
      await otherWork();
    }
  }
}

/** Evidence begins with the address of the page or, where that is none of the site, the one at fault; the others name addresses among words. */
function addressesOf(page: number, [url = '', ...evidence]: readonly string[]): string[] {
  const named = evidence.flatMap(text => text.match(/https?:\/\/\S+/g) ?? []).map(address => address.replace(/[:,]+$/, '')).filter(address => URL.canParse(address));
  return page === 0 ? [url, ...named] : named;
}

/** Some addresses on which each check failed, at most `max` each. */
export async function samplesOf(db: Db, auditId: string, max: number): Promise<Map<string, string[]>> {
  const ranked = tables(db).selectFrom('site_audit_issue as issue').innerJoin('site_audit_page as page', join => join.onRef('page.audit_id', '=', 'issue.audit_id').onRef('page.page', '=', 'issue.page'))
    .where('issue.audit_id', '=', auditId).where('issue.excluded', '=', 0).select(['issue.check_id', 'page.url', sql<number>`row_number() over (partition by issue.check_id order by issue.page)`.as('at')]);
  const rows = await tables(db).selectFrom(ranked.as('ranked')).select(['check_id', 'url']).where('at', '<=', max).orderBy('check_id').orderBy('at').execute();
  return new Map([...Map.groupBy(rows, ({ check_id: id }) => id)].map(([id, group]) => [id, group.map(({ url }) => url)]));
}

/** Which of these checks failed in the audit where no pattern of the account takes the page out, each with its severity. */
export async function worstByCheck(db: Db, auditId: string, checks: readonly string[]): Promise<{ check_id: string; severity: string }[]> {
  return tables(db).selectFrom('site_audit_issue').select(['check_id', 'severity']).distinct().where('audit_id', '=', auditId).where('excluded', '=', 0).where('check_id', 'in', checks).orderBy('check_id').execute();
}
