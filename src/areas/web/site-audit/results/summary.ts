import type { Severity } from '../../../../core/finding.ts';
import type { CheckTally } from '../rules/index.ts';
import type { AuditRow } from '../store/audits.ts';
import type { IssueChange } from '../store/issues.ts';
import type { Statistics } from '../store/statistics.ts';
import type { TargetCounts } from '../threads/tasks.ts';

/** What a check takes from the score, in points of 100. */
export interface Deduction {
  id: string;
  points: number;
}

/** A check as an audit came out, over all pages. */
export interface CheckResult extends CheckTally {
  severity: Severity;
  /** Against the audit before; null for the first. */
  change: IssueChange | null;
}

/** What stays of an audit beside its pages. */
export interface AuditSummary {
  checks: readonly CheckResult[];
  deductions: readonly Deduction[];
  statistics: Statistics;
  /** Pages that search engines may list. */
  indexable: number;
  /** Addresses that were found and not fetched, since there were more than the audit may have. */
  beyond: number;
  /** What pages refer to besides pages of the site; null where nobody asked for it, and not there of audits before anybody did. */
  targets?: TargetCounts | null;
  change: (IssueChange & { previousAuditId: string; score: number | null }) | null;
}

interface Parts {
  tallies: readonly (CheckTally & { severity: Severity })[];
  deductions: readonly Deduction[];
  statistics: Statistics;
  difference: ReadonlyMap<string, IssueChange> | null;
  before: AuditRow | null;
  beyond: number;
  indexable: number;
  targets: TargetCounts | null;
}

export function weigh({ tallies, deductions, statistics, difference, before, beyond, indexable, targets }: Parts): AuditSummary {
  const none: IssueChange = { new: 0, fixed: 0, unchanged: 0 };
  const checks = tallies.map(tally => ({ ...tally, change: difference && (difference.get(tally.id) ?? none) }));
  const sum = (of: keyof IssueChange): number => checks.reduce((all, { change }) => all + (change?.[of] ?? 0), 0);
  return {
    checks, deductions, statistics, beyond, indexable, targets,
    change: before && { previousAuditId: before.id, score: before.score, new: sum('new'), fixed: sum('fixed'), unchanged: sum('unchanged') },
  };
}
