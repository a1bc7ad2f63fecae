import type { Finding } from '../../core/finding.ts';
import type { BoundRule, Particulars } from '../../core/findings/rules.ts';
import type { FailureKind } from '../../core/lookup.ts';
import { inWords } from '../evidence.ts';
import type { NameserversFacts, Probe } from './collect.ts';
import { holdsZone, lacksIpv6, reachOf, type Reach } from './reach.ts';
import { rules } from './rules.ts';

/** Why a question is given up that says nothing of the one who was asked. */
const OUR_LIMITS: ReadonlySet<FailureKind> = new Set(['budget', 'deadline', 'notAllowed']);

/** `lame` and `unreachable` rest on the answers of the servers themselves. */
export function judgeAnswers(facts: NameserversFacts): Finding[] {
  const reaches = reachOf(facts);
  const both = [rules.lame, rules.unreachable];
  if (reaches.length === 0) return both.map(rule => rule.notApplicable('No nameserver has an address that can be asked'));
  if (reaches.some(({ answers }) => answers.length > 0)) return [judgeLame(reaches, facts), judgeUnreachable(reaches, facts)];
  if (isTheirSilence(reaches, facts)) return [judgeUnknown(rules.lame, reaches) ?? rules.lame.notApplicable('No nameserver answers'), judgeUnreachable(reaches, facts)];
  return both.map(rule => judgeUnknown(rule, reaches) ?? judgeSilence(rule, facts));
}

/** Servers of the parent zone answered, so port 53 works from here, and the resolver learns nothing either: the silence is on the other side. */
function isTheirSilence(reaches: readonly Reach[], { delegation, resolved }: NameserversFacts): boolean {
  const inVain = resolved.outcome === 'failed' && !OUR_LIMITS.has(resolved.kind);
  return delegation.failure === null && inVain && reaches.some(({ silentUdp }) => silentUdp.length > 0);
}

/** When no server answers to us while the resolver learns of the zone, the silence is on our side (docs/decisions/0003). */
function judgeSilence(rule: BoundRule, { resolved, zone, delegation }: NameserversFacts): Finding {
  const cause = `SOA of ${zone}: no nameserver answers to this host`;
  if (resolved.outcome === 'failed') return rule.unknown(`${cause}, nor to the resolver: ${resolved.cause}`);
  const why = delegation.failure ? 'outgoing port 53 is probably blocked here' : 'the nameservers probably do not talk to this host';
  return rule.notTested(`${cause}, but the resolver has an answer: ${why}`);
}

function judgeLame(reaches: readonly Reach[], { resolved, leftOut }: NameserversFacts): Finding {
  const lame = reaches.map(({ name, answers }) => ({ name, wrong: answers.filter(probe => !holdsZone(probe)) })).filter(({ wrong }) => wrong.length > 0);
  if (lame.length > 0) {
    const names = lame.map(({ name }) => name);
    const nobodyHolds = resolved.outcome !== 'found' && leftOut.length === 0 && reaches.every(({ answers }) => answers.length > 0 && !answers.some(holdsZone));
    return rules.lame.fail(lame.flatMap(({ name, wrong }) => wrong.map(probe => `${at(name, probe)}: ${lameness(probe)}`)), nobodyHolds
      ? { title: 'No nameserver holds the zone', severity: 'critical' }
      : { title: names.length === 1 ? `${names[0]} does not hold the zone` : `${inWords(names)} do not hold the zone` });
  }
  return judgeUnknown(rules.lame, reaches) ?? rules.lame.pass(reaches.filter(({ answers }) => answers.length > 0).map(({ name }) => name));
}

function judgeUnreachable(reaches: readonly Reach[], facts: NameserversFacts): Finding {
  const silent = reaches.filter(({ silentUdp, silentTcp }) => silentUdp.length > 0 || silentTcp.length > 0);
  const note = lacksIpv6(facts) ? ['IPv6 is not judged: no IPv6 address answered, so this host may have no IPv6'] : [];
  if (silent.length > 0) {
    const evidence = silent.flatMap(({ name, silentUdp, silentTcp }) => [...silentUdp, ...silentTcp].map(probe => `${at(name, probe)}: ${cause(probe)}`));
    return rules.unreachable.fail([...evidence, ...note], silenceOf(silent));
  }
  const finding = judgeUnknown(rules.unreachable, reaches) ?? rules.unreachable.pass();
  return { ...finding, evidence: [...finding.evidence, ...note] };
}

/** A server that is silent everywhere is the most severe case; then come single addresses, then TCP alone. */
function silenceOf(silent: readonly Reach[]): Particulars {
  const dead = silent.filter(({ answers }) => answers.length === 0).map(({ name }) => name);
  if (dead.length > 0) return { title: dead.length === 1 ? `${dead[0]} does not answer` : `${inWords(dead)} do not answer` };
  const partly = silent.find(({ silentUdp }) => silentUdp.length > 0);
  if (partly) return isDeafToUdp(partly)
    ? { title: `${partly.name} does not answer over UDP` }
    : { title: `${partly.name} does not answer at ${partly.silentUdp[0]!.address}`, severity: 'medium' };
  return { title: `${silent[0]!.name} does not answer over TCP`, severity: 'medium' };
}

function isDeafToUdp({ answers }: Reach): boolean {
  return answers.every(({ transport }) => transport === 'tcp');
}

/** Unknown with the first probe that says nothing either way, else null. */
function judgeUnknown(rule: BoundRule, reaches: readonly Reach[]): Finding | null {
  const [first] = reaches.flatMap(({ name, unknown }) => unknown.map(probe => `SOA at ${at(name, probe)}: ${cause(probe)}`));
  return first === undefined ? null : rule.unknown(first);
}

function lameness({ authoritative, lookup }: Probe): string {
  if (lookup.outcome === 'failed') return lookup.cause;
  if (lookup.outcome === 'absent') return lookup.nxdomain ? 'says that the zone does not exist' : 'has no SOA record for the zone';
  return authoritative ? 'holds the zone' : 'answers without authority';
}

function cause({ lookup }: Probe): string {
  return lookup.outcome === 'failed' ? lookup.cause : 'answered';
}

function at(name: string, { address, transport }: Probe): string {
  return `${name} (${address}, ${transport.toUpperCase()})`;
}
