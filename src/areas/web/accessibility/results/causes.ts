import { impacts, type Impact } from '../engines/engine.ts';
import type { FindingCounts } from '../store/findings.ts';

/** One fault, such as that of a component, wherever it shows. */
export interface Cause {
  cause: string;
  criteria: readonly string[];
  impact: Impact;
  findings: number;
  /** Numbers of the pages that have it. */
  pages: readonly number[];
  /** Number of the first finding. */
  first: number;
}

/** The faults of an audit, the worst first, and those on most pages before others. */
export function causesFrom(counts: FindingCounts): Cause[] {
  return [...Map.groupBy(counts, ({ cause }) => cause)].map(([cause, rows]) => ({
    cause,
    criteria: [...new Set(rows.flatMap(({ criteria }) => criteria.trim().split(' ')))].toSorted(byNumber),
    impact: impacts[Math.min(...rows.map(({ impact }) => impacts.indexOf(impact as Impact)))]!,
    findings: rows.reduce((sum, { count }) => sum + Number(count), 0),
    pages: [...new Set(rows.map(({ page }) => page))].toSorted((a, b) => a - b),
    first: Math.min(...rows.map(({ first }) => first)),
  })).toSorted(worstFirst);
}

/** The order of faults: the worst before others, and then those on most pages. */
export function worstFirst(a: Cause, b: Cause): number {
  return impacts.indexOf(a.impact) - impacts.indexOf(b.impact) || b.pages.length - a.pages.length || a.first - b.first;
}

function byNumber(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
