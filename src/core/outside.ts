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
