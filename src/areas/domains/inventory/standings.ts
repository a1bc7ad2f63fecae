import { z } from 'zod';
import { glancedRecords, type GlancedRecord } from '../../../checks/index.ts';
import type { CheckResult } from '../check/index.ts';

const Standing = z.enum(['ok', 'mend', 'grave', 'unknown', 'absent'])
  .describe('`grave`: a critical or high issue; `mend`: another issue; `unknown`: the look could not tell; `absent`: there is none, and none is needed, or the domain does not exist');
type Standing = z.output<typeof Standing>;

const byRecord = <Value>(of: (record: GlancedRecord) => Value) => Object.fromEntries(glancedRecords.map(record => [record, of(record)])) as Record<GlancedRecord, Value>;

/** How the records that a list of domains shows at a glance stand. */
export const Standings = z.object(byRecord(() => Standing));

/** How each of these records stands by its findings; advice says nothing of it. */
export function standingsOf({ records, findings }: Pick<CheckResult, 'records' | 'findings'>): z.output<typeof Standings> {
  const counting = findings.filter(({ severity }) => severity !== 'info');
  const exists = !counting.some(({ record, state }) => record === 'domain' && state === 'fail');
  const standingOf = (record: GlancedRecord): Standing => {
    const own = counting.filter(finding => finding.record === record);
    const failed = own.filter(({ state }) => state === 'fail');
    if (!exists) return 'absent';
    if (failed.some(({ severity }) => severity === 'critical' || severity === 'high')) return 'grave';
    if (failed.length > 0) return 'mend';
    if (own.some(({ state }) => state === 'unknown')) return 'unknown';
    return records[record].status === 'missing' || records[record].status === 'notTested' ? 'absent' : 'ok';
  };
  return byRecord(standingOf);
}
