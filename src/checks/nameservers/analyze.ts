import type { BoundRule, Finding, Particulars } from '../../core/finding.ts';
import { inCidr, parseIp } from '../../core/ip.ts';
import { describeFailure } from '../../core/lookup.ts';
import { complete } from '../complete.ts';
import { inWords, MAX_SHOWN } from '../evidence.ts';
import { addressVerdict, aliasVerdict, judgeHosts, judgeIpv6, reachVerdict } from '../hosts/analyze.ts';
import { found } from '../looks.ts';
import { findDnsHost, type DnsHost } from '../providers/index.ts';
import type { NameserversFacts, Probe } from './collect.ts';
import { holdsZone, lacksIpv6, reachOf, type Reach } from './reach.ts';
import { rules } from './rules.ts';

/** The nameservers, each once, by name. */
export function nameserversOf({ servers, leftOut }: NameserversFacts): string[] {
  return [...servers.map(({ name }) => name), ...leftOut];
}

/** The DNS host that runs most of the nameservers, or null where none is known. */
export function dnsHostOf(facts: NameserversFacts): DnsHost | null {
  const hosts = nameserversOf(facts).map(findDnsHost).filter(host => host !== null);
  const byHost = [...Map.groupBy(hosts, host => host).values()].toSorted((a, b) => b.length - a.length);
  return byHost[0]?.[0] ?? null;
}

/** Judges the nameservers of the domain's zone; every fix links to the DNS host where it is known. */
export function analyzeNameservers(facts: NameserversFacts): Finding[] {
  const portalUrl = dnsHostOf(facts)?.portalUrl;
  return judge(facts).map(finding => withPortal(finding, portalUrl));
}

function withPortal(finding: Finding, portalUrl: string | undefined): Finding {
  return finding.fix && portalUrl ? { ...finding, fix: { ...finding.fix, portalUrl } } : finding;
}

function judge(facts: NameserversFacts): Finding[] {
  const { look, zone, servers } = facts;
  if (look.outcome === 'failed') return complete(rules, [], rule => rule.unknown(describeFailure('NS', zone, look)));
  if (look.outcome === 'absent') return complete(rules, [judgeCount(facts)], rule => rule.notApplicable('There are no nameservers'));
  return [
    judgeCount(facts),
    ...judgeAnswers(facts),
    judgeHosts(rules.cname, servers, aliasVerdict),
    judgeHosts(rules.noaddr, servers, addressVerdict),
    judgeHosts(rules.bogon, servers, reachVerdict),
    judgeDiversity(facts),
    judgeIpv6(rules.ipv6, servers),
    judgeProvider(facts),
  ];
}

function judgeCount(facts: NameserversFacts): Finding {
  const names = nameserversOf(facts).slice(0, MAX_SHOWN);
  const where = facts.zone === facts.domain ? [] : [`${facts.domain} lies in the zone ${facts.zone}`];
  if (names.length === 0) return rules.count.fail([`no NS record at ${facts.zone}`], { title: 'The domain has no nameservers' });
  if (names.length === 1) return rules.count.fail([...names, ...where], { title: 'The domain has only one nameserver' });
  return rules.count.pass([...names, ...where]);
}

/** `lame`, `unreachable` and `serial` rest on the answers of the servers themselves. */
function judgeAnswers(facts: NameserversFacts): Finding[] {
  const reaches = reachOf(facts);
  const three = [rules.lame, rules.unreachable, rules.serial];
  if (reaches.length === 0) return three.map(rule => rule.notApplicable('No nameserver has an address that can be asked'));
  if (reaches.every(({ answers }) => answers.length === 0)) return three.map(rule => judgeUntold(rule, reaches) ?? judgeSilence(rule, facts));
  return [judgeLame(reaches), judgeUnreachable(reaches, facts), judgeSerial(reaches)];
}

/** When no server answers to us while the resolver learns of the zone, the silence is on our side (docs/decisions/0003). */
function judgeSilence(rule: BoundRule, { resolved, zone }: NameserversFacts): Finding {
  const cause = `SOA of ${zone}: no nameserver answers to this host`;
  if (resolved.outcome === 'failed') return rule.unknown(`${cause}, nor to the resolver (${resolved.cause})`);
  return rule.unknown(`${cause}, but the resolver has an answer: outgoing port 53 is probably blocked here`, { severity: 'info' });
}

function judgeLame(reaches: readonly Reach[]): Finding {
  const lame = reaches.map(({ name, answers }) => ({ name, wrong: answers.filter(probe => !holdsZone(probe)) })).filter(({ wrong }) => wrong.length > 0);
  if (lame.length > 0) {
    const names = lame.map(({ name }) => name);
    return rules.lame.fail(lame.flatMap(({ name, wrong }) => wrong.map(probe => `${at(name, probe)}: ${lameness(probe)}`)), {
      title: names.length === 1 ? `${names[0]} does not hold the zone` : `${inWords(names)} do not hold the zone`,
    });
  }
  return judgeUntold(rules.lame, reaches) ?? rules.lame.pass(reaches.filter(({ answers }) => answers.length > 0).map(({ name }) => name));
}

function judgeUnreachable(reaches: readonly Reach[], { servers }: NameserversFacts): Finding {
  const silent = reaches.filter(({ silentUdp, silentTcp }) => silentUdp.length > 0 || silentTcp.length > 0);
  const note = lacksIpv6(servers) ? ['IPv6 is not judged: no IPv6 address answered, so this host may have no IPv6'] : [];
  if (silent.length > 0) {
    const evidence = silent.flatMap(({ name, silentUdp, silentTcp }) => [...silentUdp, ...silentTcp].map(probe => `${at(name, probe)}: ${cause(probe)}`));
    return rules.unreachable.fail([...evidence, ...note], silenceOf(silent));
  }
  const finding = judgeUntold(rules.unreachable, reaches) ?? rules.unreachable.pass();
  return { ...finding, evidence: [...finding.evidence, ...note] };
}

/** A server that is silent everywhere is the gravest case; then come single addresses, then TCP alone. */
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

function judgeSerial(reaches: readonly Reach[]): Finding {
  const serials = reaches.flatMap(({ name, answers }) => answers.filter(holdsZone).flatMap(({ look }) => found(look).map(({ serial }) => ({ name, serial }))));
  if (serials.length === 0) return rules.serial.notApplicable('No nameserver holds the zone');
  const evidence = [...new Set(serials.map(({ name, serial }) => `${name} has ${serial}`))];
  return new Set(serials.map(({ serial }) => serial)).size > 1 ? rules.serial.fail(evidence) : rules.serial.pass(evidence);
}

/** Networks as routing sees them: a /24 of IPv4, a /48 of IPv6 (RFC 2182 §3.1). */
function judgeDiversity(facts: NameserversFacts): Finding {
  const { servers } = facts;
  if (nameserversOf(facts).length < 2) return rules.diversity.notApplicable('There is only one nameserver');
  const families = [
    { addresses: servers.flatMap(({ a }) => found(a)), prefixLength: 24 },
    { addresses: servers.flatMap(({ aaaa }) => found(aaaa)), prefixLength: 48 },
  ];
  const used = families.filter(({ addresses }) => addresses.length > 0);
  const looks = servers.flatMap(({ name, a, aaaa }) => [{ type: 'A', name, look: a }, { type: 'AAAA', name, look: aaaa }]);
  const broken = looks.find(({ look }) => look.outcome === 'failed');
  if (used.some(({ addresses, prefixLength }) => !inOneNetwork(addresses, prefixLength))) return rules.diversity.pass();
  if (broken?.look.outcome === 'failed') return rules.diversity.unknown(describeFailure(broken.type, broken.name, broken.look));
  if (used.length === 0) return rules.diversity.notApplicable('No nameserver has an address');
  return rules.diversity.fail(used.map(({ addresses, prefixLength }) =>
    `${[...new Set(addresses)].slice(0, MAX_SHOWN).join(', ')} lie in one /${prefixLength}`));
}

function inOneNetwork(addresses: readonly string[], prefixLength: number): boolean {
  const [first, ...rest] = addresses.map(parseIp).filter(bytes => bytes !== null);
  return first !== undefined && rest.every(bytes => inCidr(bytes, { bytes: first, prefixLength }));
}

function judgeProvider(facts: NameserversFacts): Finding {
  const names = [...new Set(nameserversOf(facts).map(findDnsHost))].filter(host => host !== null).map(({ name }) => name);
  // A gap in our table asks nothing of anybody, so there is no fix.
  if (names.length === 0) return { ...rules.provider.fail(nameserversOf(facts).slice(0, MAX_SHOWN)), fix: null };
  return rules.provider.pass(names, { title: `The zone is hosted by ${inWords(names)}` });
}

/** Unknown with the first probe that says nothing either way, else null. */
function judgeUntold(rule: BoundRule, reaches: readonly Reach[]): Finding | null {
  const [first] = reaches.flatMap(({ name, untold }) => untold.map(probe => `SOA at ${at(name, probe)}: ${cause(probe)}`));
  return first === undefined ? null : rule.unknown(first);
}

function lameness({ authoritative, look }: Probe): string {
  if (look.outcome === 'failed') return look.cause;
  if (look.outcome === 'absent') return look.nxdomain ? 'says that the zone does not exist' : 'has no SOA record for the zone';
  return authoritative ? 'holds the zone' : 'answers without authority';
}

function cause({ look }: Probe): string {
  return look.outcome === 'failed' ? look.cause : 'answered';
}

function at(name: string, { address, transport }: Probe): string {
  return `${name} (${address}, ${transport.toUpperCase()})`;
}
