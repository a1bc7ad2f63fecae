import { z } from 'zod';
import { known, type Caller } from '../../../core/access.ts';
import { parseDomain } from '../../../core/domain-name.ts';
import { operationIn, type Resource } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageOf } from '../../../core/page.ts';
import { invalid } from '../../../core/invalid-input.ts';
import { Problem } from '../../../core/problem.ts';
import type { Queue } from '../../../store/index.ts';
import type { AreaServices } from '../../services.ts';
import { checkRules, invalidDomain, runCheck, runCheckup, type AllFacts, type CheckServices } from '../check/index.ts';
import { domainsIn } from '../inventory/index.ts';
import { depthOf, recordOf, reportOf, type FindingReport } from './report.ts';
import { IssuePath, IssueQuery, IssueRecord, NewIssue, present, reportIn, Sending, WholeIssue, type IssueRow } from './shapes.ts';
import { deleteIssue, findIssue, insertDraft, newestIssues, sendDraft } from './store.ts';

/** What this area works with. */
export interface ScannerIssuesServices extends AreaServices, Pick<CheckServices, 'random' | 'open'> {
  queue: Queue;
  program: { version: string };
}

const LIST = 'scanner_issues';
const MAX_REPORT_BYTES = 1024 * 1024;
const EXAMPLE = { id: 'iss_01hzy3v4qk8m0p2r5s7t9w1x3z' };
const access = { scope: 'scans' } as const;
const Reply = z.object({ success: z.literal(true), data: WholeIssue });

const issue: Resource<ScannerIssuesServices, IssueRow> = { type: 'scanner issue', load: ({ db }, accountId, id) => findIssue(db, accountId, id) };

const whole = (row: IssueRow): z.output<typeof WholeIssue> => ({ ...present(row), report: reportIn(row.report) });

const create = operationIn<ScannerIssuesServices>()({
  id: 'scanner_issues.create',
  summary: 'Report a wrong finding',
  description: 'Says that a finding of the domain check or checkup is wrong, a false positive. Checks the domain again and gives a draft with the finding and exactly the facts that it was judged by: '
    + 'what would be sent to the operator. Nothing is sent before the draft is, or with `send`.',
  method: 'POST',
  path: '/api/scanner-issues',
  access,
  allowance: 'websiteScans',
  status: 201,
  idempotent: true,
  input: NewIssue,
  output: Reply,
  examples: [{ input: { domain: 'healthy.example', finding: 'spf.all', comment: 'We end in -all' }, says: 'A draft, to see what would be sent' }],
  judge: (_, { domain, finding }) => invalidDomain(domain) ?? (recordOf(finding, checkRules) === null ? invalid([{ path: ['finding'], message: 'There is no such finding of the domain check. Give its id, such as spf.lookups.' }]) : null),
  audit: ({ input: { domain, finding }, output: { data } }) => ({ action: data.state === 'draft' ? 'scanner_issue.drafted' : 'scanner_issue.sent', resource: { type: 'scanner_issue', id: data.id }, details: { domain, finding } }),
  prepare: ({ caller, signal }, services, input) => checkAgain(services, known(caller).account.id, input, signal),
  run: async ({ caller, now, prepared }, services, { comment, send }) => {
    const draft = await insertDraft(services.db, services, { accountId: known(caller).account.id, report: prepared, comment: comment || null, by: byOf(caller), now });
    return { success: true as const, data: whole(send ? await sendDraft(services.db, draft, draft.comment, now) : draft) };
  },
});

/** What a check of the domain sees now, as a report on the finding. */
async function checkAgain(services: ScannerIssuesServices, accountId: string, { domain, finding, profile, comment }: z.output<typeof NewIssue>, signal: AbortSignal): Promise<FindingReport> {
  const record = recordOf(finding, checkRules)!;
  const facts: Partial<Record<keyof AllFacts, unknown>> = {};
  const check = depthOf(record) === 'check' ? runCheck : runCheckup;
  const parsed = parseDomain(domain);
  const own = await domainsIn(services.db, accountId).where('domain.name', '=', parsed.ok ? parsed.domain : domain).executeTakeFirst();
  const wanted = profile ?? (own?.profile ?? undefined) as typeof profile;
  const result = await check({ ...services, signal, onFacts: (name, seen) => { facts[name] = seen; } }, domain, { profile: wanted, dkimSelectors: own ? JSON.parse(own.selectors) as string[] : [] });
  const seen = { domain: result.domain, profile: wanted ?? null, at: Date.parse(result.timestamp), facts: facts as AllFacts };
  const report = reportOf(seen, record, finding, { says: comment ?? '', program: services.program.version });
  if (!report) throw new Problem('not_found', 'The check does not give this finding for the domain. Check the domain again.');
  if (Buffer.byteLength(JSON.stringify(report)) > MAX_REPORT_BYTES) throw new Problem('limit_reached', 'What the check saw is too much to be sent. Write to the operator in a support thread.', { limit: MAX_REPORT_BYTES });
  return report;
}

const send = operationIn<ScannerIssuesServices>()({
  id: 'scanner_issues.send',
  summary: 'Send the report of a wrong finding',
  description: 'Sends a draft to the people who run the service, with what it shows and nothing else. Sending it again changes nothing.',
  method: 'POST',
  path: '/api/scanner-issues/{id}/send',
  access,
  allowance: 'none',
  idempotent: true,
  owns: { id: issue },
  input: Sending,
  output: Reply,
  examples: [{ input: { ...EXAMPLE, comment: 'The record was published a year ago' }, says: 'With a word on what is wrong' }],
  audit: ({ input: { id }, output: { data } }) => ({ action: 'scanner_issue.sent', resource: { type: 'scanner_issue', id }, details: { domain: data.domain, finding: data.finding.id } }),
  run: async ({ owned, now, nothingChanged }, { db }, { comment }) => {
    if (owned.id.state === 'draft') return { success: true as const, data: whole(await sendDraft(db, owned.id, comment === undefined ? owned.id.comment : comment || null, now)) };
    nothingChanged();
    return { success: true as const, data: whole(owned.id) };
  },
});

const list = operationIn<ScannerIssuesServices>()({
  id: 'scanner_issues.list',
  summary: 'List the reports of wrong findings',
  description: 'The findings that people of the account have reported as wrong, newest first, with the operator\'s answers.',
  method: 'GET',
  path: '/api/scanner-issues',
  access,
  allowance: 'none',
  input: IssueQuery,
  output: pageOf(IssueRecord),
  examples: [{ input: {}, says: 'All reports' }, { input: { state: 'answered' }, says: 'Those that were answered' }],
  run: async ({ caller }, { db }, { limit, cursor, state }) => {
    const rows = await newestIssues(db, known(caller).account.id, state, decodeCursor(LIST, cursor), limit + 1);
    return cutPage(LIST, rows, limit, row => ({ at: row.created_at, id: row.id }), present);
  },
});

const show = operationIn<ScannerIssuesServices>()({
  id: 'scanner_issues.show',
  summary: 'Show the report of a wrong finding',
  description: 'One report with everything that is sent, or was, and the operator\'s answer.',
  method: 'GET',
  path: '/api/scanner-issues/{id}',
  access,
  allowance: 'none',
  owns: { id: issue },
  input: IssuePath,
  output: Reply,
  examples: [{ input: EXAMPLE, says: 'By its id' }],
  run: ({ owned }) => Promise.resolve({ success: true as const, data: whole(owned.id) }),
});

const discard = operationIn<ScannerIssuesServices>()({
  id: 'scanner_issues.delete',
  summary: 'Delete the report of a wrong finding',
  description: 'Discards a draft, or takes a report back with everything that was sent. Drafts are deleted after a day, answered reports after a year.',
  method: 'DELETE',
  path: '/api/scanner-issues/{id}',
  access,
  allowance: 'none',
  owns: { id: issue },
  input: IssuePath,
  output: Reply,
  examples: [{ input: EXAMPLE, says: 'By its id' }],
  audit: ({ input: { id }, output: { data } }) => ({ action: 'scanner_issue.deleted', resource: { type: 'scanner_issue', id }, details: { domain: data.domain, finding: data.finding.id } }),
  run: async ({ owned }, { db }) => {
    await deleteIssue(db, owned.id);
    return { success: true as const, data: whole(owned.id) };
  },
});

function byOf(caller: Caller): { type: 'person' | 'key'; id: string } {
  const who = known(caller);
  return who.kind === 'key' ? { type: 'key', id: who.keyId } : { type: 'person', id: who.userId };
}

export const issueOperations = [list, create, show, send, discard] as const;
