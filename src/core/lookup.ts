/** Why a look failed. Each is a statement about us or the path, never about the zone. */
export type FailureKind =
  | 'servfail' | 'refused' | 'formerr' | 'notimp' | 'rcode'
  | 'timeout' | 'unreachable' | 'truncated' | 'malformed' | 'loop'
  | 'notAllowed' | 'budget' | 'deadline';

/** A look that failed: `cause` is a phrase for people, such as `SERVFAIL from 192.0.2.53 (EDE 22: No Reachable Authority)`. */
export interface Failure {
  outcome: 'failed';
  kind: FailureKind;
  cause: string;
}

/**
 * The outcome of one look. `absent` is a statement of the zone (NXDOMAIN or NODATA, RFC 2308);
 * `failed` is a statement about us and says nothing of the zone.
 * `via` lists the CNAME targets that were followed, in order (RFC 1034 §3.6.2).
 */
export type Look<T> =
  | { outcome: 'found'; value: T; via: readonly string[]; ttlSeconds: number }
  | { outcome: 'absent'; nxdomain: boolean; via: readonly string[] }
  | Failure;

/** What the checks read of each record type; names are lower case, without the trailing dot, the root is ''. */
export interface RecordData {
  A: string;
  /** RFC 5952 text. */
  AAAA: string;
  NS: string;
  CNAME: string;
  PTR: string;
  MX: { preference: number; exchange: string };
  /** The strings of one record joined without a space; UTF-8 where valid, otherwise one character per byte. */
  TXT: string;
  SOA: { mname: string; rname: string; serial: number; refresh: number; retry: number; expire: number; minimum: number };
  CAA: { flags: number; tag: string; value: string };
}
export type RecordType = keyof RecordData;

/** One server to be asked directly. */
export interface Authority {
  name: string;
  address: string;
}

/** The reply of one server asked directly, without recursion. */
export type AuthorityReply<T extends RecordType> = {
  server: Authority;
  transport: 'udp' | 'tcp';
  rttMs: number;
  /** The AA bit: without it the server does not hold the zone (RFC 1035 §4.1.1). */
  authoritative: boolean;
  look: Look<readonly RecordData[T][]>;
} | { server: Authority; transport: 'udp' | 'tcp'; look: Failure };

/**
 * The DNS as one check sees it: a snapshot, in which the same question is asked once and answered the same.
 * Neither method throws or outlives the deadline of the check; a name that cannot be asked is `failed`.
 */
export interface Dns {
  look<T extends RecordType>(name: string, type: T): Promise<Look<readonly RecordData[T][]>>;
  /** Asks `server` itself; `failed` of kind `notAllowed` where its address must not be reached. */
  ask<T extends RecordType>(server: Authority, name: string, type: T, transport?: 'udp' | 'tcp'): Promise<AuthorityReply<T>>;
}

/** A failure as text for evidence and issues: `MX of example.org: timeout at 192.0.2.53`. */
export function describeFailure(type: string, name: string, failure: Failure): string {
  return `${type} of ${name}: ${failure.cause}`;
}
