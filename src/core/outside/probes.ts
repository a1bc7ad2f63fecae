import type { Lookup } from '../lookup.ts';

/** One GET: no redirect is followed, and headers and body are bounded. */
export interface WebProbe {
  /** Over HTTPS; the certificate must be valid for the host. */
  get(url: string, options: { maxBytes: number; signal: AbortSignal }): Promise<WebReply>;
  /** Over https or http. Where nothing but the certificate stands in the way the page is read all the same, without trust, and `refused` says why. */
  visit(url: string, options: { maxBytes: number; signal: AbortSignal }): Promise<PageReply>;
}
export type WebReply =
  | { outcome: 'answered'; status: number; contentType: string | null; location: string | null; body: string; truncated: boolean }
  /** `stage` says how far the probe came: name resolution, connecting, TLS (certificate included), or the exchange. */
  | { outcome: 'failed'; stage: 'dns' | 'connect' | 'tls' | 'http'; cause: string };

/** Whether a probe ended because its time was up, at whatever stage: that says nothing of the other side. */
export function isLate({ cause }: { cause: string }): boolean {
  return /(?:^|: )timeout$/.test(cause);
}

/** Name in lower case, and value; a name may come more than once. */
export type HeaderField = readonly [name: string, value: string];
export type PageReply =
  | {
    outcome: 'answered';
    url: string;
    status: number;
    /** In the order of the reply. */
    fields: readonly HeaderField[];
    body: string;
    truncated: boolean;
    /** Why the certificate is refused, and so nothing here can be relied on; null where it is valid, and over plain http. */
    refused: string | null;
  }
  | { outcome: 'failed'; stage: 'dns' | 'connect' | 'tls' | 'http'; cause: string };

/** Blocklists in the DNS (RFC 5782) as the operator wants them asked. */
export interface BlocklistLookup {
  /** Null for those that the program knows; none where nobody wants to ask. */
  zones: readonly string[] | null;
  /** Of Spamhaus' Data Query Service; a secret, which no text for people shows. */
  spamhausKey: string | null;
  /** The addresses at a test point of a list: asked outside the questions of a check, remembered for a day, a failure for minutes. */
  testPoint(name: string): Promise<Lookup<readonly string[]>>;
}

/** The registry's own words on a name, unread: the check parses them. */
export interface RegistryLookup {
  find(registeredDomain: string, signal: AbortSignal): Promise<RegistryReply>;
}
export type RegistryReply =
  | { outcome: 'answered'; source: 'rdap' | 'whois'; server: string; text: string }
  /** The registry says that there is no such registration. */
  | { outcome: 'absent'; source: 'rdap' | 'whois'; server: string }
  | { outcome: 'failed'; source: 'rdap' | 'whois'; cause: string };

/** A certificate as far as checks read it; times in epoch milliseconds. */
export interface CertificateSeen {
  subject: string;
  issuer: string;
  /** DNS names and IP addresses of the subject alternative name. */
  names: readonly string[];
  notBefore: number;
  notAfter: number;
  serialNumber: string;
  signatureAlgorithm: string;
  /** `RSA`, `EC`, `Ed25519` and so on. */
  key: { type: string; bits: number | null };
  /** The whole certificate and its SubjectPublicKeyInfo, for TLSA (RFC 6698 §2.1); base64 of DER. */
  der: string;
  spki: string;
}

/** One TLS handshake in which any certificate is taken, so that it can be judged. */
export type HandshakeReply =
  | {
    outcome: 'answered';
    address: string;
    /** `TLSv1.3`, `TLSv1.2`, `TLSv1.1`, `TLSv1`. */
    protocol: string;
    /** In IANA's spelling. */
    cipher: string;
    /** The key exchange group, such as `X25519MLKEM768`; null where it cannot be determined. */
    group: string | null;
    alpn: string | null;
    /** As sent, the server's own first; at least that one. */
    chain: readonly CertificateSeen[];
    /** Whether the server's own certificate is for the host that was asked for, whatever else is wrong with it. */
    namesHost: boolean;
    /** Why a client would refuse it: `chain` for an untrusted, expired or incomplete one, `name` for another host's; null where it is fine. */
    refused: { reason: 'chain' | 'expired' | 'name'; cause: string } | null;
    ocspStapled: boolean;
  }
  | TlsFailure;

/** What a TLS server offers, found by asking for one thing after the other. */
export interface TlsOffer {
  /** Newest first, named as OpenSSL does: `TLSv1.3` to `TLSv1`, `SSLv3`. `serverOrder`: whether the server chooses by its own order; null where it cannot be determined. */
  versions: readonly { version: string; suites: readonly string[]; serverOrder: boolean | null }[];
  /** Key exchange groups in IANA's spelling: of TLS 1.3, and of the newest version below it. */
  groups: { tls13: readonly string[]; older: readonly string[] };
  alpn: readonly string[];
  /** RFC 7507 or the mark of RFC 8446 §4.1.3; null where there is only one version, or it cannot be determined. */
  downgradeProtected: boolean | null;
  /** RFC 5746 and RFC 7627, of the newest version below TLS 1.3; null where there is none. */
  secureRenegotiation: boolean | null;
  extendedMasterSecret: boolean | null;
  /** Of finite-field key exchange below TLS 1.3, the smallest seen; null where there is none. */
  dhBits: number | null;
  connections: number;
  durationMs: number;
}
export type TlsOfferReply = { outcome: 'answered'; address: string; offer: TlsOffer } | TlsFailure;

/** What a server makes of a client that speaks nothing newer than TLS 1.1: the version that it takes, null where it turns the client away. */
export type OldVersionReply = { outcome: 'answered'; address: string; version: string | null } | TlsFailure;

/** `stage` says how far the probe came: name resolution, connecting, or TLS. */
export interface TlsFailure {
  outcome: 'failed';
  stage: 'dns' | 'connect' | 'tls';
  cause: string;
}

export interface TlsTarget {
  host: string;
  port: number;
}

/** Probes TLS servers. */
export interface TlsProbe {
  handshake(target: TlsTarget, signal: AbortSignal): Promise<HandshakeReply>;
  oldVersion(target: TlsTarget, signal: AbortSignal): Promise<OldVersionReply>;
  /** Versions, suites and groups, by messages of our own; takes many connections. */
  enumerate(target: TlsTarget, signal: AbortSignal): Promise<TlsOfferReply>;
}

/** One visit to a mail server: greeting, EHLO, STARTTLS and the handshake behind it (RFC 3207); no mail is sent. */
export interface SmtpProbe {
  visit(host: string, address: string, signal: AbortSignal): Promise<SmtpReply>;
}
export type SmtpReply =
  | {
    outcome: 'answered';
    address: string;
    /** First line of the greeting, without its code. */
    greeting: string;
    /** Whether EHLO offers STARTTLS. */
    startTls: boolean;
    /** Whether the server sent more between its consent to STARTTLS and TLS: a client may take that for protected (RFC 3207 §5). */
    talksOn: boolean;
    /** Null where STARTTLS is not offered; failed where the server does not consent to it. */
    handshake: HandshakeReply | null;
  }
  | SmtpFailure;

/**
 * `unreachable`, `timeout`, `rejected` (the server wants nothing of this client) and `closed` say nothing of the server as others see it;
 * `garbled` is what no client can read.
 */
export interface SmtpFailure {
  outcome: 'failed';
  stage: 'connect' | 'greeting' | 'ehlo' | 'tls';
  kind: 'unreachable' | 'timeout' | 'rejected' | 'closed' | 'garbled';
  cause: string;
}
