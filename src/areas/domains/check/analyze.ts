import { exists } from '../../../checks/domain/index.ts';
import { checks, type AllFacts } from '../../../checks/index.ts';
import { bySeverity, issuesOf, type Finding } from '../../../core/finding.ts';
import { scoreOf } from '../../../core/score.ts';
import { bulkSendersOf } from './bulk-senders.ts';
import { recordsOf, type CheckedRecord, type Depth, type Wish } from './collect.ts';
import { heedProfile, isEverNeedless, profileOf, type Profile, type ProfileKind } from './profile.ts';
import { scoring } from './scoring.ts';
import type { CheckResult } from './shapes.ts';

/** The records whose failed look means that the check could not tell (exit code 7). */
const DECISIVE: ReadonlySet<string> = new Set(['spf', 'dkim', 'dmarc', 'mx', 'nameservers']);

/** All findings on `facts`, most severe first; of a domain that does not exist only that is said. */
function judge(facts: AllFacts, depth: Depth, { kind }: Profile): Finding[] {
  const findings = recordsOf(depth).flatMap(record => checks[record].analyze(facts)).map(finding => heedProfile(finding, kind));
  const judged = exists(facts.domain) ? findings : findings.map(ofNothing);
  return judged.toSorted(bySeverity);
}

/** The reply of the domain check, and what it has in common with that of the checkup (their whole shapes are in `shapes.ts`). */
export function present(facts: AllFacts, { depth, profile: wanted }: Wish, when: { timestamp: string; durationMs: number; questions: number }): CheckResult {
  const profile = profileOf(facts, wanted);
  const findings = judge(facts, depth, profile);
  const issues = issuesOf(findings);
  const { score, grade, provisional, reasons } = scoreOf(findings, scoring);
  return {
    success: true,
    domain: facts.domain.domain,
    ...when,
    score,
    grade,
    provisional,
    scoreReasons: reasons,
    profile,
    bulkSenders: profile.kind === 'sending' && exists(facts.domain) ? bulkSendersOf(findings, facts) : null,
    records: presentRecords(facts, depth, findings),
    findings,
    summary: {
      issues,
      overall_status: overallStatus(findings, issues),
      issues_count: issues.length,
      all_checks_passed: issues.length === 0,
    },
  } as CheckResult;
}

function presentRecords(facts: AllFacts, depth: Depth, findings: readonly Finding[]) {
  return Object.fromEntries(recordsOf(depth).filter(record => record !== 'domain').map(record => [record, presentRecord(record, facts, findings)]));
}

/** Every record of a domain that does not exist is missing, for the one reason that its issue names. */
function presentRecord(record: CheckedRecord, facts: AllFacts, findings: readonly Finding[]) {
  const there = exists(facts.domain);
  const issues = issuesOf(findings.filter(finding => finding.record === (there ? record : 'domain')));
  const shown = { ...checks[record].present(facts, issues), issues };
  return there ? shown : { ...shown, status: record === 'nameservers' ? 'error' : 'missing' };
}

/** What the reply will say under `records` of `record`, as soon as the facts that it is judged by are there. */
export function presentAlone(record: CheckedRecord, facts: AllFacts, wanted?: ProfileKind): Record<string, unknown> {
  const own = checks[record].analyze(facts);
  const heeded = own.some(({ id }) => isEverNeedless(id)) ? own.map(finding => heedProfile(finding, profileOf(facts, wanted).kind)) : own;
  const findings = [...checks.domain.analyze(facts), ...heeded];
  return presentRecord(record, facts, findings.toSorted(bySeverity));
}

function ofNothing(finding: Finding): Finding {
  if (finding.record === 'domain') return finding;
  return { ...finding, state: 'notApplicable', title: 'The domain does not exist', evidence: [], fix: null };
}

function overallStatus(findings: readonly Finding[], issues: readonly string[]): 'ok' | 'warning' | 'error' {
  const grave = findings.some(({ state, severity }) => state === 'fail' && (severity === 'critical' || severity === 'high'));
  if (grave) return 'error';
  return issues.length > 0 ? 'warning' : 'ok';
}

/** Whether a DNS question for SPF, DKIM, DMARC, MX or nameservers failed. */
export function couldNotTell(findings: readonly Finding[]): boolean {
  return findings.some(({ state, severity, record }) => state === 'unknown' && severity !== 'info' && DECISIVE.has(record));
}
