import type { Status } from '../../../../parts/status-badge.tsx';
import { recordGroups } from './catalogue.ts';
import type { ReportFinding, ReportRecord } from './types.ts';

/** The status of a record: the word for it, and its colour and shape. `partly`: the rest could not be determined. */
export type RecordStatus = 'ok' | 'critical' | 'warning' | 'missing' | 'missingCritical' | 'absent' | 'needless' | 'partly' | 'unknown' | 'notTested';

export const badgeOf: Readonly<Record<RecordStatus, Status>> = {
  ok: 'pass', critical: 'fail', warning: 'warn', missing: 'warn', missingCritical: 'fail', absent: 'off', needless: 'off', partly: 'unknown', unknown: 'unknown', notTested: 'off',
};

/** How issues begin that report a failed lookup. */
const FAILED = 'Lookup failed';

interface Seen {
  status: string;
  issues: readonly string[];
}

/**
 * The status of a record by what it says itself and by its findings. Where lookups failed and nothing is wrong, that is said,
 * and never that something is missing. Before the findings are there, nothing is called serious.
 */
export function recordStatusOf({ status, issues }: Seen, findings: readonly ReportFinding[]): RecordStatus {
  if (status === 'notTested') return 'notTested';
  const hasFaults = issues.some(issue => !issue.startsWith(FAILED));
  const isMissing = status === 'missing';
  if (hasFaults) return findings.some(isSerious) ? (isMissing ? 'missingCritical' : 'critical') : (isMissing ? 'missing' : 'warning');
  const states = new Set(findings.map(({ state }) => state));
  if (issues.length > 0 || states.has('unknown')) return states.has('pass') ? 'partly' : 'unknown';
  if (status === 'error') return 'unknown';
  if (!isMissing) return 'ok';
  return states.size === 1 && states.has('notApplicable') ? 'needless' : 'absent';
}

/** Whether the finding is something to fix: a failure that is more than advice. */
export function isIssue({ state, severity }: Pick<ReportFinding, 'state' | 'severity'>): boolean {
  return state === 'fail' && severity !== 'info';
}

export function isSerious(finding: Pick<ReportFinding, 'state' | 'severity'>): boolean {
  return isIssue(finding) && (finding.severity === 'critical' || finding.severity === 'high');
}

/** What a reader can choose to see. */
export const findingFilters = ['issues', 'unknown', 'advice', 'passed', 'notApplicable'] as const;
export type FindingFilter = (typeof findingFilters)[number];

export function filterOf({ state, severity }: Pick<ReportFinding, 'state' | 'severity'>): FindingFilter {
  if (state === 'fail') return severity === 'info' ? 'advice' : 'issues';
  return ({ pass: 'passed', unknown: 'unknown', notApplicable: 'notApplicable' } as const)[state];
}

/** The records that a check of this depth brings, in the groups in which they are read. */
export function groupsAt(depth: 'check' | 'checkup'): { id: (typeof recordGroups)[number]['id']; records: ReportRecord[] }[] {
  return recordGroups
    .map(({ id, records }) => ({ id, records: records.filter(record => depth === 'checkup' || record.depth === 'check').map(({ name }) => name) }))
    .filter(({ records }) => records.length > 0);
}
