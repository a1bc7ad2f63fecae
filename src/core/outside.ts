/** One GET over HTTPS: the certificate must be valid for the host, no redirect is followed, the body is bounded. */
export interface WebLook {
  get(url: string, options: { maxBytes: number; signal: AbortSignal }): Promise<WebReply>;
}
export type WebReply =
  | { outcome: 'answered'; status: number; contentType: string | null; location: string | null; body: string; truncated: boolean }
  /** `stage` says how far the look came: name resolution, connecting, TLS (certificate included), or the exchange. */
  | { outcome: 'failed'; stage: 'dns' | 'connect' | 'tls' | 'http'; cause: string };

/** The registry's own words on a name, unread: the check parses them. */
export interface RegistryLook {
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
    protocol: string;
    cipher: string;
    /** The key exchange group, such as `X25519MLKEM768`; null where it cannot be told. */
    group: string | null;
    alpn: string | null;
    /** As sent, the server's own first. */
    chain: readonly CertificateSeen[];
    /** Why a client would refuse it: `chain` for an untrusted, expired or incomplete one, `name` for another host's; null where it is fine. */
    refused: { reason: 'chain' | 'expired' | 'name'; cause: string } | null;
    ocspStapled: boolean;
  }
  | { outcome: 'failed'; stage: 'dns' | 'connect' | 'tls'; cause: string };

/** What a TLS server offers, found by asking for one thing after the other. */
export interface TlsOffer {
  versions: readonly { version: string; suites: readonly string[]; /** Whether the server chooses by its own order; null where it cannot be told. */ serverOrder: boolean | null }[];
  /** Key exchange groups in IANA's spelling. */
  groups: readonly string[];
  alpn: readonly string[];
  /** RFC 7507; null where there is only one version. */
  downgradeProtected: boolean | null;
  /** RFC 5746 and RFC 7627, of TLS 1.2 and below; null where neither is offered. */
  secureRenegotiation: boolean | null;
  extendedMasterSecret: boolean | null;
  /** Of finite-field key exchange, the smallest seen; null where there is none. */
  dhBits: number | null;
  connections: number;
  durationMs: number;
}
export type TlsOfferReply = { outcome: 'answered'; address: string; offer: TlsOffer } | { outcome: 'failed'; stage: 'dns' | 'connect' | 'tls'; cause: string };

/** Looks at TLS servers. */
export interface TlsLook {
  handshake(target: { host: string; port: number }, signal: AbortSignal): Promise<HandshakeReply>;
  /** Versions, suites and groups, by messages of our own; takes many connections. */
  enumerate(target: { host: string; port: number }, signal: AbortSignal): Promise<TlsOfferReply>;
}

/** One visit to a mail server: greeting, EHLO, STARTTLS and the handshake behind it (RFC 3207); no mail is sent. */
export interface SmtpLook {
  visit(host: string, address: string, signal: AbortSignal): Promise<SmtpReply>;
}
export type SmtpReply =
  | {
    outcome: 'answered';
    address: string;
    greeting: string;
    /** Whether EHLO offers STARTTLS. */
    startTls: boolean;
    /** Null where STARTTLS is not offered. */
    handshake: HandshakeReply | null;
  }
  | { outcome: 'failed'; stage: 'connect' | 'greeting' | 'ehlo'; cause: string };
