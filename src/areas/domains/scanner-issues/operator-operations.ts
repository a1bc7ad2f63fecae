import { z } from 'zod';
import { operationIn, type FileReply, type Resource } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageOf } from '../../../core/page.ts';
import type { FindingSources } from '../../finding-source.ts';
import { textsOfAccount } from '../../platform/account/index.ts';
import { answerNotice, templatesFor } from './answering.ts';
import type { ScannerIssuesServices } from './operations.ts';
import { replay, type FindingReport } from './report.ts';
import { Answer, IssuePath, IssueQuery, OperatorIssue, present, reportIn, WholeOperatorIssue } from './shapes.ts';
import { answerIssue, countWaiting, findSent, newestSent, type SentRow } from './store.ts';
import { scannerIssuesTexts } from './texts.ts';

const LIST = 'scanner_issue_queue';
const EXAMPLE = { id: 'iss_01hzy3v4qk8m0p2r5s7t9w1x3z' };

/** A report that was sent, of any account: for the operator alone. */
const sentIssue: Resource<ScannerIssuesServices, SentRow> = { type: 'sent scanner issue', load: ({ db }, _accountId, id) => findSent(db, id) };

const shown = (row: SentRow): z.output<typeof OperatorIssue> => ({ ...present(row), account: { id: row.account_id, name: row.account_name } });

/** The operator's operations on reports of wrong findings, which those areas that are `sources` give beside the check. */
export function operatorIssueOperations(sources: FindingSources) {
  const queue = operationIn<ScannerIssuesServices>()({
    id: 'scanner_issue_queue.list',
    summary: 'List reported findings of all accounts',
    description: 'For the operator: findings that were reported as wrong, newest first.',
    method: 'GET',
    path: '/api/operator/scanner-issues',
    access: 'session',
    operator: true,
    role: 'admin',
    allowance: 'none',
    input: IssueQuery,
    output: pageOf(OperatorIssue).extend({ waiting: z.number().int().describe('How many wait for an answer in all') }),
    examples: [{ input: { state: 'sent' }, says: 'What waits for an answer' }],
    run: async (_call, { db }, { limit, cursor, state }) => {
      const rows = await newestSent(db, state, decodeCursor(LIST, cursor), limit + 1);
      return { ...cutPage(LIST, rows, limit, row => ({ at: row.created_at, id: row.id }), shown), waiting: await countWaiting(db) };
    },
  });

  const show = operationIn<ScannerIssuesServices>()({
    id: 'scanner_issue_queue.show',
    summary: 'Show a reported finding',
    description: 'For the operator: what was sent, how the current version of the program judges it, and answers to choose from.',
    method: 'GET',
    path: '/api/operator/scanner-issues/{id}',
    access: 'session',
    operator: true,
    role: 'admin',
    allowance: 'none',
    owns: { id: sentIssue },
    input: IssuePath,
    output: z.object({ success: z.literal(true), data: WholeOperatorIssue }),
    examples: [{ input: EXAMPLE, says: 'By its id' }],
    run: async ({ owned: { id: row } }, { db, speak }) => {
      const texts = await textsOfAccount({ db, speak }, scannerIssuesTexts, row.account_id);
      const report = reportIn(row.report);
      return { success: true as const, data: { ...shown(row), report, now: replayed(report, sources), templates: templatesFor(texts, row) } };
    },
  });

  const file = operationIn<ScannerIssuesServices>()({
    id: 'scanner_issue_queue.file',
    summary: 'Download a reported finding',
    description: 'For the operator: the report as a golden file, for `dss findings replay` and for the tests of the program.',
    method: 'GET',
    path: '/api/operator/scanner-issues/{id}/file',
    access: 'session',
    operator: true,
    role: 'admin',
    allowance: 'none',
    kind: 'file',
    contentTypes: ['application/json'],
    owns: { id: sentIssue },
    input: IssuePath,
    output: z.custom<FileReply>(),
    examples: [{ input: EXAMPLE, says: 'By its id' }],
    run: ({ owned: { id: { id, finding, report } } }) => Promise.resolve({ contentType: 'application/json', fileName: `${finding}-${id}.json`, body: `${JSON.stringify(reportIn(report), null, 2)}\n` }),
  });

  const answer = operationIn<ScannerIssuesServices>()({
    id: 'scanner_issue_queue.answer',
    summary: 'Answer the report of a wrong finding',
    description: 'For the operator: says what was found; the account that has reported it is notified. A second answer replaces the first.',
    method: 'POST',
    path: '/api/operator/scanner-issues/{id}/answer',
    access: 'session',
    operator: true,
    role: 'admin',
    allowance: 'none',
    idempotent: true,
    owns: { id: sentIssue },
    input: Answer,
    output: z.object({ success: z.literal(true), data: OperatorIssue }),
    examples: [{ input: { ...EXAMPLE, verdict: 'wrong', answer: 'Thank you. It is corrected.' }, says: 'The finding was wrong' }],
    audit: ({ input: { id, verdict } }) => ({ action: 'scanner_issue.answered', resource: { type: 'scanner_issue', id }, details: { verdict } }),
    run: async ({ owned: { id: row }, now }, { db, queue, speak }, { verdict, answer: words }) => {
      const answered = await answerIssue(db, row, { verdict, answer: words, now });
      const texts = await textsOfAccount({ db, speak }, scannerIssuesTexts, row.account_id);
      await queue.add(db, row.account_id, [answerNotice(texts, row, { verdict, answer: words })]);
      return { success: true as const, data: shown(answered) };
    },
  });

  return [queue, show, file, answer] as const;
}

/** Null where the program of today cannot read the facts of an earlier one. */
function replayed(report: FindingReport, sources: FindingSources): Record<string, string> | null {
  try {
    return replay(report, sources);
  } catch {
    return null;
  }
}
