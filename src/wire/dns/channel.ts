/** Where a DNS server answers. */
export interface Server {
  /** An address literal, never a name. */
  address: string;
  port: number;
}

/** Why no reply came; `notSent` is a trouble of this machine; `cause` is a phrase to stand behind the server's name, such as `connection refused`. */
export interface TransportFailure {
  failed: 'timeout' | 'unreachable' | 'notAllowed' | 'notSent' | 'cancelled';
  cause: string;
}

/** How one message is sent and its reply awaited. */
export interface ExchangeOptions {
  /** The whole time, connecting included; bytes that trickle in do not extend it. */
  timeoutMs: number;
  signal: AbortSignal;
  /** On a socket of its own, which closes with the reply. */
  alone?: boolean;
  /** Whether `reply` answers the packet; others are ignored, and the waiting goes on (RFC 5452 §9.1). */
  accept(reply: Uint8Array): boolean;
}

/** A socket to one server; closing it twice is once. */
export interface Channel {
  send(packet: Uint8Array): void;
  close(): void;
}

/** What a channel reports. */
export interface ChannelEvents {
  reply(message: Uint8Array): void;
  /** The channel is of no more use; `cause` is a phrase or the code of a system error. */
  lost(cause: string): void;
}
