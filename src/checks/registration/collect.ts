import { registeredDomain } from '../../core/domain-name.ts';
import { describeFailure, type Lookup } from '../../core/lookup.ts';
import type { RegistryReply } from '../../core/outside/probes.ts';
import type { CollectContext } from '../check.ts';
import { parseRdap } from './parse-rdap.ts';
import { parseWhois } from './parse-whois.ts';
import type { Reading, Registration } from './registration.ts';
import { isContradicted, isCurrent } from './remembered.ts';

/** What the registry says of the name that is registered, and what DNS says of its name servers. */
export interface RegistrationFacts {
  /** The name that a registry knows; null where the domain is a public suffix, and then nothing was asked. */
  registeredDomain: string | null;
  outcome: 'found' | 'absent' | 'failed' | 'notAsked';
  registration: Registration | null;
  source: 'rdap' | 'whois' | null;
  /** Why nothing is known, where `outcome` is `failed`. */
  failed: string | null;
  /** The moment of the lookup, ISO 8601. */
  now: string;
  /** When the registry said so, ISO 8601, where that is remembered from an earlier lookup; left out where it was asked now. */
  asOf?: string;
  /** The NS set of the registered domain in DNS, empty where it has none; null where it was not looked up or the lookup failed. */
  dnsNameservers: readonly string[] | null;
  /** Why `dnsNameservers` is null, where a lookup failed. */
  dnsFailed: string | null;
}

type Answer = Pick<RegistrationFacts, 'outcome' | 'registration' | 'source' | 'failed'>;
type DnsView = Pick<RegistrationFacts, 'dnsNameservers' | 'dnsFailed'>;

/**
 * Asks the registry and DNS for the registered domain; the check of the name servers asks DNS the same, so this costs no question. What the registry
 * said within a day stands for its answer, unless the registration ends soon or DNS speaks against it. Only what was found is remembered.
 */
export async function collectRegistration({ domain, dns, registry, registrations, signal, clock }: CollectContext): Promise<RegistrationFacts> {
  const name = registeredDomain(domain);
  const now = new Date(clock.now()).toISOString();
  if (name === null) return { registeredDomain: null, ...NOT_ASKED, now };
  const remembered = await registrations?.recall(name);
  const current = remembered && isCurrent(remembered, clock.now()) ? remembered : null;
  const [reply, lookup] = await Promise.all([current ? null : registry.find(name, signal), dns.lookup(name, 'NS')]);
  const view = dnsViewOf(name, lookup);
  if (current && !isContradicted(current.registration, view.dnsNameservers)) {
    const { registration, source, at } = current;
    return { registeredDomain: name, outcome: 'found', registration, source, failed: null, now, asOf: at, ...view };
  }
  const answer = answerOf(name, reply ?? await registry.find(name, signal));
  if (answer.registration && answer.source) await registrations?.keep(name, { registration: answer.registration, source: answer.source, at: now });
  return { registeredDomain: name, ...answer, now, ...view };
}

const NOT_ASKED: Answer & DnsView = {
  outcome: 'notAsked', registration: null, source: null, failed: null, dnsNameservers: null, dnsFailed: null,
};

function answerOf(name: string, reply: RegistryReply): Answer {
  const { source } = reply;
  if (reply.outcome === 'failed') return failedAnswer(source, reply.cause);
  const reading = readReply(reply);
  if (reading.registered === 'no') return { outcome: 'absent', registration: null, source, failed: null };
  if (reading.registered === 'unclear') return failedAnswer(source, reading.cause);
  const { registration } = reading;
  if (registration.domain !== null && registration.domain !== name) return failedAnswer(source, `the registry answered for ${registration.domain}`);
  return { outcome: 'found', registration, source, failed: null };
}

/** What a reply that came says of the registration. */
export function readReply(reply: Exclude<RegistryReply, { outcome: 'failed' }>): Reading {
  if (reply.outcome === 'absent') return { registered: 'no' };
  return reply.source === 'rdap' ? parseRdap(reply.text) : parseWhois(reply.text);
}

function failedAnswer(source: RegistryReply['source'], failed: string): Answer {
  return { outcome: 'failed', registration: null, source, failed };
}

/** What lies behind an alias belongs to another zone. */
function dnsViewOf(name: string, lookup: Lookup<readonly string[]>): DnsView {
  if (lookup.outcome === 'failed') return { dnsNameservers: null, dnsFailed: describeFailure('NS', name, lookup) };
  return { dnsNameservers: lookup.outcome === 'found' && lookup.via.length === 0 ? lookup.value : [], dnsFailed: null };
}
