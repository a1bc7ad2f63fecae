import type { Json } from '../../../../core/canonical-json.ts';
import type { FeedValidators } from '../../../../core/outside/status-feeds.ts';
import type { DataReply, VulnerabilitySource } from '../../../../core/outside/vulnerability-data.ts';
import type { Db } from '../../../../store/index.ts';

/** What a reader of one source works with. */
export interface Reading {
  /** Where reading goes on; null where nothing was read before. */
  position: unknown;
  /** Up to when the data in the index say what is known, epoch milliseconds; null where nothing was read before. */
  dataAsOf: number | null;
  /** How many entries a source that is read whole had last; null for others, and where nothing was read before. */
  entries: number | null;
  /** Epoch milliseconds at which this reading began. */
  now: number;
  ask(path: string, known?: FeedValidators): Promise<DataReply>;
}

/** One portion of a source, committed together with the position behind it. */
export interface Step {
  /** Left out where nothing is new. */
  keep?: (tx: Db) => Promise<void>;
  position: Json;
  /** Set by the last portion: up to when the data now say what is known. */
  dataAsOf?: number;
  facts?: Json;
}

/** Why reading ends early; what was committed before stays, and it goes on from there. */
export class SourceFailed extends Error {
  readonly retryAfterMs: number | null;
  constructor(cause: string, retryAfterMs: number | null = null) {
    super(cause);
    this.retryAfterMs = retryAfterMs;
  }
}

/** How one source is read, in portions of bounded size. */
export interface SourceReader {
  source: VulnerabilitySource;
  /** How long what was read is good for. */
  everyMs: number;
  read(reading: Reading): AsyncGenerator<Step>;
}

/** The body, or null where nothing is new; whatever else comes ends the reading. */
export function bodyIn(reply: DataReply): Extract<DataReply, { outcome: 'fetched' }> | null {
  if (reply.outcome === 'fetched') return reply;
  if (reply.outcome === 'unchanged') return null;
  throw reply.outcome === 'absent' ? new SourceFailed('There is nothing at its address.') : new SourceFailed(reply.cause, reply.retryAfterMs);
}

export function jsonIn(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    throw new SourceFailed('It sent something that is no JSON.');
  }
}

/** What is there, or the end of reading: the form is not the one that is known. */
export function inForm<Value>(value: Value | null): Value {
  if (value === null) throw new SourceFailed('It sent something in another form than is known.');
  return value;
}

/** Less than this share of what a list had is not believed. */
const LEAST_SHARE = 0.5;

/** The entries of a source that is read whole, or the end of reading: a list that is empty, or has lost most of what it had, would make what is known unknown. */
export function inFull<Entry>(entries: readonly Entry[], { entries: before }: Pick<Reading, 'entries'>): readonly Entry[] {
  if (entries.length === 0) throw new SourceFailed('It sent a list without entries.');
  if (before !== null && entries.length < before * LEAST_SHARE) throw new SourceFailed(`It sent a list of ${entries.length} entries; the last one had ${before}.`);
  return entries;
}

/** The validators that a position holds. */
export function validatorsIn(position: unknown): FeedValidators | undefined {
  const { etag, lastModified } = (position ?? {}) as { etag?: unknown; lastModified?: unknown };
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return text(etag) === null && text(lastModified) === null ? undefined : { etag: text(etag), lastModified: text(lastModified) };
}
