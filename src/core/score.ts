import type { Finding, Severity } from './finding.ts';

export const grades = ['A+', 'A', 'B', 'C', 'D', 'F'] as const;
export type Grade = (typeof grades)[number];

/** How a score is made; data, so that it can be published and argued about. */
export interface ScoringTable {
  /** Points of each record; those not named do not count. */
  points: Readonly<Record<string, number>>;
  /** The part of its record's points that a failed finding costs. */
  cost: Readonly<Record<Severity, number>>;
  /** The lowest score, in percent, of each grade. */
  floors: Readonly<Record<Grade, number>>;
  /** The best grade that a failed finding of a severity allows, however much else is right. */
  best: Readonly<Partial<Record<Severity, Grade>>>;
  /** Findings without whose outcome there is no grade. */
  essential: readonly string[];
  /** Records that only take points away: with and without them the rest counts the same. */
  onTop: readonly string[];
  /** Findings that hold the grade down further. */
  caps: readonly { id: string; severity?: Severity; best: Grade }[];
}

/** One lost point, or one cap, and the finding that is the reason. */
export interface ScoreReason {
  finding: string;
  title: string;
  /** Points out of 100, one decimal; 0 for a cap alone. */
  lost: number;
  best?: Grade;
}

export interface Score {
  /** 0 to 100, null when less than half of the points could be judged and nothing caps it at F. */
  score: number | null;
  /** Null where what is essential, or half of the points, could not be judged; what is known already may make it F all the same. */
  grade: Grade | null;
  /** Whether there is no grade, or more than a fifth of the points could not be judged. */
  provisional: boolean;
  reasons: ScoreReason[];
}

/**
 * Judges `findings` by `table`. What is unknown or not applicable leaves the denominator:
 * a record of which only a part could be judged counts with that part of its points.
 */
export function scoreOf(findings: readonly Finding[], table: ScoringTable): Score {
  const records = Object.entries(table.points).map(([record, points]) => ({ record, ...recordScore(findings.filter(finding => finding.record === record), points, table) }));
  const base = records.filter(({ record }) => !table.onTop.includes(record));
  const possible = sum(base.map(record => record.possible));
  const applicable = sum(base.map(record => record.applicable));
  const caps = capsOf(findings, table);
  const best = caps.map(cap => cap.best!).toSorted(worstFirst)[0];
  if (best !== 'F' && (possible === 0 || possible < LEAST_JUDGED * applicable)) return { score: null, grade: null, provisional: true, reasons: [] };
  const share = possible === 0 ? 0 : 100 / possible;
  const lost = records.flatMap(record => record.lost.map(({ finding, points }) => ({ finding, points: points * share })));
  const score = Math.max(0, Math.round(100 - sum(lost.map(({ points }) => points))));
  const grade = [gradeOf(score, table), ...(best ? [best] : [])].toSorted(worstFirst)[0]!;
  const isUnread = best !== 'F' && findings.some(({ id, state }) => state === 'unknown' && table.essential.includes(id));
  return {
    score: best ? Math.min(score, ceilingOf(best, table)) : score,
    grade: isUnread ? null : grade,
    provisional: isUnread || possible < SURELY_JUDGED * applicable,
    reasons: mergeReasons(lost, caps),
  };
}

/** Parts of the points that must have been judged for a score, and for one without reserve. */
const LEAST_JUDGED = 0.5;
const SURELY_JUDGED = 0.8;

interface RecordScore {
  applicable: number;
  possible: number;
  lost: { finding: Finding; points: number }[];
}

function recordScore(findings: readonly Finding[], points: number, table: ScoringTable): RecordScore {
  const weight = (state: Finding['state']) => sum(findings.filter(finding => finding.state === state).map(finding => table.cost[finding.severity]));
  const judged = weight('pass') + weight('fail');
  const all = judged + weight('unknown');
  if (all === 0) return { applicable: 0, possible: 0, lost: [] };
  const possible = points * (judged / all);
  const failed = findings.filter(({ state, severity }) => state === 'fail' && table.cost[severity] > 0);
  const wanted = sum(failed.map(({ severity }) => points * table.cost[severity]));
  const scale = wanted > possible ? possible / wanted : 1;
  return { applicable: points, possible, lost: failed.map(finding => ({ finding, points: points * table.cost[finding.severity] * scale })) };
}

function capsOf(findings: readonly Finding[], table: ScoringTable): ScoreReason[] {
  return findings.filter(({ state }) => state === 'fail').flatMap(({ id, severity, title }) => {
    const own = table.caps.filter(cap => cap.id === id && (cap.severity ?? severity) === severity).map(({ best }) => best);
    const best = [...own, table.best[severity] ?? []].flat().toSorted(worstFirst)[0];
    return best ? [{ finding: id, title, lost: 0, best }] : [];
  });
}

function mergeReasons(lost: RecordScore['lost'], caps: readonly ScoreReason[]): ScoreReason[] {
  const reasons = lost.map(({ finding, points }) => ({ finding: finding.id, title: finding.title, lost: Math.round(points * 10) / 10 }));
  const merged = reasons.map(reason => ({ ...reason, ...capOf(reason.finding, caps) }));
  const bare = caps.filter(cap => !merged.some(({ finding }) => finding === cap.finding));
  return [...merged, ...bare].toSorted((a, b) => b.lost - a.lost);
}

function capOf(id: string, caps: readonly ScoreReason[]): { best?: Grade } {
  const best = caps.find(({ finding }) => finding === id)?.best;
  return best ? { best } : {};
}

function gradeOf(score: number, table: ScoringTable): Grade {
  return grades.find(grade => score >= table.floors[grade])!;
}

/** The highest score that still has `grade`. */
function ceilingOf(grade: Grade, table: ScoringTable): number {
  const better = grades[grades.indexOf(grade) - 1];
  return better ? table.floors[better] - 1 : 100;
}

function worstFirst(a: Grade, b: Grade): number {
  return grades.indexOf(b) - grades.indexOf(a);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
