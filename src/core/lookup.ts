/** Why a lookup failed. Each is a statement about us or the path, never about the zone. */
export type FailureKind =
  | 'servfail' | 'refused' | 'formerr' | 'notimp' | 'rcode'
  | 'timeout' | 'unreachable' | 'truncated' | 'malformed' | 'loop'
  | 'notAllowed' | 'budget' | 'deadline';

/** A lookup that failed: `cause` is a phrase for people, such as `SERVFAIL from 192.0.2.53 (EDE 22: No Reachable Authority)`. */
export interface Failure {
  outcome: 'failed';
  kind: FailureKind;
  cause: string;
}

/**
 * The outcome of one lookup. `absent` is a statement of the zone (NXDOMAIN or NODATA, RFC 2308);
 * `failed` is a statement about us and says nothing of the zone.
 * `via` lists the CNAME targets that were followed, in order (RFC 1034 §3.6.2).
 */
export type Lookup<T> =
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
  DS: DelegationDigest;
  CDS: DelegationDigest;
  DNSKEY: PublicKey;
  CDNSKEY: PublicKey;
  /** RFC 6698 §2.1; the association in lower-case hex. */
  TLSA: { usage: number; selector: number; matchingType: number; association: string };
  /** RFC 9460 §2; priority 0 is an alias, `keys` are the numbers of its parameters. */
  HTTPS: { priority: number; target: string; keys: readonly number[] };
}

/** RFC 4034 §5.1; the digest in lower-case hex. */
interface DelegationDigest { keyTag: number; algorithm: number; digestType: number; digest: string }
/** RFC 4034 §2.1; the key in base64, its tag as appendix B computes it. */
interface PublicKey { flags: number; protocol: number; algorithm: number; publicKey: string; keyTag: number }

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
  lookup: Lookup<readonly RecordData[T][]>;
} | { server: Authority; transport: 'udp' | 'tcp'; lookup: Failure };

/**
 * The DNS as one check sees it: a snapshot, in which the same question is asked once and answered the same.
 * Neither method throws or outlives the deadline of the check; a name that cannot be asked is `failed`.
 */
export interface Dns {
  lookup<T extends RecordType>(name: string, type: T): Promise<Lookup<readonly RecordData[T][]>>;
  /** Asks `server` itself; `failed` of kind `notAllowed` where its address must not be reached. */
  ask<T extends RecordType>(server: Authority, name: string, type: T, transport?: 'udp' | 'tcp'): Promise<AuthorityReply<T>>;
  /** Puts one message to `server` and shows the reply as it came, whatever its response code. */
  probe(server: Authority, question: ProbeQuestion): Promise<ProbeReply>;
  /** What the servers of the parent zone say of `zone`: its nameservers and their glue, found from the root down. */
  delegation(zone: string): Promise<Delegation>;
  /** Whether the answer to this question is authenticated from the trust anchors down. */
  secure(name: string, type: RecordType): Promise<Security>;
  /** The zones from the root to the one that holds `name`, with what was validated of each. */
  chain(name: string): Promise<readonly ZoneLink[]>;
}

/** One message to one server, to see how it behaves. */
export interface ProbeQuestion {
  name: string;
  /** A mnemonic that the codec knows, such as `NS`, or a number. */
  type: string | number;
  class?: 'IN' | 'CH';
  transport?: 'udp' | 'tcp';
  recursionDesired?: boolean;
  /** Null sends no EDNS; left out, version 0 with 1232 bytes. */
  edns?: { version?: number; dnssecOk?: boolean; payloadBytes?: number; option?: number } | null;
  /** Keeps the letters of `name` as they are given, so that the reply can be compared letter by letter. */
  exactCase?: boolean;
  /** How often it is sent at most while no reply comes; once unless specified otherwise. */
  tries?: number;
}

export type ProbeReply =
  | {
    outcome: 'answered';
    server: Authority;
    transport: 'udp' | 'tcp';
    rttMs: number;
    /** The size of the reply. */
    bytes: number;
    /** The mnemonic, such as `NOERROR`. */
    rcode: string;
    authoritative: boolean;
    recursionAvailable: boolean;
    truncated: boolean;
    /** Whether the question came back letter by letter. */
    sameCase: boolean;
    edns: { version: number; payloadBytes: number; dnssecOk: boolean; options: readonly number[] } | null;
    answers: readonly ShownRecord[];
    authorities: readonly ShownRecord[];
    additionals: readonly ShownRecord[];
  }
  | (Failure & { server: Authority; transport: 'udp' | 'tcp' });

/** One record in presentation form; `data` of NS, A and AAAA is the bare name or address. */
export interface ShownRecord {
  name: string;
  type: string;
  ttlSeconds: number;
  data: string;
}

/** The delegation of one zone as each server of its parent gives it. */
export interface Delegation {
  zone: string;
  /** The parent zone, whose servers were asked; null where it could not be found. */
  parent: string | null;
  /** What those servers said; silent ones are among them. */
  referrals: readonly Referral[];
  /** Why nobody told; null where at least one server did. */
  failure: Failure | null;
}

/** What one server of the parent zone answered. */
export type Referral =
  | {
    outcome: 'answered';
    server: Authority;
    /** With nameservers: the server holds the zone itself as well, and these are the zone's own words. */
    authoritative: boolean;
    rcode: string;
    /** Sorted; none where the server knows of no delegation. */
    nameservers: readonly string[];
    /** Addresses of these nameservers that were given along, where the server may speak for them. */
    glue: readonly Authority[];
    /** The target, where the name is an alias (CNAME) in the parent zone. */
    alias: string | null;
  }
  | (Failure & { server: Authority });

/**
 * `notValidated`: no trust anchors are set; `indeterminate`: the lookup failed on the way.
 * `insecure` is proven: a zone on the way is not signed, or with algorithms that nobody has to know (RFC 4035 §4.3, §5.2).
 */
export type SecurityStatus = 'secure' | 'insecure' | 'bogus' | 'indeterminate' | 'notValidated';

export interface Security {
  status: SecurityStatus;
  /** Why it is not secure; null where it is. */
  reason: SecurityReason | null;
}

/** `code` is one of dnsviz's where it has one, such as `DIGEST_INVALID`; `detail` is a sentence for people. */
export interface SecurityReason {
  code: string;
  zone: string;
  detail: string;
}

/** One zone on the way from the root, and why it is trusted or not. */
export interface ZoneLink extends Security {
  zone: string;
  ds: readonly RecordData['DS'][];
  keys: readonly (RecordData['DNSKEY'] & { /** Of the modulus for RSA, of the curve for others; null where it cannot be determined. */ bits: number | null })[];
  /** Signatures over the keys, and over what was asked of the zone. */
  signatures: readonly SignatureSeen[];
  /** How absence is proven; null where nothing showed it. */
  denial: { kind: 'nsec' } | { kind: 'nsec3'; iterations: number; saltBytes: number; optOut: boolean } | null;
  /** Records that are there although the zone proves that they are not. */
  contradictions: readonly SecurityReason[];
}

/** One RRSIG; times in epoch seconds. */
export interface SignatureSeen {
  name: string;
  typeCovered: string;
  keyTag: number;
  algorithm: number;
  inception: number;
  expiration: number;
  /** Null where it holds. */
  fault: string | null;
}

/** A failure as text for evidence and issues: `MX of example.org: timeout at 192.0.2.53`. */
export function describeFailure(type: string, name: string, failure: Failure): string {
  return `${type} of ${name}: ${failure.cause}`;
}
