import { scoreGroups } from '../../../checks/groups.ts';
import { checkOf, checkRules, checks, recordNames, type RecordName } from '../../../checks/index.ts';
import { severities } from '../../../core/finding.ts';
import type { BoundRule } from '../../../core/findings/rules.ts';
import { grades, type ScoringTable } from '../../../core/score.ts';

/** A subject as its owner sees it, and the points that its records share. */
export interface ScoringGroup {
  title: string;
  points: Readonly<Partial<Record<RecordName, number>>>;
}

/** The records in groups; those of the check have 100 points, and those that only the checkup covers come on top. */
export const scoringGroups: readonly ScoringGroup[] = Object.entries(scoreGroups).map(([id, title]) => ({
  title,
  points: Object.fromEntries(recordNames.filter(record => checks[record].score.group === id).map(record => [record, checks[record].score.points])),
}));

/** The published table of the domain check, version of 2026-11-22: points belong to checks and caps to rules; its page is docs/reference/scoring.md. */
export const scoring: ScoringTable = {
  points: Object.assign({}, ...scoringGroups.map(({ points }) => points)) as ScoringTable['points'],
  cost: { critical: 1, high: 0.6, medium: 0.3, low: 0.1, info: 0 },
  floors: { 'A+': 97, A: 90, B: 80, C: 65, D: 50, F: 0 },
  best: { critical: 'D', high: 'B', medium: 'A', low: 'A' },
  essential: recordNames.flatMap(record => checkOf(record).essential?.map(({ id }) => id) ?? []),
  onTop: recordNames.filter(record => checkOf(record).depth === 'checkup'),
  caps: checkRules.flatMap(capsOf).toSorted((one, other) => grades.indexOf(other.best) - grades.indexOf(one.best)),
};

/** The caps that a rule declares, the lowest grades first. */
function capsOf({ id, cap }: BoundRule): ScoringTable['caps'] {
  if (cap === undefined) return [];
  if (typeof cap === 'string') return [{ id, best: cap }];
  return severities.flatMap(severity => (cap[severity] === undefined ? [] : [{ id, severity, best: cap[severity] }]));
}
