import { z } from 'zod';
import { known, type Caller, type Scope } from '../../../core/access.ts';
import { parseDomain } from '../../../core/domain-name.ts';
import { planOfOperation, roleAndScope } from '../../../core/judgement.ts';
import { operationIn, type AnyOperation, type Resource } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageOf } from '../../../core/page.ts';
import { invalid } from '../../../core/invalid-input.ts';
import { Problem } from '../../../core/problem.ts';
import type { Queue } from '../../../store/index.ts';
import type { FindingSources } from '../../finding-source.ts';
import type { AreaServices } from '../../services.ts';
import { checkRules, invalidDomain, runCheck, runCheckup, type CheckServices, type RecordName } from '../check/index.ts';
import { domainsIn } from '../inventory/index.ts';
import { CHECK, depthOf, reportOf, subjectOf, type FindingReport, type Seen } from './report.ts';
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

const whole = (row: IssueRow): z.output<typeof WholeIssue> => ({ ...present(row), report: reportIn(row.report) });

/** The operations on reports of wrong findings, which those areas that are `sources` give beside the check. */
export function issueOperations(sources: FindingSources) {
  /** A report of the account; keys see those on findings of their scopes. */
  const issue: Resource<ScannerIssuesServices, IssueRow> = {
    type: 'scanner issue',
    load: ({ db }, accountId, id) => findIssue(db, accountId, id),
    scopesOf: (_services, { finding }) => [scopeOf(sources, finding)],
  };

  const create = operationIn<ScannerIssuesServices>()({
    id: 'scanner_issues.create',
    summary: 'Report a wrong finding',
    description: 'Says that a finding is wrong, a false positive. Judges the domain again, by a check or by the data of the area that found it, and gives a draft with the finding and exactly '
      + 'the facts that it was judged by: what would be sent to the operator. Nothing is sent before the draft is, or with `send`.',
    method: 'POST',
    path: '/api/scanner-issues',
    access,
    allowance: 'websiteScans',
    status: 201,
    idempotent: true,
    input: NewIssue,
    output: Reply,
    examples: [
      { input: { domain: 'healthy.example', finding: 'spf.all', comment: 'We end in -all' }, says: 'A draft, to see what would be sent' },
      { input: { domain: 'example.org', finding: 'reports.service.unaligned', sender: 'mailchimp' }, says: 'A finding of DMARC reports' },
    ],
    judge: (caller, { domain, finding }) => invalidDomain(domain) ?? mayReport(sources, caller, finding),
    audit: ({ input: { domain, finding }, output: { data } }) => ({ action: data.state === 'draft' ? 'scanner_issue.drafted' : 'scanner_issue.sent', resource: { type: 'scanner_issue', id: data.id }, details: { domain, finding } }),
    prepare: ({ caller, signal, now }, services, input) => judgeAgain(sources, services, known(caller).account.id, input, signal, now),
    run: async ({ caller, now, prepared }, services, { comment, send }) => {
      const draft = await insertDraft(services.db, services, { accountId: known(caller).account.id, report: prepared, comment: comment || null, by: byOf(caller), now });
      return { success: true as const, data: whole(send ? await sendDraft(services.db, draft, draft.comment, now) : draft) };
    },
  });

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
      const rows = await newestIssues(db, known(caller).account.id, { state, hidden: hiddenFrom(sources, caller) }, decodeCursor(LIST, cursor), limit + 1);
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

  return [list, create, show, send, discard] as const;
}

/** The scope that a key needs to see the finding. */
function scopeOf(sources: FindingSources, finding: string): Scope {
  const subject = subjectOf(finding, checkRules, sources);
  return sources.get(subject?.area ?? CHECK)?.source.scope ?? access.scope;
}

/** The ids of the findings that the caller's key may not see. */
function hiddenFrom(sources: FindingSources, caller: Caller): string[] {
  const who = known(caller);
  return who.kind !== 'key' ? [] : [...sources.values()].flatMap(({ rules, source: { scope } }) => (who.scopes.includes(scope) ? [] : [...rules.keys()]));
}

/** Why the caller cannot report the finding; null where it can. */
function mayReport(sources: FindingSources, caller: Caller, finding: string): Problem | null {
  const subject = subjectOf(finding, checkRules, sources);
  if (!subject) return invalid([{ path: ['finding'], message: 'There is no such finding. Give its id, such as spf.lookups.' }]);
  const source = sources.get(subject.area)?.source;
  if (!source) return null;
  const judged = { caller, operation: { access: { scope: source.scope }, plan: source.plan } as AnyOperation };
  return roleAndScope(judged) ?? planOfOperation(judged);
}

/** What the domain comes to now, as a report on the finding. */
async function judgeAgain(sources: FindingSources, services: ScannerIssuesServices, accountId: string, input: z.output<typeof NewIssue>, signal: AbortSignal, now: number): Promise<FindingReport> {
  const subject = subjectOf(input.finding, checkRules, sources)!;
  const seen = subject.area === CHECK ? await checkAgain(services, accountId, input, subject.record as RecordName, signal) : await factsOf(sources, services, accountId, input, subject, now);
  const report = reportOf(seen, { id: input.finding, sender: input.sender ?? null }, { says: input.comment ?? '', program: services.program.version }, sources);
  if (!report) throw notFound();
  if (Buffer.byteLength(JSON.stringify(report)) > MAX_REPORT_BYTES) throw new Problem('limit_reached', 'The facts of this finding are too many to be sent. Write to the operator in a support thread.', { limit: MAX_REPORT_BYTES });
  return report;
}

const notFound = (): Problem => new Problem('not_found', 'The domain does not have this finding now. Check it again, or choose the period that shows it.');

/** What a check of the domain sees now. */
async function checkAgain(services: ScannerIssuesServices, accountId: string, { domain, profile }: z.output<typeof NewIssue>, record: RecordName, signal: AbortSignal): Promise<Seen> {
  const facts: Record<string, unknown> = {};
  const check = depthOf(record) === 'check' ? runCheck : runCheckup;
  const parsed = parseDomain(domain);
  const own = await domainsIn(services.db, accountId).where('domain.name', '=', parsed.ok ? parsed.domain : domain).executeTakeFirst();
  const wanted = profile ?? (own?.profile ?? undefined) as typeof profile;
  const result = await check({ ...services, signal, onFacts: (name, seen) => { facts[name] = seen; } }, domain, { profile: wanted, dkimSelectors: own ? JSON.parse(own.selectors) as string[] : [] });
  return { area: CHECK, record, domain: result.domain, profile: wanted ?? null, at: Date.parse(result.timestamp), facts };
}

/** What another area judges the domain by now. */
async function factsOf(sources: FindingSources, services: ScannerIssuesServices, accountId: string, { domain: given, finding: id, sender, from, to }: z.output<typeof NewIssue>, { area, record }: Pick<Seen, 'area' | 'record'>, now: number): Promise<Seen> {
  const parsed = parseDomain(given);
  const domain = parsed.ok ? parsed.domain : given;
  const facts = await sources.get(area)!.source.facts(services as never, { accountId, domain, id, sender: sender ?? null, period: { from, to }, now });
  if (!facts) throw notFound();
  return { area, record, domain, profile: null, at: now, facts };
}

function byOf(caller: Caller): { type: 'person' | 'key'; id: string } {
  const who = known(caller);
  return who.kind === 'key' ? { type: 'key', id: who.keyId } : { type: 'person', id: who.userId };
}
