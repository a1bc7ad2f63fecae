/** One message to a receiver that somebody named, over https. */
export interface Posting {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** At most `MAX_POST_BYTES` in UTF-8. */
  body: string;
}

/** How the receiver took it; redirects are answers like any other and not followed. */
export type Posted =
  | { outcome: 'answered'; status: number; /** The header `Retry-After`. */ retryAfter: string | null; /** How the reply begins. */ reply: string }
  | { outcome: 'failed'; /** A phrase for people. */ cause: string };

/** Sends one message; never throws. Reaches public addresses only, whatever else the operator allows. */
export type Post = (posting: Posting, signal: AbortSignal) => Promise<Posted>;

export const MAX_POST_BYTES = 64 * 1024;
