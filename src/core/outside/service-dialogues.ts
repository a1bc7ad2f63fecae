/** Opens dialogues with services, each over one connection to a vetted address; every step is bounded in bytes and time, and failures are values. */
export interface ServiceDialogues {
  /** `timeoutMs` is for connecting alone. */
  open(target: ServiceTarget, options: { timeoutMs: number; signal: AbortSignal }): Promise<ServiceDialogue | DialogueFailure>;
  /** Sends one datagram and returns the first reply of at most `maxBytes`; null where none came within `waitMs`. */
  ask(target: ServiceTarget, datagram: Uint8Array, options: { waitMs: number; maxBytes: number; signal: AbortSignal }): Promise<Uint8Array | null>;
}

export interface ServiceTarget {
  /** An address, or a name that is resolved and vetted. */
  host: string;
  port: number;
}

/** `refused`: nobody listens; `unreachable`: no connection; `timeout`: none in time; `notAllowed`: the address must not be reached. */
export interface DialogueFailure {
  failed: 'refused' | 'unreachable' | 'timeout' | 'notAllowed';
  cause: string;
}

/** One connection, which the caller closes. */
export interface ServiceDialogue {
  send(bytes: Uint8Array | string): void;
  /** What came since the last call, as soon as `isWhole` accepts it, the peer hangs up, `maxBytes` are there, or after `waitMs`. */
  receive(options: { waitMs: number; maxBytes: number; isWhole?: (bytes: Uint8Array) => boolean }): Promise<Received>;
  /** TLS on this connection, any certificate taken: what comes is to be described, not trusted. */
  startTls(options: { serverName: string | null; alpn: readonly string[]; waitMs: number }): Promise<TlsSeen | { failed: 'tls'; cause: string }>;
  close(): void;
}

export interface Received {
  bytes: Uint8Array;
  end: 'whole' | 'full' | 'closed' | 'timeout';
}

/** What a handshake showed. */
export interface TlsSeen {
  /** `TLSv1.3` and so on. */
  version: string;
  alpn: string | null;
  /** Distinguished names of the certificate, one line; null where the server showed none. */
  subject: string | null;
  issuer: string | null;
}
