import type { AggregateReport, Heading, RefusalReason, WarningCode } from '../parse/shapes.ts';
import type { Collected, Slice } from '../store/shapes.ts';

/** What is to be read; `now` in epoch milliseconds. */
export interface ToRead {
  bytes: Uint8Array;
  /** The name of the file in refusals. */
  name: string;
  now: number;
}

/**
 * What is said while a message is read, each answered before the reading goes on: whether a long report on a domain is wanted, a report with all
 * of its rows, and a `large` one, whose `slices` follow, up to `whole`, where the answer says that they are wanted.
 */
export type Said =
  | { says: 'wants'; domain: string }
  | { says: 'report'; reading: Collected }
  | { says: 'large'; report: AggregateReport; contentHash: string; rows: number }
  | { says: 'slice'; slice: Slice }
  | { says: 'whole' };

/** Hears what is said; the answer counts for `wants` and `large`. */
export type Listen = (said: Said) => Promise<boolean>;

/** What a message held besides its reports. */
export interface MessageEnd {
  refusals: (RefusalReason | 'too_varied')[];
  warnings: WarningCode[];
  /** Reports that are not wanted. */
  unwanted: Heading[];
}

/** Reads messages somewhere else than on the thread that asks; rejects with `ReadingFailed` where one takes more than any report needs, or its reader dies. */
export interface ReportReader {
  read(message: ToRead, listen: Listen, signal: AbortSignal): Promise<MessageEnd>;
}

/** The reading of a message ended early: by its memory, its time, or a fault. The message tells why. */
export class ReadingFailed extends Error {}
