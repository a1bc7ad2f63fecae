import { exists } from '../../../checks/domain/index.ts';
import { checkOf, recordChecks, recordNames, recordsAt, shownRecords, type AllFacts, type Depth, type RecordName, type RecordsAt, type ShownRecord } from '../../../checks/index.ts';
import { allIssuesOf, bySeverity, countIssues, issuesOf } from '../../../core/finding.ts';
import { scoreOf } from '../../../core/score.ts';
import { bulkSendersOf } from './bulk-senders.ts';
import type { CheckRequest } from './collect.ts';
import { heedProfile, isEverNeedless, profileOf, type Profile, type ProfileKind } from './profile.ts';
import { scoring } from './scoring.ts';
import type { CheckFinding, CheckResult } from './shapes.ts';

/** The reply of a run at a depth: that of the check, with all records of that depth. */
export type Reply<Of extends Depth> = Omit<CheckResult, 'records'> & { records: RecordsAt<Of> };

/** All findings on `facts`, most severe first; of a domain that does not exist only that is said. */
function judge(facts: AllFacts, depth: Depth, { kind }: Profile): CheckFinding[] {
  const findings = recordsAt(depth).flatMap(record => judgeRecord(record, facts)).map(finding => heedProfile(finding, kind));
  const judged = exists(facts.domain) ? findings : findings.map(ofNothing);
  return judged.toSorted(bySeverity);
}

/** The findings of one check: all are on its record. */
function judgeRecord(record: RecordName, facts: AllFacts): CheckFinding[] {
  return checkOf(record).analyze(facts).map(finding => ({ ...finding, area: 'check', record }));
}

/** The reply of the domain check, and what it has in common with that of the checkup (their whole shapes are in `shapes.ts`). */
export function present<Of extends Depth>(facts: AllFacts, { depth, profile: wanted }: CheckRequest<Of>, when: { timestamp: string; durationMs: number; questions: number }): Reply<Of> {
  const profile = profileOf(facts, wanted);
  const findings = judge(facts, depth, profile);
  const issues = allIssuesOf(findings);
  const { score, grade, provisional, reasons } = scoreOf(findings, scoring);
  return {
    success: true,
    domain: facts.domain.domain,
    ...when,
    score,
    grade,
    provisional,
    unread: unreadOf(findings),
    scoreReasons: reasons,
    profile,
    bulkSenders: profile.kind === 'sending' && exists(facts.domain) ? bulkSendersOf(findings, facts) : null,
    records: presentRecords(facts, depth, findings),
    findings,
    summary: {
      issues,
      overall_status: overallStatus(findings, issues),
      issues_count: countIssues(findings),
      all_checks_passed: issues.length === 0,
    },
  };
}

/** The records of the reply: names, shapes and what is presented come from the one list of checks. */
function presentRecords<Of extends Depth>(facts: AllFacts, depth: Of, findings: readonly CheckFinding[]): RecordsAt<Of> {
  return Object.fromEntries(shownRecords(depth).map(record => [record, presentRecord(record, facts, findings)])) as RecordsAt<Of>;
}

/** Every record of a domain that does not exist is missing, for the one reason that its issue names. */
function presentRecord(record: ShownRecord, facts: AllFacts, findings: readonly CheckFinding[]) {
  const there = exists(facts.domain);
  const issues = there ? issuesOfRecord(record, findings) : issuesOf(findings.filter(finding => finding.record === 'domain'));
  const shown = { ...recordChecks[record].present(facts, issues), issues };
  return there ? shown : { ...shown, status: record === 'nameservers' ? 'error' : 'missing' };
}

/** A failed lookup is an issue of the record only where it was that of the record itself; the summary has them all. */
function issuesOfRecord(record: ShownRecord, findings: readonly CheckFinding[]): string[] {
  const own = findings.filter(finding => finding.record === record);
  const { ownLookup, essential } = checkOf(record);
  const deciding = ownLookup ?? essential;
  const wasRead = deciding !== undefined && !own.some(({ id, state }) => state === 'unknown' && deciding.some(rule => rule.id === id));
  return issuesOf(wasRead ? own.filter(({ state }) => state !== 'unknown') : own);
}

/** What the reply will say under `records` of `record`, as soon as the facts that it is judged by are there. */
export function presentAlone(record: ShownRecord, facts: AllFacts, wanted?: ProfileKind): Record<string, unknown> {
  const findings = [...judgeRecord('domain', facts), ...heededOf(record, facts, wanted)];
  return presentRecord(record, facts, findings.toSorted(bySeverity));
}

/** The findings on one record, as the whole check judges them by the same facts; it reads only the facts that it goes by. */
export function judgeAlone(record: RecordName, facts: AllFacts, wanted?: ProfileKind): CheckFinding[] {
  const heeded = heededOf(record, facts, wanted);
  return exists(facts.domain) ? heeded : heeded.map(ofNothing);
}

function heededOf(record: RecordName, facts: AllFacts, wanted?: ProfileKind): CheckFinding[] {
  const own = judgeRecord(record, facts);
  return own.some(({ id }) => isEverNeedless(id)) ? own.map(finding => heedProfile(finding, profileOf(facts, wanted).kind)) : own;
}

function ofNothing(finding: CheckFinding): CheckFinding {
  if (finding.record === 'domain') return finding;
  return { ...finding, state: 'notApplicable', title: 'The domain does not exist', evidence: [], fix: null };
}

function overallStatus(findings: readonly CheckFinding[], issues: readonly string[]): 'ok' | 'warning' | 'error' {
  const serious = findings.some(({ state, severity }) => state === 'fail' && (severity === 'critical' || severity === 'high'));
  if (serious) return 'error';
  return issues.length > 0 ? 'warning' : 'ok';
}

/** Whether a DNS question for an essential record failed: SPF, DKIM, DMARC, MX or nameservers. */
export function couldNotTell(findings: readonly CheckFinding[]): boolean {
  return findings.some(({ state, severity, record }) => state === 'unknown' && severity !== 'info' && checkOf(record).essential !== undefined);
}

/** The records without which there is no grade and of which the lookup failed, in reading order. */
export function unreadOf(findings: readonly CheckFinding[]): RecordName[] {
  const unknown = new Set(findings.filter(({ state }) => state === 'unknown').map(({ id }) => id));
  return recordNames.filter(record => checkOf(record).essential?.some(({ id }) => unknown.has(id)) === true);
}
