import type { Clock } from '../core/clock.ts';
import type { Finding } from '../core/finding.ts';
import type { BoundRule } from '../core/findings/rules.ts';
import type { Dns } from '../core/lookup.ts';
import type { BlocklistLook, RegistryLook, SmtpLook, TlsLook, WebLook } from '../core/outside/probes.ts';
import type { AllFacts } from './index.ts';
import type { RegistrationMemory } from './registration/index.ts';

/** What a check may use to look; everything in it belongs to one run of the whole check. */
export interface Looking {
  domain: string;
  /** DKIM selectors that the owner of the domain uses, lower case, as far as they are known. */
  dkimSelectors?: readonly string[];
  dns: Dns;
  /** Fires when the time of the whole check is up; every look then ends as `failed`. */
  signal: AbortSignal;
  clock: Clock;
  random: () => number;
  /** Whether the address may be reached: public, or allowed by the operator. */
  mayReach: (address: string) => boolean;
  web: WebLook;
  tls: TlsLook;
  registry: RegistryLook;
  /** What registries said of late; left out, they are asked. */
  registrations?: RegistrationMemory;
  blocklists: BlocklistLook;
  smtp: SmtpLook;
  /** The facts of another check as soon as they are there; a check waits only for what it needs. */
  facts: <Name extends keyof AllFacts>(record: Name) => Promise<AllFacts[Name]>;
}

/** One subject of the domain check. `collect` looks, `analyze` judges, `present` shows. */
export interface Check<Name extends keyof AllFacts> {
  record: Name;
  rules: Readonly<Record<string, BoundRule>>;
  collect(looking: Looking): Promise<AllFacts[Name]>;
  /** Pure; every rule gives exactly one finding. */
  analyze(facts: AllFacts): Finding[];
  /** The fields of `records.<record>` beside `issues`; `issues` is given because the status follows from it. */
  present(facts: AllFacts, issues: readonly string[]): { status: RecordStatus } & Record<string, unknown>;
}

/** `configured`: reached through an alias; `notTested`: nobody looked. */
export type RecordStatus = 'ok' | 'configured' | 'found' | 'missing' | 'error' | 'notTested';
