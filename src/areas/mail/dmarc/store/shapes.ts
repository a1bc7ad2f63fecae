import type { Clock } from '../../../../core/clock.ts';
import type { Counters, Queue } from '../../../../store/index.ts';
import type { SenderState } from '../spool/message.ts';
import type { AggregateReport, FailureReport, TlsReport } from '../parse/shapes.ts';
import type { Network } from '../senders/shapes.ts';
import type { Sessions } from './tls-sessions.ts';

/** What all records of one address with the same results say, with their messages added up. */
export interface CollectedRow {
  ip: string;
  /** Its place in `tuples`. */
  tuple: number;
  messages: number;
  /** How many records of the report it stands for. */
  records: number;
}

/** Everything of a record but the address and the count: a domain's records repeat a few hundred of them. */
export interface Tuple {
  headerFrom: string | null;
  envelopeFrom: string | null;
  envelopeTo: string | null;
  disposition: string | null;
  dkimAligned: boolean;
  spfAligned: boolean;
  reasons: { type: string | null; comment: string | null }[];
  dkim: { domain: string | null; selector: string | null; result: string | null }[];
  spf: { domain: string | null; scope: string | null; result: string | null }[];
}

/** A tuple with the number that it is kept under, and as JSON. */
export interface CollectedTuple {
  no: number;
  content: string;
  tuple: Tuple;
}

/** One whole report, ready to be kept: what `ReportCollector` makes of the readings of a file. */
export type Collected =
  | { kind: 'aggregate'; report: AggregateReport; tuples: CollectedTuple[]; rows: CollectedRow[]; contentHash: string }
  /** With what the policies count in their place. */
  | { kind: 'tls'; report: TlsReport; sessions: Sessions[]; contentHash: string }
  | { kind: 'failure'; report: FailureReport; contentHash: string };

/** Some rows of an aggregate report, with the tuples that they name by their place. */
export interface Slice {
  tuples: readonly CollectedTuple[];
  rows: readonly CollectedRow[];
}

/** One report of a message, and how it came. */
export interface ToKeep {
  /** The message in the spool that it came with. */
  message: string;
  reading: Collected;
  /** Epoch milliseconds. */
  receivedAt: number;
  /** What proves who sent it. */
  authenticated: SenderState;
}

/** Why a report does not count; each as a sentence for people. */
export const uncountedReasons = {
  noProof: 'Nothing proves who sent them.',
  proofUnknown: 'The DNS did not answer, so it is not known who sent them. It is asked again for a day.',
  publishedAddress: 'They came by a secret address that stands in DNS, where anybody can read it. Create a new one.',
  tooOld: 'Their period ended more than 14 days before they came. Upload older reports.',
  inFuture: 'Their period lies in the future.',
  repeatedId: 'The reporter has used their id for another period already.',
} as const;
export type UncountedReason = keyof typeof uncountedReasons;

/**
 * What became of a report. `kept`: it is new; `duplicate`: the same was kept before; `superseded`: it took the place of an earlier
 * version of itself; `held`: its message waits until the account proves that the domain is its own; `late`: it would take the place of
 * a version whose records are no longer kept, and nothing was changed; `refused`: too much is held for the account already; `again`: its domain
 * was proven while its message was read, which is to be read again.
 */
export type KeepOutcome = 'kept' | 'duplicate' | 'superseded' | 'held' | 'late' | 'refused' | 'again';

/** What keeping a report needs besides it. */
export interface KeepMeans {
  clock: Clock;
  queue: Pick<Queue, 'add'>;
  counters: Pick<Counters, 'spend'>;
  /** Whose network an address is in; null where there are no data for it. */
  networkOf(ip: string): Network | null;
}
