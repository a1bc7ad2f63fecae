/** What is asked of an endpoint, once. */
export type EndpointRequest =
  | { kind: 'http'; url: string; method: string; headers: Readonly<Record<string, string>>; body: string | null; redirects: 0 | 5; maxBytes: number }
  | { kind: 'websocket'; url: string; headers: Readonly<Record<string, string>> }
  | { kind: 'tcp' | 'tls'; host: string; port: number }
  | { kind: 'grpc'; host: string; port: number; tls: boolean; service: string }
  | { kind: 'smtp' | 'imap'; host: string; port: number; tls: boolean }
  /** The mail servers that the domain publishes, one after the other until one answers. */
  | { kind: 'mx'; host: string }
  | { kind: 'dns'; host: string; type: string }
  | { kind: 'icmp'; host: string };

/** How long each phase took, in milliseconds; null for one that was not reached or that the kind does not have. */
export interface Phases {
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
  firstByteMs: number | null;
  totalMs: number;
}

/** Why nothing came of it. `ours` is a statement about this machine and its resolvers; `unsupported`: this machine cannot ask that; `notAsked`: whoever judges the addresses let none be asked. */
export interface EndpointFailure {
  kind: 'dns' | 'connect' | 'timeout' | 'tls' | 'protocol' | 'notAllowed' | 'ours' | 'unsupported' | 'notAsked';
  cause: string;
}

/** What was seen. Bounded; never throws. */
export interface EndpointSight {
  phases: Phases;
  /** The address that was reached last. */
  address: string | null;
  failure: EndpointFailure | null;
  /** Of HTTP and WebSocket. */
  status: number | null;
  /** Names in lower case. */
  headers: readonly (readonly [name: string, value: string])[];
  /** Text of the reply, the greeting, or what the service says of itself. */
  body: string;
  /** Of the whole body that was read. */
  bodyBytes: number;
  /** Epoch milliseconds at which the first certificate that was shown expires. */
  tlsExpiresAt: number | null;
  /** Of a dns request: the records, and the response code. */
  answers: readonly string[];
  rcode: string | null;
}

/** Judges the addresses of one hop just before it is asked, `port` null for an echo request: gives those that may be asked, or why none may. */
export type Admit = (hop: { host: string; port: number | null }, addresses: readonly string[], signal: AbortSignal) => Promise<readonly string[] | string>;

/** Asks endpoints, each hop at vetted addresses only, all within `timeoutMs`; the time that `admit` takes is in no phase. */
export type EndpointProbes = (request: EndpointRequest, limits: { timeoutMs: number; signal: AbortSignal; admit?: Admit }) => Promise<EndpointSight>;
