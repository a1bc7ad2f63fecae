/** What a feed answers; `unchanged` where nothing is new since the validators that were sent. */
export type FeedReply =
  | { outcome: 'fetched'; url: string; body: Uint8Array; truncated: boolean; validators: FeedValidators }
  | { outcome: 'unchanged' }
  | {
    outcome: 'failed';
    /** Null where nothing answered. */
    status: number | null;
    cause: string;
    /** For how long the server asks to be left alone; null where it does not say. */
    retryAfterMs: number | null;
  };

/** What a reply is known by (RFC 9110 §8.8). */
export interface FeedValidators {
  etag: string | null;
  lastModified: string | null;
}

/** The status pages of others, at public addresses only. */
export interface StatusFeeds {
  /** False where the operator wants none to be read. */
  enabled: boolean;
  /** Never throws. */
  fetch(url: string, known: FeedValidators, signal: AbortSignal): Promise<FeedReply>;
}
