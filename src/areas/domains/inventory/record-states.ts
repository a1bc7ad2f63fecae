import { z } from 'zod';
import { glancedRecords, type GlancedRecord } from '../../../checks/index.ts';
import type { CheckResult } from '../check/index.ts';

const RecordState = z.enum(['ok', 'warning', 'critical', 'unknown', 'none'])
  .describe('`critical`: a critical or high issue; `warning`: another issue; `unknown`: the scan could not determine it; `none`: there is none, and none is needed, or the domain does not exist');
type RecordState = z.output<typeof RecordState>;

const byRecord = <Value>(of: (record: GlancedRecord) => Value) => Object.fromEntries(glancedRecords.map(record => [record, of(record)])) as Record<GlancedRecord, Value>;

/** The states of the records that a list of domains shows at a glance. */
export const RecordStates = z.object(byRecord(() => RecordState));

/** The state of each of these records by its findings; advice says nothing of it. */
export function recordStatesOf({ records, findings }: Pick<CheckResult, 'records' | 'findings'>): z.output<typeof RecordStates> {
  const counting = findings.filter(({ severity }) => severity !== 'info');
  const exists = !counting.some(({ record, state }) => record === 'domain' && state === 'fail');
  const stateOf = (record: GlancedRecord): RecordState => {
    const own = counting.filter(finding => finding.record === record);
    const failed = own.filter(({ state }) => state === 'fail');
    if (!exists) return 'none';
    if (failed.some(({ severity }) => severity === 'critical' || severity === 'high')) return 'critical';
    if (failed.length > 0) return 'warning';
    if (own.some(({ state }) => state === 'unknown')) return 'unknown';
    return records[record].status === 'missing' || records[record].status === 'notTested' ? 'none' : 'ok';
  };
  return byRecord(stateOf);
}
