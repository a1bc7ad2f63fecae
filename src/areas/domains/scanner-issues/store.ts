import type { Cursor } from '../../../core/page.ts';
import type { NewId } from '../../../core/ids.ts';
import { Problem } from '../../../core/problem.ts';
import type { Db } from '../../../store/index.ts';
import { lockAccount } from '../../platform/account/index.ts';
import type { FindingReport } from './report.ts';
import type { IssueRow, IssueState, Verdict } from './shapes.ts';
import { tables } from './tables.ts';

/** Drafts, and reports without an answer, that an account may have at once. */
const MOST = { draft: 20, sent: 50 } as const;
const ROWS_A_PAGE = 200;

interface NewReport {
  accountId: string;
  report: FindingReport;
  comment: string | null;
  by: object;
  now: number;
}

/** Keeps a report as a draft. Throws `Problem` `limit_reached` where the account has many. */
export async function insertDraft(tx: Db, { newId }: { newId: NewId }, { accountId, report, comment, by, now }: NewReport): Promise<IssueRow> {
  await lockAccount(tx, accountId);
  await refuseAtMost(tx, accountId, 'draft');
  return tables(tx).insertInto('scanner_issue').values({
    id: newId('iss'), account_id: accountId, state: 'draft', domain: report.domain, finding: report.finding.id, report: JSON.stringify(report), comment,
    reported_by: JSON.stringify(by), created_at: now, sent_at: null, verdict: null, answer: null, answered_at: null,
  }).returningAll().executeTakeFirstOrThrow();
}

/** Hands a draft to the operator; one that was sent meanwhile stays as it is. Throws `Problem` `not_found` for one that was discarded meanwhile. */
export async function sendDraft(tx: Db, row: IssueRow, comment: string | null, now: number): Promise<IssueRow> {
  await lockAccount(tx, row.account_id);
  await refuseAtMost(tx, row.account_id, 'sent');
  const report = { ...JSON.parse(row.report) as FindingReport, says: comment ?? '' };
  return await tables(tx).updateTable('scanner_issue').set({ state: 'sent', sent_at: now, comment, report: JSON.stringify(report) }).where('id', '=', row.id).where('state', '=', 'draft').returningAll().executeTakeFirst()
    ?? await findIssue(tx, row.account_id, row.id) ?? gone();
}

async function refuseAtMost(tx: Db, accountId: string, state: 'draft' | 'sent'): Promise<void> {
  const { count } = await tables(tx).selectFrom('scanner_issue').select(eb => eb.fn.countAll<number | string>().as('count')).where('account_id', '=', accountId).where('state', '=', state).executeTakeFirstOrThrow();
  if (Number(count) < MOST[state]) return;
  const remedy = state === 'draft' ? 'Send or discard some; drafts are deleted after a day.' : 'Wait until the operator has answered some.';
  throw new Problem('limit_reached', `The account has ${MOST[state]} reports of this kind already. ${remedy}`, { limit: MOST[state] });
}

/** The report, or null where the account has none of that id. */
export async function findIssue(db: Db, accountId: string, id: string): Promise<IssueRow | null> {
  return await tables(db).selectFrom('scanner_issue').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** Reports of the account but those on `hidden` findings, newest first: at most `limit`, after `position`. */
export async function newestIssues(db: Db, accountId: string, { state, hidden }: { state: readonly IssueState[] | undefined; hidden: readonly string[] }, position: Cursor | null, limit: number): Promise<IssueRow[]> {
  return tables(db).selectFrom('scanner_issue').selectAll().where('account_id', '=', accountId)
    .$if(state !== undefined, query => query.where('state', 'in', state!)).$if(hidden.length > 0, query => query.where('finding', 'not in', [...hidden]))
    .$if(position !== null, query => query.where('id', '<', position!.id)).orderBy('id', 'desc').limit(limit).execute();
}

export async function deleteIssue(tx: Db, { id }: IssueRow): Promise<void> {
  await tables(tx).deleteFrom('scanner_issue').where('id', '=', id).execute();
}

// What follows is the operator's own: it reads the reports that all accounts have sent.

export type SentRow = IssueRow & { account_name: string };

function sent(db: Db) {
  return tables(db).selectFrom('scanner_issue').innerJoin('account', 'account.id', 'scanner_issue.account_id').selectAll('scanner_issue').select('account.name as account_name').where('state', '!=', 'draft');
}

/** What was sent, of all accounts, newest first: at most `limit`, after `position`. */
export async function newestSent(db: Db, state: readonly IssueState[] | undefined, position: Cursor | null, limit: number): Promise<SentRow[]> {
  return sent(db).$if(state !== undefined, query => query.where('state', 'in', state!)).$if(position !== null, query => query.where('scanner_issue.id', '<', position!.id))
    .orderBy('scanner_issue.id', 'desc').limit(limit).execute();
}

/** How many reports wait for an answer, of all accounts. */
export async function countWaiting(db: Db): Promise<number> {
  const { count } = await tables(db).selectFrom('scanner_issue').select(eb => eb.fn.countAll<number | string>().as('count')).where('state', '=', 'sent').executeTakeFirstOrThrow();
  return Number(count);
}

/** A report that was sent, of any account; null where there is none. */
export async function findSent(db: Db, id: string): Promise<SentRow | null> {
  return await sent(db).where('scanner_issue.id', '=', id).executeTakeFirst() ?? null;
}

/** Keeps the operator's answer, and gives the report as it is then; the last answer counts. Throws `Problem` `not_found` for one that was withdrawn meanwhile. */
export async function answerIssue(tx: Db, { id }: IssueRow, { verdict, answer, now }: { verdict: Verdict; answer: string; now: number }): Promise<SentRow> {
  await tables(tx).updateTable('scanner_issue').set({ state: 'answered', verdict, answer, answered_at: now }).where('id', '=', id).execute();
  return await findSent(tx, id) ?? gone();
}

function gone(): never {
  throw new Problem('not_found', 'The report was withdrawn.');
}

/** Everything that the account has reported. */
export async function* issuesOf(db: Db, accountId: string): AsyncGenerator<object> {
  for (let last = '';;) {
    const rows = await tables(db).selectFrom('scanner_issue').selectAll().where('account_id', '=', accountId).where('id', '>', last).orderBy('id').limit(ROWS_A_PAGE).execute();
    for (const { account_id: _, report, ...row } of rows) yield { ...row, report: JSON.parse(report) as unknown };
    if (rows.length < ROWS_A_PAGE) return;
    last = rows.at(-1)!.id;
  }
}
