import type { RecordType } from '../lookup.ts';

/** The types that many names are asked for at once. */
export type BulkType = Extract<RecordType, 'NS' | 'A' | 'AAAA' | 'MX' | 'TXT' | 'SOA' | 'PTR'>;

/**
 * What is known of a name after a batch. `unknown` says nothing of the zone: nobody answered, or only with an error.
 * An alias is a name that exists: where it leads to nothing it is `nodata`, never `nxdomain`.
 */
export const bulkStates = ['unknown', 'nxdomain', 'nodata', 'found'] as const;
export type BulkState = (typeof bulkStates)[number];

/** The answers to one batch, by the index of the name. */
export interface BulkAnswers {
  /** Indices into `bulkStates`, one a name. */
  states: Uint8Array;
  /** The records asked for, as text, sorted, lower case where names are compared so; [] where there are none. */
  records(index: number): readonly string[];
  /** Why a state is unknown, a phrase for people such as `SERVFAIL from 192.0.2.53:53`; null for the others. */
  cause(index: number): string | null;
}

/** Asks for one type of many names, each once. Never rejects for what servers do; rejects when `signal` fires. */
export type BulkLookup = (names: readonly string[], type: BulkType, signal: AbortSignal) => Promise<BulkAnswers>;

/** What a suffix answers for names that nobody made: `nxdomain` where it has no wildcard, `unknown` where that could not be learned. */
export interface Wildcard {
  state: BulkState;
  /** All records that were given for such names; they may differ from one question to the next. */
  records: ReadonlySet<string>;
}

/** What each of the suffixes answers for names that nobody made, by index; remembered for a day. Rejects when `signal` fires. */
export type Wildcards = (suffixes: readonly string[], type: BulkType, signal: AbortSignal) => Promise<readonly Wildcard[]>;

/** Both ways to look up many names, as handlers find them in their context. */
export interface BulkServices {
  bulkLookup: BulkLookup;
  wildcards: Wildcards;
}

/** Whether an answer is one that the suffix gives for any name, so that it does not show that somebody made this one. */
export function isMadeUp(wildcard: Wildcard, state: BulkState, records: readonly string[]): boolean {
  if (state === 'found') return wildcard.state === 'found' && records.every(record => wildcard.records.has(record));
  return state === 'nodata' && (wildcard.state === 'nodata' || wildcard.state === 'found');
}
