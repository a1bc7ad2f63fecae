import { registeredDomain } from '../../core/domain-name.ts';
import { describeFailure, type Look } from '../../core/lookup.ts';
import type { RegistryReply } from '../../core/outside.ts';
import type { Looking } from '../check.ts';
import { parseRdap } from './parse-rdap.ts';
import { parseWhois } from './parse-whois.ts';
import type { Reading, Registration } from './registration.ts';

/** What the registry says of the name that is registered, and what DNS says of its name servers. */
export interface RegistrationFacts {
  /** The name that a registry knows; null where the domain is a public suffix, and then nothing was asked. */
  registeredDomain: string | null;
  outcome: 'found' | 'absent' | 'failed' | 'notAsked';
  registration: Registration | null;
  source: 'rdap' | 'whois' | null;
  /** Why nothing is known, where `outcome` is `failed`. */
  failed: string | null;
  /** The moment of the look, ISO 8601. */
  now: string;
  /** The NS set of the registered domain in DNS, empty where it has none; null where nobody looked or the look failed. */
  dnsNameservers: readonly string[] | null;
  /** Why `dnsNameservers` is null, where a look failed. */
  dnsFailed: string | null;
}

type Answer = Pick<RegistrationFacts, 'outcome' | 'registration' | 'source' | 'failed'>;
type DnsView = Pick<RegistrationFacts, 'dnsNameservers' | 'dnsFailed'>;

/** Asks the registry and DNS for the registered domain; the check of the name servers asks DNS the same, so this costs no question. */
export async function collectRegistration({ domain, dns, registry, signal, clock }: Looking): Promise<RegistrationFacts> {
  const name = registeredDomain(domain);
  const now = new Date(clock.now()).toISOString();
  if (name === null) return { registeredDomain: null, ...NOT_ASKED, now };
  const [reply, look] = await Promise.all([registry.find(name, signal), dns.look(name, 'NS')]);
  return { registeredDomain: name, ...answerOf(name, reply), now, ...dnsViewOf(name, look) };
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
function dnsViewOf(name: string, look: Look<readonly string[]>): DnsView {
  if (look.outcome === 'failed') return { dnsNameservers: null, dnsFailed: describeFailure('NS', name, look) };
  return { dnsNameservers: look.outcome === 'found' && look.via.length === 0 ? look.value : [], dnsFailed: null };
}
