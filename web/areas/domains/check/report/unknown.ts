import type { ReportFinding } from './types.ts';

/** What could not be determined for one and the same reason. */
export interface UnknownGroup {
  /** The lookup that failed and why, in the words of the check. */
  title: string;
  findings: ReportFinding[];
}

/** The findings that could not be determined, by the lookup that failed; those that hide most come first. */
export function unknownGroups(findings: readonly ReportFinding[]): UnknownGroup[] {
  const unknown = findings.filter(({ state }) => state === 'unknown');
  return [...Map.groupBy(unknown, ({ title }) => title)]
    .map(([title, findings]) => ({ title, findings }))
    .toSorted((a, b) => b.findings.length - a.findings.length);
}
