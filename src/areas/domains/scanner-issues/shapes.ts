import type { Selectable } from 'kysely';
import { z } from 'zod';
import { plainText } from '../../../core/inputs.ts';
import { pageInput } from '../../../core/page.ts';
import { Moment } from '../../../core/period.ts';
import { several } from '../../../core/several.ts';
import { profileKinds } from '../check/index.ts';
import { CHECK, FindingReport } from './report.ts';
import type { ScannerIssueTables } from './tables.ts';

export type IssueRow = Selectable<ScannerIssueTables['scanner_issue']>;

/** How far a report has come. */
const issueStates = ['draft', 'sent', 'answered'] as const;
export type IssueState = (typeof issueStates)[number];

/** What the operator found: the judgement was wrong, is right, or cannot be decided by what was seen. */
const verdicts = ['wrong', 'right', 'undecided'] as const;
export type Verdict = (typeof verdicts)[number];

const MAX_COMMENT_CHARACTERS = 2000;
const Id = z.string().regex(/^[\w-]{1,64}$/, 'Give the id as the list shows it.');
const Words = plainText(MAX_COMMENT_CHARACTERS);
const Time = z.iso.datetime();

export const IssuePath = z.strictObject({ id: Id.describe('Id of the report') });

/** What a report is made of. */
export const NewIssue = z.strictObject({
  domain: z.string().describe('The domain that the finding is on'),
  finding: z.string().regex(/^[\w.-]{1,64}$/, 'Give the id of a finding, such as spf.lookups.').describe('Id of the finding that is wrong, such as `spf.lookups`'),
  profile: z.enum(profileKinds).optional().describe('How the domain uses mail, where the check was told so'),
  sender: z.string().min(1).max(255).optional().describe('Id of the sender that the finding is about, where DMARC reports show it of several'),
  from: Moment.optional().describe('First day of the reports that show it; by default the last 30 days'),
  to: Moment.optional().describe('Last day of these reports'),
  comment: Words.optional().describe('What is wrong about it, for the operator'),
  send: z.boolean().default(false).describe('Sends the report at once; otherwise it is a draft, which shows what would be sent'),
});

export const Sending = IssuePath.extend({ comment: Words.optional().describe('What is wrong about it, for the operator; replaces that of the draft') });

export const IssueQuery = z.strictObject({ ...pageInput, state: several(z.enum(issueStates)).optional() });

/** What the operator says to a report. */
export const Answer = IssuePath.extend({
  verdict: z.enum(verdicts).describe('`wrong`: the finding was wrong; `right`: it is right; `undecided`: what was seen does not show it'),
  answer: Words.min(1).describe('What the reporter reads'),
});

const shared = {
  id: z.string(),
  state: z.enum(issueStates),
  domain: z.string(),
  finding: z.object({ id: z.string(), title: z.string(), severity: z.string(), state: z.string() }),
  comment: z.string().nullable(),
  createdAt: Time,
  sentAt: Time.nullable(),
  verdict: z.enum(verdicts).nullable(),
  answer: z.string().nullable(),
  answeredAt: Time.nullable(),
};

/** A report as lists show it. */
export const IssueRecord = z.object(shared);
/** The same with what is sent, or was. */
export const WholeIssue = z.object({ ...shared, report: FindingReport });
/** The same as the operator sees it. */
export const OperatorIssue = z.object({ ...shared, account: z.object({ id: z.string(), name: z.string() }) });
export const WholeOperatorIssue = OperatorIssue.extend({
  report: FindingReport,
  now: z.record(z.string(), z.string()).nullable().describe('How the findings come out with the program of today; null where it cannot read the facts'),
  templates: z.array(z.object({ id: z.string(), verdict: z.enum(verdicts), text: z.string() })).describe('Answers to choose from, in the language of the reporter'),
});

export function present({ id, state, domain, report, comment, created_at, sent_at, verdict, answer, answered_at }: IssueRow) {
  const { finding } = reportIn(report);
  return {
    id, state: state as IssueState, domain, finding: { id: finding.id, title: finding.title, severity: finding.severity, state: finding.state }, comment,
    createdAt: isoOf(created_at), sentAt: isoOf(sent_at), verdict: verdict as Verdict | null, answer, answeredAt: isoOf(answered_at),
  };
}

/** What a row holds of what is sent. */
export function reportIn(text: string): FindingReport {
  return { area: CHECK, ...JSON.parse(text) as Omit<FindingReport, 'area'> };
}

function isoOf(at: number): string;
function isoOf(at: number | null): string | null;
function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
