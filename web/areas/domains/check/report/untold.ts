import type { ReportFinding } from './types.ts';

/** What could not be told for one and the same reason. */
export interface Untold {
  /** The look that failed and why, in the words of the check. */
  title: string;
  findings: ReportFinding[];
}

/** The findings that could not be told, by the look that failed; those that hide most come first. */
export function untoldOf(findings: readonly ReportFinding[]): Untold[] {
  const unknown = findings.filter(({ state }) => state === 'unknown');
  return [...Map.groupBy(unknown, ({ title }) => title)]
    .map(([title, findings]) => ({ title, findings }))
    .toSorted((a, b) => b.findings.length - a.findings.length);
}
