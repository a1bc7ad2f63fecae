import type { Clock } from '../core/clock.ts';
import type { BoundRule, Finding, RecordName } from '../core/finding.ts';
import type { Dns } from '../core/lookup.ts';
import type { AllFacts } from './index.ts';

/** What a check may use to look; everything in it belongs to one run of the whole check. */
export interface Looking {
  domain: string;
  dns: Dns;
  /** Fires when the time of the whole check is up; every look then ends as `failed`. */
  signal: AbortSignal;
  clock: Clock;
  random: () => number;
  /** Whether the address may be reached: public, or allowed by the operator. */
  mayReach: (address: string) => boolean;
  web: WebLook;
  registry: RegistryLook;
  /** The facts of another check as soon as they are there; a check waits only for what it needs. */
  facts<Name extends keyof AllFacts>(record: Name): Promise<AllFacts[Name]>;
}

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

/** One subject of the domain check. `collect` looks, `analyze` judges, `present` shows. */
export interface Check<Name extends keyof AllFacts> {
  record: Name & RecordName;
  rules: Readonly<Record<string, BoundRule>>;
  collect(looking: Looking): Promise<AllFacts[Name]>;
  /** Pure; every rule gives exactly one finding. */
  analyze(facts: AllFacts): Finding[];
  /** The fields of `records.<record>` beside `issues`; `issues` is given because the status follows from it. */
  present(facts: AllFacts, issues: readonly string[]): { status: RecordStatus } & Record<string, unknown>;
}

export type RecordStatus = 'ok' | 'configured' | 'found' | 'missing' | 'error' | 'notTested';
