import { checkOf, recordChecks, shownRecords, type RecordName } from '../../../checks/index.ts';
import type { RecordStatus } from '../../../checks/shape.ts';
import type { CheckResult } from './shapes.ts';

/** One line of a report: the record's name for people and what was found in a few words, '' where there is nothing to show. */
export interface Row {
  label: string;
  status: RecordStatus;
  summary: string;
  issues: readonly string[];
}

/** A record's name for people, a word or two. */
export function labelOf(record: RecordName): string {
  return checkOf(record).label;
}

/** The lines of a report in reading order; records that were not checked are left out. */
export function rowsOf({ records, timestamp }: Pick<CheckResult, 'records' | 'timestamp'>): Row[] {
  const now = Date.parse(timestamp);
  const shown = shownRecords('checkup').filter((record): record is keyof CheckResult['records'] => record in records);
  return shown
    .map(record => ({ label: recordChecks[record].label, status: records[record].status, summary: recordChecks[record].summarize(records[record], now), issues: records[record].issues }))
    .filter(({ status }) => status !== 'notTested');
}
