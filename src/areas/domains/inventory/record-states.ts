import { z } from 'zod';
import { glancedRecords, type GlancedRecord } from '../../../checks/index.ts';
import type { Facets, Fed } from '../../measure.ts';
import type { ScanResult } from '../check/index.ts';

/** What a record may come to. */
export const recordStates = ['ok', 'warning', 'critical', 'unknown', 'none'] as const;
const RecordState = z.enum(recordStates)
  .describe('`critical`: a critical or high issue; `warning`: another issue; `unknown`: the scan could not determine it; `none`: there is none, and none is needed, or the domain does not exist');
type RecordState = z.output<typeof RecordState>;

const byRecord = <Value>(of: (record: GlancedRecord) => Value) => Object.fromEntries(glancedRecords.map(record => [record, of(record)])) as Record<GlancedRecord, Value>;

/** The states of the records that a list of domains shows at a glance. */
export const RecordStates = z.object(byRecord(() => RecordState)).meta({ id: 'RecordStates' });
type RecordStates = z.output<typeof RecordStates>;

const PREFIX = 'records.';
type RecordMeasures = { readonly [Record in GlancedRecord as `${typeof PREFIX}${Record}`]: { kind: 'word'; words: typeof recordStates; says: string; listed: false } };

/** The state of each of these records, a measure each. */
export const recordMeasures = Object.fromEntries(glancedRecords.map(record =>
  [PREFIX + record, { kind: 'word', words: recordStates, says: 'State of the record', listed: false }])) as RecordMeasures;

/** The measure of a record's state. */
export function measureOfRecord(record: GlancedRecord): string {
  return PREFIX + record;
}

/** The states as they are fed. */
export function recordFacets(found: RecordStates): Fed<RecordMeasures> {
  return Object.fromEntries(glancedRecords.map(record => [PREFIX + record, found[record]]));
}

/** The states that `facets` holds; null where it has none, `unknown` for a record that was not among them. */
export function recordStatesIn(facets: Facets<RecordMeasures>): RecordStates | null {
  if (glancedRecords.every(record => facets[`${PREFIX}${record}`] === null)) return null;
  return byRecord(record => facets[`${PREFIX}${record}`] ?? 'unknown');
}

/** The state of each of these records by its findings; advice says nothing of it. */
export function recordStatesOf({ records, findings }: Pick<ScanResult, 'records' | 'findings'>): RecordStates {
  const counting = findings.filter(({ severity }) => severity !== 'info');
  const exists = !counting.some(({ record, state }) => record === 'domain' && state === 'fail');
  const stateOf = (record: GlancedRecord): RecordState => {
    const own = counting.filter(finding => finding.record === record);
    const failed = own.filter(({ state }) => state === 'fail');
    if (!exists) return 'none';
    if (failed.some(({ severity }) => severity === 'critical' || severity === 'high')) return 'critical';
    if (failed.length > 0) return 'warning';
    const all = findings.filter(finding => finding.record === record);
    if (own.some(({ state }) => state === 'unknown') || (all.some(({ state }) => state === 'unknown') && !all.some(({ state }) => state === 'pass' || state === 'fail'))) return 'unknown';
    const status = records[record]?.status;
    if (status === undefined) return 'unknown';
    return status === 'missing' || status === 'notTested' ? 'none' : 'ok';
  };
  return byRecord(stateOf);
}
