import type { CheckResult, CheckupResult, ScanResult } from '../../../../api/types.ts';

export type Records = CheckupResult['records'];
export type ReportRecord = keyof Records;
export type ReportFinding = CheckResult['findings'][number];
export type ReportFix = NonNullable<ReportFinding['fix']>;

/** A check as far as it has come: records land one by one, and the result holds the whole. */
export interface Report {
  domain: string;
  depth: 'check' | 'checkup';
  /** When it was checked, ISO 8601. */
  at: string;
  records: { [Name in ReportRecord]?: Records[Name] | undefined };
  result: CheckResult | CheckupResult | ScanResult | null;
}
