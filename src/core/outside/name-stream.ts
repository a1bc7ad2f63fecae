/** Which kind of stream tells of a name: certificate transparency, a zone file, a list of newly registered names. */
export type StreamSource = 'ct' | 'zone' | 'nrd';

/**
 * What one step along a stream gave. `later`: nothing was read and nothing is lost, the cursor stays where it was; `broken`: the
 * source contradicts what it has signed before, and nothing of it is believed until somebody has looked.
 */
export type NamesStep =
  | {
    outcome: 'names';
    /** Host names as the source has them, possibly with `*.` in front; hostile. */
    names: readonly string[];
    /** Where to go on. */
    cursor: string;
    /** Whether there is more to be read at once. */
    more: boolean;
  }
  | { outcome: 'later'; cause: string; /** As the source asks; null where it does not say. */ retryAfterMs: number | null }
  | { outcome: 'broken'; cause: string };

/** A source of names that goes on for ever. It keeps nothing that the cursor does not hold, so that any process goes on where another stopped. */
export interface NameStream {
  /** Stays the same as long as the source does, such as `ct:` and the address of a log. */
  id: string;
  source: StreamSource;
  /** The next step from `cursor`, or from now on where that is null. Never throws for what the source does. */
  next(cursor: string | null, signal: AbortSignal): Promise<NamesStep>;
}

/** The streams that the operator has configured. */
export interface NameStreams {
  /** Whether there can be any. */
  configured: boolean;
  /** Those there are now, and which sources could not tell. */
  list(signal: AbortSignal): Promise<{ streams: readonly NameStream[]; failures: readonly string[] }>;
}

/** Who is asked for the certificates of a domain. */
export const certificateSources = ['crtsh', 'certSpotter'] as const;

/** A service that knows the names below a domain for which certificates were issued. */
export interface CertificateSearch {
  source: (typeof certificateSources)[number];
  /** The next part of the names, from the first where `cursor` is null. */
  search(domain: string, cursor: string | null, signal: AbortSignal): Promise<NamesStep>;
}
