import type { HeaderField } from './probes.ts';

/** One request of a crawler; no redirect is followed. */
export interface PageFetchRequest {
  /** `HEAD` asks for all but the body; left out, `GET`. */
  method?: 'GET' | 'HEAD';
  /** Of the decoded body; what is beyond is not read. */
  maxBytes: number;
  /** For the whole of it: bytes that trickle in do not extend it. */
  timeoutMs: number;
  userAgent: string;
  /** Header fields besides, for this request alone. */
  fields?: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/** What came of a request. Times in milliseconds. */
export type PageFetched =
  | {
    outcome: 'answered'; status: number;
    /** As they came, names in lower case. */
    fields: readonly HeaderField[];
    body: Uint8Array;
    truncated: boolean;
    ttfbMs: number; totalMs: number;
    /** Of the body as it was sent. */
    transferBytes: number;
    /** Of the connection; null over plain http. */
    certificate: { notAfter: number | null } | null;
  }
  | { outcome: 'failed'; stage: 'dns' | 'connect' | 'tls' | 'http'; cause: string; late: boolean;
    /** The DNS answered that the name has no address; left out where it has one, or nobody knows. */
    absent?: true;
    /** TLS failed by the certificate alone: a browser would warn of it. */
    badCertificate?: true;
  };

/** Fetches one address of a website over connections that are kept and shared; never throws. */
export type PageFetch = (url: string, request: PageFetchRequest) => Promise<PageFetched>;
