import type { Finding } from '../../core/finding.ts';
import type { BoundRule, Particulars } from '../../core/findings/rules.ts';
import type { HandshakeReply, SmtpFailure, SmtpReply } from '../../core/outside/probes.ts';
import { complete } from '../complete.ts';
import { clip, MAX_SHOWN } from '../evidence.ts';
import type { SmtpFacts, SmtpVisit } from './collect.ts';
import { rules } from './rules.ts';

/** What other checks know of the mail servers. */
export interface Others {
  /** Why the MX records are not known; null where they are. */
  mxUnknown: string | null;
  /** The MTA-STS policy makes senders refuse servers whose certificate is not valid. */
  enforcesMtaSts: boolean;
  /** Hosts whose certificate is pinned by DANE: senders that know it need no public authority (RFC 7672 §3.1). */
  pinned: readonly string[];
}

/** A visit that took place. */
type Visited = SmtpVisit & { reply: SmtpReply };
type Answered = Extract<SmtpReply, { outcome: 'answered' }>;
type Secured = Extract<HandshakeReply, { outcome: 'answered' }>;

/** What one mail server says to one rule: a fault, nothing, or that it does not concern it. */
type Verdict = { fault: string } | 'fine' | 'skip';

/** Judges what the mail servers said. */
export function analyzeSmtp(facts: SmtpFacts, others: Others): Finding[] {
  const { mxUnknown } = others;
  if (mxUnknown !== null) return complete(rules, [], rule => rule.unknown(mxUnknown));
  const visits = facts.visits.filter((visit): visit is Visited => visit.reply !== null);
  if (facts.visits.length === 0) return complete(rules, [], rule => rule.notApplicable('The domain has no mail servers'));
  if (visits.length === 0) return complete(rules, [], rule => rule.notApplicable('No mail server has an address that can be reached'));
  const blocked = blockedHere(visits);
  if (blocked !== null) return complete(rules, [], rule => rule.notTested(blocked));
  const judgeAll = (rule: BoundRule, verdictOf: (visit: Visited) => Verdict, of: (faulty: Visited[]) => Particulars = () => ({})) =>
    withUnseen(judge(rule, visits, verdictOf, of), facts.leftOut);
  return [
    judgeAll(rules.starttls, encryption, encryptionTitle),
    judgeAll(rules.cert, ifSecured((host, handshake) => certificate(host, handshake, others)), faulty => certificateCase(faulty, others)),
    judgeAll(rules['tls.version'], ifSecured(version)),
    judgeAll(rules.injection, ifSecured((_, __, { talksOn }) => (talksOn ? { fault: 'more text came before TLS began' } : 'fine'))),
    judgeAll(rules.protocol, ({ reply }) => (reply.outcome === 'failed' ? { fault: reply.cause } : 'fine')),
  ];
}

/** When no mail server can be connected to at all, the cause is most likely on this side (docs/decisions/0003). */
function blockedHere(visits: readonly Visited[]): string | null {
  const causes = visits.flatMap(({ host, reply }) => (reply.outcome === 'failed' && reply.stage === 'connect' ? [`${host}: ${reply.cause}`] : []));
  return causes.length < visits.length ? null : `no mail server answers to this host (${causes.join('; ')}): outgoing port 25 is probably blocked here`;
}

function judge(rule: BoundRule, visits: readonly Visited[], verdictOf: (visit: Visited) => Verdict, of: (faulty: Visited[]) => Particulars): Finding {
  const reported = visits.filter(({ reply }) => !isUnknown(reply)).map(visit => ({ visit, verdict: verdictOf(visit) }));
  const faulty = reported.flatMap(({ visit, verdict }) => (typeof verdict === 'object' ? [{ visit, fault: verdict.fault }] : []));
  if (faulty.length > 0) return rule.fail(faulty.map(({ visit, fault }) => `${nameOf(visit)}: ${clip(fault)}`), of(faulty.map(({ visit }) => visit)));
  const unknown = visits.flatMap(({ host, reply }) => (isUnknown(reply) ? [{ host, reply }] : []));
  const unreached = unknown.find(({ reply }) => reply.stage === 'connect');
  if (unreached) return rule.unknown(`port 25 of ${unreached.host}: ${unreached.reply.cause}`);
  if (unknown[0]) return rule.unknown(`port 25 of ${unknown[0].host}: ${unknown[0].reply.cause}`, { severity: 'info' });
  const fine = reported.filter(({ verdict }) => verdict === 'fine');
  return fine.length > 0 ? rule.pass(fine.map(({ visit }) => nameOf(visit))) : rule.notApplicable('No mail server came as far as encryption');
}

/** A server that keeps this client waiting, or wants nothing of it, may serve all others: RFC 5321 §4.5.3.2 lets it take minutes. */
function isUnknown(reply: SmtpReply): reply is SmtpFailure {
  return reply.outcome === 'failed' && reply.kind !== 'garbled';
}

function encryption({ reply }: Visited): Verdict {
  if (reply.outcome === 'failed') return 'skip';
  if (reply.handshake === null) return { fault: 'STARTTLS is not offered' };
  return reply.handshake.outcome === 'failed' ? { fault: reply.handshake.cause } : 'fine';
}

function encryptionTitle(faulty: readonly Visited[]): Particulars {
  const offered = faulty.every(({ reply }) => reply.outcome === 'answered' && reply.startTls);
  return offered ? { title: 'A mail server offers encryption and then fails to set it up' } : {};
}

function ifSecured(verdictOf: (host: string, handshake: Secured, reply: Answered) => Verdict): (visit: Visited) => Verdict {
  return ({ host, reply }) => {
    const handshake = reply.outcome === 'answered' ? reply.handshake : null;
    return handshake?.outcome === 'answered' ? verdictOf(host, handshake, reply as Answered) : 'skip';
  };
}

/** Of a pinned certificate only senders that enforce MTA-STS want more than DANE does. */
function certificate(host: string, { refused }: Secured, { pinned, enforcesMtaSts }: Others): Verdict {
  return refused === null || (pinned.includes(host) && !enforcesMtaSts) ? 'fine' : { fault: refused.cause };
}

const certificateTitles = {
  expired: 'The certificate of a mail server is out of date',
  name: 'The certificate of a mail server is for another name',
  chain: 'The certificate of a mail server is not from an authority that senders trust',
} as const;

function certificateCase(faulty: readonly Visited[], { enforcesMtaSts }: Others): Particulars {
  const reasons = new Set(faulty.flatMap(visit => refusalOf(visit)?.reason ?? []));
  const [reason] = reasons;
  return { ...(reasons.size === 1 ? { title: certificateTitles[reason!] } : {}), ...(enforcesMtaSts ? { severity: 'high' } : {}) };
}

function refusalOf({ reply }: Visited): Secured['refused'] {
  const handshake = reply.outcome === 'answered' ? reply.handshake : null;
  return handshake?.outcome === 'answered' ? handshake.refused : null;
}

/** The best that both sides speak was agreed on. */
function version(_: string, { protocol }: Secured): Verdict {
  return protocol === 'TLSv1' || protocol === 'TLSv1.1' ? { fault: `${protocol} at best` } : 'fine';
}

function nameOf({ host, address }: SmtpVisit): string {
  return `${host} (${address})`;
}

function withUnseen(finding: Finding, leftOut: readonly string[]): Finding {
  const unseen = leftOut.slice(0, MAX_SHOWN).map(host => `${host} was not visited: there are too many mail servers`);
  return finding.state === 'notApplicable' ? finding : { ...finding, evidence: [...finding.evidence, ...unseen] };
}
