/** What a check can ask of its target. */
export const checkKinds = ['http', 'keyword', 'json', 'tcp', 'tls', 'dns', 'icmp', 'grpc', 'websocket', 'smtp', 'imap', 'push'] as const;
export type CheckKind = (typeof checkKinds)[number];

/** Those that ask by a URL. */
export const urlKinds: ReadonlySet<CheckKind> = new Set(['http', 'keyword', 'json', 'websocket']);

/** Record types that a dns check can ask for. */
export const dnsTypes = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SOA', 'CAA', 'PTR'] as const;

export const httpMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** What a target is, once its text was read. */
export interface Target {
  /** Lower-case A-labels or an address; empty for push. */
  host: string;
  /** Null where the kind has none. */
  port: number | null;
  /** Null where the kind asks by none. */
  url: URL | null;
}
