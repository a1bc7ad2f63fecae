import type { Finding } from '../../core/finding.ts';
import { complete } from '../complete.ts';
import type { RegistrationFacts } from './collect.ts';
import type { Registration } from './registration.ts';
import { rules } from './rules.ts';
import { isRegistryLock, isTransferLock } from './statuses.ts';
import { offersTransferLock } from './transfer-locks.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const SOON_DAYS = 30;
const AT_ONCE_DAYS = 7;
const YOUNG_DAYS = 30;
const RECENT_DAYS = 7;

/** The registrar has given the domain up (RFC 3915 §3.1). */
const LAPSED_STATUSES = new Set(['redemptionPeriod', 'pendingRestore', 'pendingDelete']);

/** Statuses with which a domain is out of DNS or about to be (RFC 5731 §2.3, RFC 3915 §3.1), and how to say so. */
const SERIOUS_STATUSES: Readonly<Record<string, string>> = {
  pendingDelete: 'The registry is about to delete the domain',
  redemptionPeriod: 'The registration has lapsed and can only be restored for a short time',
  clientHold: 'The registrar has put the domain on hold, which takes it out of DNS',
  serverHold: 'The registry has put the domain on hold, which takes it out of DNS',
  inactive: 'The domain is registered without nameservers',
};

/** What came of the registry lookup; `unknown` also where registry and DNS disagree on whether the name exists. */
export type RegistryView =
  | { state: 'found'; registration: Registration; domain: string }
  | { state: 'absent'; domain: string }
  | { state: 'unknown'; cause: string }
  | { state: 'notAsked' };

/** A registration counts as missing only where DNS has no such name either. */
export function viewOf({ registeredDomain, outcome, registration, failed, dnsNameservers }: RegistrationFacts): RegistryView {
  if (registeredDomain === null || outcome === 'notAsked') return { state: 'notAsked' };
  const unknown = (cause: string): RegistryView => ({ state: 'unknown', cause: `registration of ${registeredDomain}: ${cause}` });
  if (outcome === 'found' && registration) return { state: 'found', registration, domain: registeredDomain };
  if (outcome !== 'absent') return unknown(failed ?? 'no answer');
  if (dnsNameservers?.length === 0) return { state: 'absent', domain: registeredDomain };
  return unknown(dnsNameservers === null ? 'the registry says that it is not registered, and DNS could not be asked' : 'the registry says that it is not registered, although it is in DNS');
}

/** Judges the registration; a failed lookup gives one issue, of `reg.unavailable`. */
export function analyzeRegistration(facts: RegistrationFacts): Finding[] {
  const view = viewOf(facts);
  if (view.state === 'found') return judge(view.registration, view.domain, facts);
  if (view.state === 'unknown') {
    return complete(rules, [rules.unavailable.unknown(view.cause)], rule => rule.unknown(view.cause, { severity: 'info' }));
  }
  if (view.state === 'absent') {
    const absent = rules.unavailable.fail([`the registry has no registration of ${view.domain}`]);
    return complete(rules, [absent], rule => rule.notApplicable('The domain is not registered'));
  }
  return complete(rules, [], rule => rule.notApplicable('A public suffix is not registered like a domain'));
}

function judge(registration: Registration, domain: string, facts: RegistrationFacts): Finding[] {
  const nowMs = Date.parse(facts.now);
  return [
    expiry(registration, nowMs),
    locks(registration, domain),
    registryLock(registration, domain),
    status(registration),
    nameservers(registration, facts),
    age(registration, nowMs),
    updated(registration, nowMs),
    registration.registrar ? rules.registrar.pass([describeRegistrar(registration.registrar)]) : rules.registrar.fail(['no registrar in the reply']),
    registration.holder === 'shown' ? rules.redacted.fail(['the reply has contact data of the holder']) : rules.redacted.pass(),
    rules.unavailable.pass(facts.source ? [`answered by ${facts.source.toUpperCase()}${facts.asOf === undefined ? '' : ` at ${facts.asOf}, and not asked again`}`] : []),
  ];
}

/** Registries that renew by themselves move the date on even while the registrar has let the domain go. */
function expiry({ expiresAt, statuses }: Registration, nowMs: number): Finding {
  const lapsed = statuses.filter(status => LAPSED_STATUSES.has(status));
  const days = expiresAt === null ? Infinity : (Date.parse(expiresAt) - nowMs) / DAY_MS;
  const evidence = expiresAt === null ? [] : [`expires ${expiresAt}`];
  if (lapsed.length > 0 && days >= 0) {
    const text = 'Ask the registrar to restore the domain. Soon it will be deleted, and then anybody may register it.';
    return rules.expiry.fail([...lapsed, ...evidence], { severity: 'critical', title: 'The registration was not renewed, and the domain is about to be deleted', fix: { text } });
  }
  if (expiresAt === null) return rules.expiry.notApplicable('The registry does not say when the registration expires');
  if (days >= SOON_DAYS) return rules.expiry.pass(evidence);
  const date = expiresAt.slice(0, 10);
  const title = days < 0 ? `The registration expired on ${date}` : `The registration expires in ${daysInWords(days)}, on ${date}`;
  return rules.expiry.fail(evidence, { title, severity: days < AT_ONCE_DAYS ? 'critical' : 'high' });
}

function daysInWords(days: number): string {
  if (days < 1) return 'less than a day';
  return days < 2 ? '1 day' : `${Math.floor(days)} days`;
}

function locks({ statuses }: Registration, domain: string): Finding {
  const locked = statuses.filter(isTransferLock);
  if (locked.length > 0) return rules.locks.pass(locked);
  if (statuses.length === 0 || !offersTransferLock(domain)) return rules.locks.notApplicable('The registry does not show transfer locks');
  return rules.locks.fail([`statuses: ${statuses.join(', ')}`]);
}

/** A lock that the registry takes off only by hand, after asking back (RFC 5731 §2.3, the server statuses). */
function registryLock({ statuses }: Registration, domain: string): Finding {
  const locked = statuses.filter(isRegistryLock);
  if (locked.length > 0) return rules.registrylock.pass(locked);
  if (statuses.length === 0 || !offersTransferLock(domain)) return rules.registrylock.notApplicable('The registry does not show its locks');
  return rules.registrylock.fail([`statuses: ${statuses.join(', ')}`]);
}

function status({ statuses }: Registration): Finding {
  if (statuses.length === 0) return rules.status.notApplicable('The registry shows no statuses');
  const serious = Object.keys(SERIOUS_STATUSES).filter(name => statuses.includes(name));
  const worst = serious[0];
  const evidence = [`statuses: ${statuses.join(', ')}`];
  return worst === undefined ? rules.status.pass(evidence) : rules.status.fail(evidence, { title: `${SERIOUS_STATUSES[worst]} (${serious.join(', ')})` });
}

function nameservers(registration: Registration, { dnsNameservers, dnsFailed }: RegistrationFacts): Finding {
  if (registration.nameservers.length === 0) return rules.ns.notApplicable('The registry does not show the nameservers');
  if (dnsNameservers === null) return rules.ns.unknown(dnsFailed ?? 'NS: not looked up', { severity: 'info' });
  if (dnsNameservers.length === 0) return rules.ns.notApplicable('DNS has no nameservers of the domain');
  const onlyRegistry = registration.nameservers.filter(name => !dnsNameservers.includes(name));
  const onlyDns = dnsNameservers.filter(name => !registration.nameservers.includes(name));
  if (onlyRegistry.length + onlyDns.length === 0) return rules.ns.pass(dnsNameservers);
  return rules.ns.fail([...onlyRegistry.map(name => `only at the registry: ${name}`), ...onlyDns.map(name => `only in DNS: ${name}`)]);
}

function age({ createdAt }: Registration, nowMs: number): Finding {
  if (createdAt === null) return rules.age.notApplicable('The registry does not say when the domain was registered');
  const young = nowMs - Date.parse(createdAt) < YOUNG_DAYS * DAY_MS;
  return young ? rules.age.fail([`registered ${createdAt}`]) : rules.age.pass([`registered ${createdAt}`]);
}

function updated({ updatedAt, createdAt }: Registration, nowMs: number): Finding {
  if (updatedAt === null) return rules.updated.notApplicable('The registry does not say when the registration was changed');
  const isNew = createdAt !== null && nowMs - Date.parse(createdAt) < YOUNG_DAYS * DAY_MS;
  const recent = !isNew && nowMs - Date.parse(updatedAt) < RECENT_DAYS * DAY_MS;
  return recent ? rules.updated.fail([`changed ${updatedAt}`]) : rules.updated.pass([`changed ${updatedAt}`]);
}

function describeRegistrar({ name, ianaId }: NonNullable<Registration['registrar']>): string {
  return ianaId === null ? name : `${name} (IANA id ${ianaId})`;
}
