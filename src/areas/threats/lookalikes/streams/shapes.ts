import type { NameStreams, StreamSource } from '../../../../core/outside/name-stream.ts';
import { defineAnnouncement } from '../../../announcement.ts';
import type { RunsServices } from '../../../platform/runs/index.ts';
import type { Reason } from '../match/index.ts';

/** A name of a stream that looks like a watched domain. */
export interface Found {
  accountId: string;
  /** The id of the watched domain. */
  brandId: string;
  /** A registrable domain in lower-case A-labels: what is kept as a candidate. */
  name: string;
  /** The host as the stream gave it, in lower-case A-labels, at or below `name`. */
  host: string;
  why: Reason;
  source: StreamSource;
  /** Which stream, such as `ct:` and the address of a log. */
  stream: string;
  /** When the stream was read, epoch milliseconds. */
  at: number;
}

/**
 * Told of what was found, in the transaction that moves the stream on: what is thrown undoes both. A name may come again, from the same
 * stream as well; the watched domain may have been deleted a moment ago.
 */
export const namesFound = defineAnnouncement<readonly Found[]>('names.found');

/** What the streams are followed with. */
export interface StreamsServices extends RunsServices {
  nameStreams: NameStreams;
}
