import { exists } from '../../checks/domain/index.ts';
import { checks, type AllFacts } from '../../checks/index.ts';
import { bySeverity, issuesOf, type Finding, type RecordName } from '../../core/finding.ts';
import { scoreOf } from '../../core/score.ts';
import { checkedRecords, type CheckedRecord } from './collect.ts';
import { scoring } from './scoring.ts';
import type { CheckResult } from './shapes.ts';

/** Records that later checks will fill; until then the reply says that nobody looked. */
const NOT_TESTED = ['soa', 'dnssec', 'dane', 'tls', 'web'] as const;

/** The records whose failed look means that the check could not tell (exit code 7). */
const DECISIVE: ReadonlySet<RecordName> = new Set(['spf', 'dkim', 'dmarc', 'mx', 'nameservers']);

/** All findings on `facts`, most severe first; of a domain that does not exist only that is said. */
function judge(facts: AllFacts): Finding[] {
  const findings = checkedRecords.flatMap(record => checks[record].analyze(facts));
  const judged = exists(facts.domain) ? findings : findings.map(ofNothing);
  return judged.toSorted(bySeverity);
}

/** The reply of the domain check (its whole shape is in `shapes.ts`). */
export function present(facts: AllFacts, when: { timestamp: string; durationMs: number; questions: number }): CheckResult {
  const findings = judge(facts);
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
    records: presentRecords(facts, findings),
    findings,
    summary: {
      issues,
      overall_status: overallStatus(findings, issues),
      issues_count: issues.length,
      all_checks_passed: issues.length === 0,
    },
  } as CheckResult;
}

function presentRecords(facts: AllFacts, findings: readonly Finding[]) {
  const checked = checkedRecords.filter(record => record !== 'domain').map(record => [record, presentRecord(record, facts, findings)] as const);
  const notTested = NOT_TESTED.map(record => [record, { status: 'notTested', issues: [] }] as const);
  return Object.fromEntries([...checked, ...notTested]);
}

/** Every record of a domain that does not exist is missing, for the one reason that its issue names. */
function presentRecord(record: CheckedRecord, facts: AllFacts, findings: readonly Finding[]) {
  const there = exists(facts.domain);
  const issues = issuesOf(findings.filter(finding => finding.record === (there ? record : 'domain')));
  const shown = { ...checks[record].present(facts, issues), issues };
  return there ? shown : { ...shown, status: record === 'nameservers' ? 'error' : 'missing' };
}

/** What the reply will say under `records` of `record`, as soon as the facts that it is judged by are there. */
export function presentAlone(record: CheckedRecord, facts: AllFacts): Record<string, unknown> {
  const findings = [...checks.domain.analyze(facts), ...checks[record].analyze(facts)];
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
