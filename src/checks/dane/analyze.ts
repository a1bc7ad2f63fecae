import type { Finding } from '../../core/finding.ts';
import type { Particulars } from '../../core/findings/rules.ts';
import { describeFailure, type Security } from '../../core/lookup.ts';
import type { SmtpReply } from '../../core/outside/probes.ts';
import { complete } from '../complete.ts';
import { clip, MAX_SHOWN } from '../evidence.ts';
import { publishing } from '../fixes.ts';
import { found } from '../lookups.ts';
import { tlsaName, type DaneFacts, type DaneHost, type Tlsa } from './collect.ts';
import { accepts, associationOf, uselessness, usages } from './match.ts';
import { rules } from './rules.ts';

/** What a mail server said when it was visited; null where it has no address that may be reached. */
interface Visit {
  host: string;
  reply: SmtpReply | null;
}

/** What other checks know and DANE needs. */
export interface Others {
  /** Why the MX records are not known; null where they are. */
  mxUnknown: string | null;
  visits: readonly Visit[];
  /** The moment of the visits, epoch milliseconds. */
  now: number;
}

/** A mail server with TLSA records, and those of them that senders can use. */
interface Publisher extends DaneHost {
  records: readonly Tlsa[];
  usable: readonly Tlsa[];
}

/** Records of one server that are read; nobody has more. */
const MAX_RECORDS = 50;

/** Judges the TLSA records of the mail servers. */
export function analyzeDane(facts: DaneFacts, others: Others): Finding[] {
  const { mxUnknown } = others;
  const { hosts } = facts;
  if (mxUnknown !== null) return complete(rules, [], rule => rule.unknown(mxUnknown));
  if (hosts.length === 0) return complete(rules, [], rule => rule.notApplicable('The domain has no mail servers'));
  const publishers = publishersOf(facts);
  const given = [judgeMissing(facts, others), judgeDenial(hosts)];
  if (publishers.length === 0) return complete(rules, given, rule => rule.notApplicable('No TLSA records were found'));
  return [...given, judgeSecurity(publishers), judgeUsage(publishers), judgeMatch(publishers, facts, others), judgeRollover(publishers)];
}

/** Hosts with a record that senders go by, as far as is known. */
export function pinnedHosts(facts: DaneFacts): string[] {
  return publishersOf(facts).filter(publisher => publisher.usable.length > 0 && !isIgnored(publisher)).map(({ host }) => host);
}

function publishersOf({ hosts }: DaneFacts): Publisher[] {
  return hosts.filter(({ tlsa }) => tlsa.outcome === 'found').map(host => {
    const records = found(host.tlsa).slice(0, MAX_RECORDS);
    return { ...host, records, usable: records.filter(record => uselessness(record) === null) };
  });
}

/** The facts had the owner published what `finding` offers. */
export function carryOutFix(facts: DaneFacts, { fix }: Finding): DaneFacts {
  const record = fix?.record;
  if (record?.type !== 'TLSA') return facts;
  const [usage, selector, matchingType, association] = record.value.split(' ');
  const published = { usage: Number(usage), selector: Number(selector), matchingType: Number(matchingType), association: association! };
  return {
    ...facts, hosts: facts.hosts.map(seen => (tlsaName(seen.host) === record.name
      ? { ...seen, tlsa: { outcome: 'found', value: [...found(seen.tlsa), published], via: [], ttlSeconds: 0 } } : seen)),
  };
}

/** A sender uses TLSA records only where the address of the server and they themselves are secure (RFC 7672 §2.2). */
function isProven({ security }: DaneHost): boolean {
  return [security!.address, security!.tlsa].every(({ status }) => status === 'secure');
}

/** Whether it is known that senders do not use them. */
function isIgnored({ security }: DaneHost): boolean {
  return [security!.address, security!.tlsa].some(({ status }) => status === 'insecure' || status === 'bogus');
}

function judgeMissing({ hosts, leftOut }: DaneFacts, { visits }: Others): Finding {
  const lacking = hosts.filter(({ tlsa }) => tlsa.outcome === 'absent');
  const unseen = leftOut.slice(0, MAX_SHOWN).map(host => `${host} was not checked: there are too many mail servers`);
  if (lacking.length > 0) {
    const title = hosts.some(({ tlsa }) => tlsa.outcome === 'found') ? { title: 'Not every mail server publishes TLSA records (DANE)' } : {};
    return rules.missing.fail([...lacking.map(({ host }) => `no TLSA record at ${tlsaName(host)}`), ...unseen], { ...title, ...recordsFor(lacking, visits) });
  }
  const failed = hosts.find(({ tlsa }) => tlsa.outcome === 'failed');
  if (failed?.tlsa.outcome === 'failed') return rules.missing.unknown(describeFailure('TLSA', tlsaName(failed.host), failed.tlsa));
  return rules.missing.pass([...hosts.map(({ host }) => tlsaName(host)), ...unseen]);
}

/** The record to paste for the certificate that the server showed; where several servers lack theirs, all of them as steps. */
function recordsFor(lacking: readonly Pick<DaneHost, 'host' | 'own'>[], visits: readonly Visit[]): Particulars {
  const records = lacking.filter(({ own }) => own).flatMap(({ host }) => {
    const leaf = chainOf(host, visits)?.[0];
    return leaf === undefined ? [] : [{ name: tlsaName(host), type: 'TLSA', value: `3 1 1 ${associationOf({ selector: 1, matchingType: 1 }, leaf)}` }];
  });
  return { fix: publishing(records, lacking.length) };
}

function chainOf(host: string, visits: readonly Visit[]) {
  const reply = visits.find(visit => visit.host === host)?.reply;
  const handshake = reply?.outcome === 'answered' ? reply.handshake : null;
  return handshake?.outcome === 'answered' ? handshake.chain : null;
}

/** Only where the address is secure do senders ask for TLSA at all (RFC 7672 §2.2.2), so only there a failure delays mail. */
function judgeDenial(hosts: readonly DaneHost[]): Finding {
  const faults = hosts.flatMap(host => denialFault(host) ?? []);
  if (faults.length > 0) return rules.denial.fail(faults);
  const unknown = hosts.find(({ tlsa, security }) => tlsa.outcome === 'failed' && security!.address.status !== 'insecure');
  if (unknown?.tlsa.outcome !== 'failed') return rules.denial.pass();
  const ofNoAccount = unknown.tlsa.kind === 'servfail' && unknown.security!.address.status === 'notValidated';
  return rules.denial.unknown(describeFailure('TLSA', tlsaName(unknown.host), unknown.tlsa), ofNoAccount ? { severity: 'info' } : {});
}

/** The resolver has just had a secure answer of the same servers: what it cannot get now is theirs to give. */
function denialFault({ host, tlsa, security }: DaneHost): string | null {
  if (security?.address.status !== 'secure') return null;
  if (tlsa.outcome === 'failed') return tlsa.kind === 'servfail' ? describeFailure('TLSA', tlsaName(host), tlsa) : null;
  return security.tlsa.status === 'bogus' ? `TLSA of ${tlsaName(host)}: ${reasonOf(security.tlsa)}` : null;
}

function judgeSecurity(publishers: readonly Publisher[]): Finding {
  if (publishers.every(({ security }) => security!.tlsa.status === 'notValidated')) return rules.insecure.notApplicable('DNSSEC is not validated here');
  const lookups = publishers.flatMap(({ host, own, security }) => [
    { what: `TLSA of ${tlsaName(host)}`, serious: true, of: security!.tlsa },
    { what: `address of ${host}`, serious: true, of: security!.address },
    { what: 'MX records of the domain', serious: own, of: security!.mx },
  ]);
  const insecure = lookups.filter(({ of }) => of.status === 'insecure');
  const evidence = [...new Set(insecure.map(({ what, of }) => `${what}: ${reasonOf(of)}`))];
  if (insecure.some(({ serious }) => serious)) return rules.insecure.fail(evidence);
  // The provider did its part; that the domain is not signed is a finding of its own.
  if (insecure.length > 0) return rules.insecure.fail(evidence, { severity: 'info', title: 'The mail servers offer DANE, but the domain is not signed with DNSSEC, so senders cannot use it' });
  const unknown = lookups.find(({ of }) => of.status === 'indeterminate');
  return unknown ? rules.insecure.unknown(`${unknown.what}: ${reasonOf(unknown.of)}`) : rules.insecure.pass();
}

function judgeUsage(publishers: readonly Publisher[]): Finding {
  const useless = publishers.flatMap(({ host, records }) => records.flatMap(record => {
    const reason = uselessness(record);
    return reason === null ? [] : [`${host}: ${format(record)}: ${reason}`];
  }));
  if (useless.length === 0) return rules.usage.pass();
  const harmless = publishers.every(({ usable }) => usable.length > 0);
  return rules.usage.fail(useless.slice(0, MAX_SHOWN), harmless ? { severity: 'low', title: 'A TLSA record of a mail server cannot be used for mail' } : {});
}

function judgeMatch(publishers: readonly Publisher[], { domain, hosts }: DaneFacts, { visits, now }: Others): Finding {
  const judged = publishers.filter(publisher => publisher.usable.length > 0 && !isIgnored(publisher));
  if (judged.length === 0) return rules.mismatch.notApplicable('There are no TLSA records that senders use');
  const verdicts = judged.map(publisher => ({ publisher, ...matchOf(publisher, domain, visits, now) }));
  const faults = verdicts.filter(({ fault }) => fault !== null);
  if (faults.length > 0) {
    const evidence = faults.flatMap(({ publisher: { host, usable }, fault }) => [`${host}: ${fault}`, ...usable.slice(0, MAX_SHOWN).map(record => `${tlsaName(host)}: ${format(record)}`)]);
    return rules.mismatch.fail(evidence, { ...mismatchCase(faults.length === hosts.length, faults.some(({ publisher }) => isProven(publisher))), ...recordsFor(faults.map(({ publisher }) => publisher), visits) });
  }
  const unknown = verdicts.find(({ unknown }) => unknown !== null);
  return unknown ? rules.mismatch.unknown(unknown.unknown!, { severity: 'info' }) : rules.mismatch.pass(judged.map(({ host }) => host));
}

/** While another server takes mail, it goes there; and where the records are not proven nobody can say that mail stops. */
function mismatchCase(everywhere: boolean, proven: boolean): Particulars {
  const title = everywhere ? {} : { title: 'The certificate of a mail server does not match its TLSA records: senders that know DANE do not deliver there' };
  if (!proven) return { ...title, severity: 'medium' };
  return everywhere ? title : { ...title, severity: 'high' };
}

type Match = { fault: string | null; unknown: string | null };

function matchOf({ host, usable }: Publisher, domain: string, visits: readonly Visit[], now: number): Match {
  const reply = visits.find(visit => visit.host === host)?.reply;
  if (reply?.outcome !== 'answered') return { fault: null, unknown: `port 25 of ${host}: ${reply?.cause ?? 'no address to visit'}` };
  const { handshake } = reply;
  // RFC 7672 §2.2: with usable records TLS is a must.
  if (handshake === null) return { fault: 'STARTTLS is not offered', unknown: null };
  if (handshake.outcome === 'failed') return { fault: clip(handshake.cause), unknown: null };
  const { chain } = handshake;
  if (usable.some(record => accepts(record, { chain, names: [host, domain], now }))) return { fault: null, unknown: null };
  const key = associationOf({ selector: 1, matchingType: 1 }, chain[0]!);
  return { fault: `no record matches; the certificate of ${clip(chain[0]!.subject)} in use has 3 1 1 ${key}`, unknown: null };
}

function judgeRollover(publishers: readonly Publisher[]): Finding {
  const used = publishers.filter(publisher => publisher.usable.length > 0 && !isIgnored(publisher));
  if (used.length === 0) return rules.rollover.notApplicable('There are no TLSA records that senders use');
  const single = used.filter(({ usable }) => usable.length === 1 && usable[0]!.usage === usages.daneEe);
  return single.length === 0 ? rules.rollover.pass() : rules.rollover.fail(single.map(({ host, usable }) => `${tlsaName(host)}: ${format(usable[0]!)}`));
}

function format({ usage, selector, matchingType, association }: Tlsa): string {
  return clip(`${usage} ${selector} ${matchingType} ${association}`);
}

function reasonOf({ reason, status }: Security): string {
  return reason?.detail ?? status;
}
