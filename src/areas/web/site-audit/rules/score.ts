import type { Severity } from '../../../../core/finding.ts';
import type { Grade } from '../../../../core/score.ts';
import { checks } from './all.ts';
import { weights } from './check.ts';

/** On how many pages a check could have failed, and on how many it did; pages that could not be judged are in neither. */
export interface CheckTally {
  id: string;
  applicable: number;
  affected: number;
}

/** Points that a check takes off the score; all of them and the score come to 100. */
export interface Deduction extends CheckTally {
  severity: Severity;
  weight: number;
  points: number;
}
export interface SiteScore {
  /** 0 to 100 with one decimal; null where no check applied. */
  score: number | null;
  deductions: readonly Deduction[];
}

/** The formula as replies and pages show it, in words: with it and the deductions a score can be recalculated. */
export const SCORE_FORMULA = 'Score = 100 − the points of all issues. Points of an issue = 100 × weight × (pages with it ÷ pages checked for it) ÷ sum of the weights of all checks that applied to any page. '
  + `Weights by severity: ${Object.entries(weights).map(([severity, weight]) => `${severity} ${weight}`).join(', ')}.`;

/** The score of a site, or of a page, by its tallies; `severityOf` says how an account weighs a check that it weighs otherwise. */
export function scoreOf(tallies: readonly CheckTally[], severityOf: (id: string) => Severity | undefined = () => undefined): SiteScore {
  const weighed = tallies.filter(({ applicable }) => applicable > 0).map(tally => {
    const severity = severityOf(tally.id) ?? severities.get(tally.id)!;
    return { ...tally, severity, weight: weights[severity] };
  });
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return { score: null, deductions: [] };
  const deductions = weighed.map(one => ({ ...one, points: (100 * one.weight * one.affected) / one.applicable / total })).filter(({ points }) => points > 0).toSorted((a, b) => b.points - a.points);
  return { score: Math.round(10 * (100 - deductions.reduce((sum, { points }) => sum + points, 0))) / 10, deductions };
}

const GRADES: readonly [from: number, grade: Grade][] = [[97, 'A+'], [90, 'A'], [80, 'B'], [70, 'C'], [60, 'D'], [0, 'F']];

/** The grade of a score of 0 to 100; null for none. */
export function gradeOf(score: number | null): Grade | null {
  return score === null ? null : GRADES.find(([from]) => score >= from)![1];
}

const severities: ReadonlyMap<string, Severity> = new Map(checks.map(({ rule }) => [rule.id, rule.severity]));
