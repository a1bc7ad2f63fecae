/** Providers of DNS whose API publishes a record, with the name that people know each by. */
export const dnsProviders = { cloudflare: 'Cloudflare', route53: 'Amazon Route 53', digitalOcean: 'DigitalOcean', hetzner: 'Hetzner', deSec: 'deSEC', gandi: 'Gandi' } as const;
export type DnsProvider = keyof typeof dnsProviders;

/** What proves to a provider who asks; a session token comes with temporary credentials of AWS. */
export type DnsCredentials =
  | { provider: 'route53'; accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined }
  | { provider: Exclude<DnsProvider, 'route53'>; token: string };

/** A zone of the account at the provider. */
export interface DnsZone {
  id: string;
  /** Lower-case A-labels without a trailing dot. */
  name: string;
  /** Why what is written there is not on the Internet, as a sentence; null where the provider does not know of a reason. */
  unserved: string | null;
}

/** Why something was not done; `cause` is a sentence in words of this program, without credentials. */
export interface DnsFault {
  /** `credentials`: they are not taken; `notAllowed`: they do not permit this; `limited`: too many requests; `conflict`: the zone does not take the record; `unreachable`: no answer that can be read. */
  fault: 'credentials' | 'notAllowed' | 'limited' | 'conflict' | 'unreachable';
  cause: string;
  /** For how many milliseconds it asks to be left alone; null where it does not say. */
  retryAfterMs: number | null;
  /** Of a write whose answer was lost: it may have been done all the same. */
  mayBeDone?: true;
}

/** Makes one request, or more where the first of them is not taken. */
export type DnsAttempt = <T>(ask: () => Promise<T | DnsFault>) => Promise<T | DnsFault>;

/** The DNS of whoever gave the credentials. No call throws. */
export interface DnsAccount {
  /** Page after page, each by `attempt`; once without it. */
  zones(attempt?: DnsAttempt): Promise<readonly DnsZone[] | DnsFault>;
  /** Adds a TXT value at `name`, absolute, next to those that are there. */
  addTxt(zone: DnsZone, name: string, value: string): Promise<'published' | 'alreadyThere' | DnsFault>;
}

/** The providers, at public addresses or at the mirror that the operator named. */
export interface DnsProviders {
  /** False where the operator lets none be asked. */
  isOn: boolean;
  /** Nothing is asked until a call; `signal` ends what is under way. */
  open(credentials: DnsCredentials, signal: AbortSignal): DnsAccount;
}

/** Whether it is a fault in place of a result. */
export function isDnsFault(result: unknown): result is DnsFault {
  return typeof result === 'object' && result !== null && 'fault' in result;
}
