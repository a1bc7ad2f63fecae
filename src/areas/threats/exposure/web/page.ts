/** What a web server answered to one request; header names are in lower case, several values of one name are joined by line breaks. */
export interface FetchedPage {
  /** The path and query that were asked for. */
  path: string;
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Decoded as UTF-8, cut at `maxBytes`. */
  body: string;
  /** Bytes of the body that were received. */
  size: number;
  truncated: boolean;
}

export interface FetchOptions {
  method: 'GET' | 'HEAD';
  headers?: Readonly<Record<string, string>>;
  maxBytes?: number;
}

/** `failed`: nothing is known of this path; `cause` says why. */
export type FetchOutcome = { outcome: 'answered'; page: FetchedPage } | { outcome: 'failed'; cause: string };

/**
 * Asks the vetted target, and never another, for a path that begins with a slash. Follows no redirect. What was asked for is bounded in size, time and count
 * by whoever gives this: past its bounds it answers `failed`, and it never throws but for an aborted run.
 */
export type FetchPage = (path: string, options: FetchOptions) => Promise<FetchOutcome>;
