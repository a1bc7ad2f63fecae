import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { howToAdd } from '../../../core/domain-reference.ts';
import { invalid } from '../../../core/invalid-input.ts';
import { operationIn } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageOf } from '../../../core/page.ts';
import { Problem } from '../../../core/problem.ts';
import type { Db } from '../../../store/index.ts';
import { domain, domainAbove, type DomainRow } from '../../domains/inventory/index.ts';
import { ownHostsOf, ownsHost } from '../../domains/ownership/index.ts';
import { refundAllowance } from '../../platform/account/index.ts';
import { accepted, RunReply, startRun } from '../../platform/runs/index.ts';
import { accessibilityAudit } from './audit/run.ts';
import { presentCause, presentDetails, presentFinding, presentLine, presentQuestion } from './present.ts';
import { audit, question } from './resources.ts';
import { causesIn, changeOf, type CauseIn } from './results/change.ts';
import { resultsOf } from './results/summary.ts';
import { scheduled } from './schedule.ts';
import type { AccessibilityServices } from './services.ts';
import { checkSteps, judgePages, settle } from './settings.ts';
import { AnswerInput, AuditDetails, AuditLine, AuditPath, CauseRecord, CausesQuery, FindingRecord, FindingsQuery, ListQuery, QuestionRecord, ReviewQuery, StartInput } from './shapes.ts';
import { listAudits, sizesOf } from './store/audits.ts';
import { findingsNumbered, findingsOf, type FindingRow } from './store/findings.ts';
import { answerQuestion, questionsOf } from './store/questions.ts';
import { saveSteps } from './store/steps.ts';

const EXAMPLE = 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z';
const RUN = 'run_01hzy3v4qk8m0p2r5s7t9w1x3z';
const QUESTION = 'aqu_01hzy3v4qk8m0p2r5s7t9w1x3z';

const start = operationIn<AccessibilityServices>()({
  id: 'accessibilityAudit.start',
  summary: 'Audit the accessibility of a website',
  description: 'Shows a sample of pages of a domain in a browser and judges them by WCAG 2.2, 2.1 or 2.0, level A or AA: several engines and probes of the keyboard, with one finding for what they agree on. '
    + 'Every criterion gets an outcome, and what no rule can decide becomes a question for a person. Counts as one manual scan; where an audit of the domain is queued or running, that one is returned. A site that is not proven to be yours has 5 pages at most.',
  method: 'POST',
  path: '/api/accessibility-audit',
  access: { scope: 'accessibility' },
  plan: 'pro',
  allowance: 'manualScans',
  status: 202,
  location: '/api/runs/{id}',
  idempotent: true,
  maybeNotFound: true,
  owns: { domainId: domain },
  input: StartInput,
  output: RunReply,
  examples: [{ input: { domainId: EXAMPLE }, says: 'The start page and four that it links to' }, { input: { domainId: EXAMPLE, maxPages: 2, level: 'A' }, says: 'Two pages, criteria of level A alone' }, { input: { domainId: EXAMPLE, everyDays: 30 }, says: 'Now, and every month' }],
  judge(caller, { url, urls, maxPages, everyDays }, { plans }) {
    const { plan } = known(caller).account;
    return judgePages({ urls, maxPages: url === undefined ? maxPages : 1 }, plan, plans) ?? scheduled.judge(plan, everyDays);
  },
  audit: ({ input, output: { data } }) => ({ action: 'domain.accessibility_audit_started', resource: { type: 'domain', id: data.subject.id }, details: { run: data.id, maxPages: input.maxPages } }),
  run: async (call, services, { url, urls: given, standard, level, maxPages, randomShare, viewports, everyDays, signIn, states }) => {
    const { caller, owned, now } = call, { db, counters, plans } = services;
    const { account } = known(caller);
    if (url !== undefined && given !== undefined) throw invalid([{ path: ['url'], message: 'Give either url or urls.' }]);
    const urls = url === undefined ? given : [url];
    const { id, name } = owned.domainId ?? await domainOfPage(services, account.id, urls);
    const choices = { standard, level, randomShare, viewports, urls, maxPages: url === undefined ? maxPages : 1 };
    const ownHosts = await ownHostsOf(db, account.id, name, now);
    const proven = ownsHost(ownHosts, name);
    const settings = settle(choices, { domain: name, domainId: id, plan: account.plan, plans, proven, ownHosts });
    if (signIn !== undefined || states !== undefined) {
      checkSteps({ signIn, states }, { domain: name, domainId: id, proven });
      await saveSteps(db, services, { accountId: account.id, domainId: id, given: { ...(signIn === undefined ? {} : { signIn }), ...(states === undefined ? {} : { states }) }, now });
    }
    const { run, started } = await startRun(db, services, {
      accountId: account.id, kind: accessibilityAudit, subject: { type: 'domain', id, label: name }, input: { settings }, trigger: 'manual', allowance: { name: 'manualScans', spentAt: now }, dedupeKey: id,
    });
    if (everyDays !== undefined) await scheduled.plan(db, { accountId: account.id, domainId: id, choices, everyDays }, now);
    if (!started) {
      if (everyDays === undefined) call.nothingChanged();
      await refundAllowance(counters, { accountId: account.id, allowance: 'manualScans', spentAt: now }, db);
    }
    return accepted(call, services, run);
  },
});

/** The domain of the account that the first page belongs to. */
async function domainOfPage({ db }: AccessibilityServices, accountId: string, urls: readonly string[] | undefined): Promise<DomainRow> {
  if (urls === undefined) throw invalid([{ path: ['domainId'], message: 'Give a domain, or the address of a page.' }]);
  const { hostname } = new URL(urls[0]!);
  const found = await domainAbove(db, accountId, hostname);
  if (!found) throw new Problem('not_found', `No domain of this account has the host ${hostname}. ${howToAdd}`);
  return found;
}

const AUDITS = 'accessibility.audits';

const list = operationIn<AccessibilityServices>()({
  id: 'accessibilityAudit.list',
  summary: 'List accessibility audits',
  description: 'The accessibility audits of the account, or of one domain, the newest first, with how many pages were judged, how many faults were found and how many questions are open.',
  method: 'GET',
  path: '/api/accessibility-audit',
  access: { scope: 'accessibility' },
  plan: 'pro',
  allowance: 'none',
  owns: { domainId: domain },
  input: ListQuery,
  output: pageOf(AuditLine),
  examples: [{ input: {}, says: 'All of them' }],
  run: async ({ caller }, { db }, { domainId, limit, cursor }) => {
    const rows = await listAudits(db, known(caller).account.id, { domainIds: domainId, before: decodeCursor(AUDITS, cursor)?.id, limit: limit + 1 });
    const sizes = await sizesOf(db, rows.map(({ id }) => id));
    return cutPage(AUDITS, rows, limit, ({ id, started_at: at }) => ({ at, id }), row => presentLine(row, sizes));
  },
});

const show = operationIn<AccessibilityServices>()({
  id: 'accessibilityAudit.show',
  summary: 'Show an accessibility audit',
  description: 'Every success criterion with its outcome (failed, cannot tell, passed, does not apply, untested), how many findings and open questions it has, the pages of the sample with the engines that judged them, and what changed since the audit before.',
  method: 'GET',
  path: '/api/accessibility-audit/{id}',
  access: { scope: 'accessibility' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: audit },
  input: AuditPath,
  output: z.object({ success: z.literal(true), data: AuditDetails }),
  examples: [{ input: { id: RUN }, says: 'By its id, which is that of its run' }],
  run: async ({ owned }, { db }) => {
    const results = await resultsOf(db, owned.id);
    return { success: true as const, data: presentDetails(owned.id, results, await changeOf(db, owned.id, results)) };
  },
});

const FINDINGS = 'accessibility.findings';

const findings = operationIn<AccessibilityServices>()({
  id: 'accessibilityAudit.findings',
  summary: 'List the findings of an accessibility audit',
  description: 'What failed on which page and element, by which criteria and rules, in the words of the engines that say so.',
  method: 'GET',
  path: '/api/accessibility-audit/{id}/findings',
  access: { scope: 'accessibility' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: audit },
  input: FindingsQuery,
  output: pageOf(FindingRecord),
  examples: [{ input: { id: RUN, impact: 'critical' }, says: 'The worst ones' }],
  run: async (_call, { db }, { id, limit, cursor, ...filter }) => {
    const rows = await findingsOf(db, id, filter, decodeCursor(FINDINGS, cursor)?.at ?? null, limit + 1);
    return cutPage(FINDINGS, rows, limit, ({ finding }) => ({ at: finding, id: `fnd_${finding}` }), presentFinding);
  },
});

const CAUSES = 'accessibility.causes';

const causes = operationIn<AccessibilityServices>()({
  id: 'accessibilityAudit.causes',
  summary: 'List the faults behind the findings of an accessibility audit',
  description: 'Findings grouped by their cause, the worst first: one component that shows the same fault on twelve pages is one, with what to do about it, an example, and whether it is new since the audit before.',
  method: 'GET',
  path: '/api/accessibility-audit/{id}/causes',
  access: { scope: 'accessibility' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: audit },
  input: CausesQuery,
  output: pageOf(CauseRecord).extend({ total: z.number().int() }),
  examples: [{ input: { id: RUN }, says: 'All, the worst first' }, { input: { id: RUN, change: 'fixed' }, says: 'What is fixed since the audit before' }],
  run: async ({ owned }, { db }, { limit, cursor, ...filter }) => {
    const matching = await causesIn(db, owned.id, filter);
    const from = decodeCursor(CAUSES, cursor)?.at ?? 0;
    const rows = matching.slice(from, from + limit + 1);
    const examples = await examplesOf(db, rows);
    return { ...cutPage(CAUSES, rows, limit, () => ({ at: from + limit, id: `cau_${from + limit}` }), one => presentCause(one, examples(one))), total: matching.length };
  },
});

/** The first finding of each of these causes. */
async function examplesOf(db: Db, causes: readonly CauseIn[]): Promise<(cause: CauseIn) => FindingRow> {
  const read = await Promise.all([...Map.groupBy(causes, ({ auditId }) => auditId)].map(([auditId, own]) => findingsNumbered(db, auditId, own.map(({ first }) => first))));
  const firsts = new Map(read.flat().map(row => [`${row.audit_id} ${row.finding}`, row]));
  return ({ auditId, first }) => firsts.get(`${auditId} ${first}`)!;
}

const REVIEW = 'accessibility.review';

const review = operationIn<AccessibilityServices>()({
  id: 'accessibilityAudit.review',
  summary: 'List the questions of an accessibility audit',
  description: 'What a person still has to answer, or has answered: one question for each criterion that may apply, and one for each element of which no rule can tell.',
  method: 'GET',
  path: '/api/accessibility-audit/{id}/review',
  access: { scope: 'accessibility' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: audit },
  input: ReviewQuery,
  output: pageOf(QuestionRecord),
  examples: [{ input: { id: RUN, answered: 'false' }, says: 'What is open' }],
  run: async (_call, { db }, { id, limit, cursor, criterion, answered }) => {
    const rows = await questionsOf(db, id, { criterion, answered: answered === undefined ? undefined : answered === 'true' }, decodeCursor(REVIEW, cursor)?.at ?? null, limit + 1);
    return cutPage(REVIEW, rows, limit, ({ ordinal, id: questionId }) => ({ at: ordinal, id: questionId }), presentQuestion);
  },
});

const answer = operationIn<AccessibilityServices>()({
  id: 'accessibilityAudit.answer',
  summary: 'Answer a question of an accessibility audit',
  description: 'Says whether a criterion is met where no rule can tell. A later audit keeps the answer while what was asked about is unchanged.',
  method: 'PATCH',
  path: '/api/accessibility-audit/{id}/review/{item}',
  access: { scope: 'accessibility' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: audit, item: question },
  input: AnswerInput,
  output: z.object({ success: z.literal(true), data: QuestionRecord }),
  examples: [{ input: { id: RUN, item: QUESTION, answer: 'yes', note: 'Checked with a screen reader' }, says: 'It is met' }],
  audit: ({ input }) => ({ action: 'accessibility_audit.answered', resource: { type: 'accessibility audit', id: input.id }, details: { question: input.item, answer: input.answer } }),
  run: async ({ caller, owned, now }, { db }, { item, answer, note }) => {
    if (owned.item.audit_id !== owned.id.id) throw new Problem('not_found', 'The audit has no such question. Take one of its list.');
    const by = known(caller);
    return { success: true as const, data: presentQuestion(await answerQuestion(db, item, { answer, note: note ?? null, by: by.kind === 'key' ? by.keyId : by.userId, now })) };
  },
});

export const auditOperations = [start, list, show, causes, findings, review, answer] as const;
