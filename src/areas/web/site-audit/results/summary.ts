import type { Severity } from '../../../../core/finding.ts';
import type { CheckTally } from '../rules/index.ts';
import type { AuditRow } from '../store/audits.ts';
import type { IssueChange } from '../store/issues.ts';
import type { Statistics } from '../store/statistics.ts';
import type { RenderingCounts } from '../store/rendering.ts';
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
  /** Issues that patterns of the account took out; `affected` is without them. Not there of audits before any could. */
  excluded?: number;
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
  /** What came of rendering; null where the audit was not to, and not there of audits before any could. */
  rendering?: RenderingCounts | null;
  change: (IssueChange & { previousAuditId: string; score: number | null }) | null;
}

interface Parts {
  tallies: readonly Omit<CheckResult, 'change'>[];
  deductions: readonly Deduction[];
  statistics: Statistics;
  difference: ReadonlyMap<string, IssueChange> | null;
  before: AuditRow | null;
  beyond: number;
  indexable: number;
  targets: TargetCounts | null;
  rendering: RenderingCounts | null;
}

export function weigh({ tallies, deductions, statistics, difference, before, beyond, indexable, targets, rendering }: Parts): AuditSummary {
  return { deductions, statistics, beyond, indexable, targets, rendering, ...changeOf(tallies, difference, before) };
}

/** The checks with what became of each since the audit before, and the sums of that. */
export function changeOf(tallies: readonly Omit<CheckResult, 'change'>[], difference: ReadonlyMap<string, IssueChange> | null, before: AuditRow | null): Pick<AuditSummary, 'checks' | 'change'> {
  const none: IssueChange = { new: 0, fixed: 0, unchanged: 0 };
  const checks = tallies.map(tally => ({ ...tally, change: difference && (difference.get(tally.id) ?? none) }));
  const sum = (of: keyof IssueChange): number => checks.reduce((all, { change }) => all + (change?.[of] ?? 0), 0);
  return { checks, change: before && { previousAuditId: before.id, score: before.score, new: sum('new'), fixed: sum('fixed'), unchanged: sum('unchanged') } };
}

/** As replies show them, with two decimals. */
export function roundedPoints(deductions: readonly Deduction[]): Deduction[] {
  return deductions.map(({ id, points }) => ({ id, points: Math.round(points * 100) / 100 }));
}
