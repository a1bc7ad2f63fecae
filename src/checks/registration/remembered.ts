import type { Registration } from './registration.ts';

/** What a registry said of a registration, and when. */
export interface RememberedRegistration {
  registration: Registration;
  source: 'rdap' | 'whois';
  /** The moment of the lookup, ISO 8601. */
  at: string;
}

/** Where lookups leave what registries said, by the registered name, for those that come soon after. */
export interface RegistrationMemory {
  /** The last that was kept; null where there is none, or the registry is to be asked all the same. */
  recall(registeredDomain: string): Promise<RememberedRegistration | null>;
  keep(registeredDomain: string, remembered: RememberedRegistration): Promise<void>;
}

/** What is older is asked for again. */
const REMEMBERED_MS = 86_400_000;
/** So near to its end a registration is asked for every time. */
const NEAR_END_MS = 30 * 86_400_000;

/** Whether what was remembered may stand for an answer of now. */
export function isCurrent({ registration: { expiresAt }, at }: RememberedRegistration, nowMs: number): boolean {
  return nowMs - Date.parse(at) < REMEMBERED_MS && (expiresAt === null || Date.parse(expiresAt) - nowMs > NEAR_END_MS);
}

/** Whether DNS has other nameservers than the registry had then, which one of the two has changed since; null says nothing. */
export function isContradicted({ nameservers }: Registration, dnsNameservers: readonly string[] | null): boolean {
  return dnsNameservers !== null && nameservers.length > 0 && nameservers.toSorted().join() !== dnsNameservers.toSorted().join();
}
