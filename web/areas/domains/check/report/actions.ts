import type { CheckupResult } from '../../../../api/types.ts';
import { severities } from '../../../../charts/timeline-days.ts';
import { isIssue } from './record-status.ts';
import type { Report } from './types.ts';

export type NextAction = CheckupResult['nextActions'][number];

const MOST_ACTIONS = 3;

/** What to do first: what a checkup says, and of a check its most severe faults that can be fixed, among equals the one that brings most points, each remedy once. */
export function nextActionsOf(result: NonNullable<Report['result']>): NextAction[] {
  if ('nextActions' in result) return result.nextActions;
  const gainOf = (id: string) => result.scoreReasons.find(({ finding }) => finding === id)?.lost ?? 0;
  const actions = result.findings.flatMap(finding => {
    const { id, severity, title, detail, fix } = finding;
    return isIssue(finding) && fix !== null ? [{ finding: id, severity, title, why: detail, fix, gain: gainOf(id) }] : [];
  });
  const sorted = actions.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity) || b.gain - a.gain);
  return sorted.filter(({ fix }, at) => sorted.findIndex(other => other.fix.text === fix.text) === at).slice(0, MOST_ACTIONS);
}
