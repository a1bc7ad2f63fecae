import type { Failure } from '../../core/lookup.ts';
import { found } from '../lookups.ts';
import type { BimiFacts } from './facts.ts';
import { parseBimi, type BimiRecord } from './parse.ts';

/** What is published for the domain. */
export type Published =
  | { state: 'found'; name: string; records: readonly BimiRecord[] }
  | { state: 'none' }
  | { state: 'unknown'; name: string; failure: Failure };

/** One is right; of a flood no more are judged. */
const MAX_RECORDS = 10;

/** The records of the nearest name that has any (draft §4.1); unknown where a failed lookup could hide a nearer one. */
export function publishedRecords(candidates: BimiFacts['candidates']): Published {
  for (const { name, lookup } of candidates) {
    if (lookup.outcome === 'failed') return { state: 'unknown', name, failure: lookup };
    const records = found(lookup).map(parseBimi).filter(record => record !== null);
    if (records.length > 0) return { state: 'found', name, records: records.slice(0, MAX_RECORDS) };
  }
  return { state: 'none' };
}
