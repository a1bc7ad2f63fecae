import { registeredDomain } from '../../core/domain-name.ts';
import type { Finding, Severity } from '../../core/finding.ts';
import type { BoundRule } from '../../core/findings/rules.ts';
import { inCidr, parseIp } from '../../core/ip.ts';
import { describeFailure } from '../../core/lookup.ts';
import { inWords, MAX_SHOWN } from '../evidence.ts';
import { judgeHosts, reachVerdict } from '../hosts/analyze.ts';
import { found } from '../lookups.ts';
import type { Nameserver, NameserversFacts } from './collect.ts';
import { nameserversOf } from './names.ts';
import { rules } from './rules.ts';

/** Addresses that nobody on the Internet can reach (RFC 6890), also among those that the parent zone gives along. */
export function judgeBogon({ servers, barredGlue }: NameserversFacts): Finding {
  const finding = judgeHosts(rules.bogon, servers, reachVerdict);
  if (barredGlue.length === 0) return finding;
  const evidence = barredGlue.map(({ name, address }) => `the parent zone gives ${address} for ${name}`);
  return rules.bogon.fail(finding.state === 'fail' ? [...finding.evidence, ...evidence] : evidence);
}

export function judgeDistinct({ servers }: NameserversFacts): Finding {
  if (servers.length < 2) return rules.distinct.notApplicable('There is only one nameserver');
  const holders = Map.groupBy(servers.flatMap(({ name, a, aaaa }) => [...found(a), ...found(aaaa)].map(address => ({ name, address }))), ({ address }) => address);
  const shared = [...holders].map(([address, holding]) => ({ address, names: [...new Set(holding.map(({ name }) => name))] })).filter(({ names }) => names.length > 1);
  if (shared.length > 0) return rules.distinct.fail(shared.map(({ address, names }) => `${inWords(names)} have the address ${address}`));
  return unknownHost(rules.distinct, servers) ?? rules.distinct.pass();
}

/** Networks as routing sees them: a /24 of IPv4, a /48 of IPv6 (RFC 2182 §3.1). */
export function judgeDiversity(facts: NameserversFacts): Finding {
  const { servers } = facts;
  if (nameserversOf(facts).length < 2) return rules.diversity.notApplicable('There is only one nameserver');
  const families: readonly Family[] = [
    { name: 'IPv4', addresses: servers.flatMap(({ a }) => found(a)), prefixLength: 24, severity: 'low' },
    // Large hosters announce one such network from many places.
    { name: 'IPv6', addresses: servers.flatMap(({ aaaa }) => found(aaaa)), prefixLength: 48, severity: 'info' },
  ];
  const used = families.filter(({ addresses }) => addresses.length > 0);
  const narrow = narrowOf(used);
  const unknown = unknownHost(rules.diversity, servers);
  if (unknown && (narrow.length > 0 || used.length === 0)) return unknown;
  const [first] = narrow;
  const suffix = commonSuffix(nameserversOf(facts));
  const names = suffix === null ? [] : [`the names of all nameservers lie below ${suffix}`];
  if (used.length === 0) return rules.diversity.notApplicable('No nameserver has an address');
  if (!first) return rules.diversity.pass(names);
  const evidence = narrow.map(({ addresses, prefixLength }) => `${[...new Set(addresses)].slice(0, MAX_SHOWN).join(', ')} lie in one /${prefixLength}`);
  const oneFamily = { title: `Over ${first.name}, all nameservers are in the same network`, severity: first.severity };
  return rules.diversity.fail([...evidence, ...names], narrow.length === used.length ? {} : oneFamily);
}

/** What the nameservers have of one kind of address, and how serious it is when only that lies in one network. */
interface Family {
  name: string;
  addresses: readonly string[];
  prefixLength: number;
  severity: Severity;
}

/** The families that lie in one network; one with a single address does not count next to another that spreads. */
function narrowOf(used: readonly Family[]): Family[] {
  const inOne = used.filter(({ addresses, prefixLength }) => inOneNetwork(addresses, prefixLength));
  return inOne.length === used.length ? inOne : inOne.filter(({ addresses }) => new Set(addresses).size > 1);
}

/** The registered name above all of them, or null. */
function commonSuffix(names: readonly string[]): string | null {
  const [first, ...rest] = new Set(names.map(registeredDomain));
  return rest.length === 0 ? first ?? null : null;
}

/** Unknown with the first lookup of an address that failed, else null. */
function unknownHost(rule: BoundRule, servers: readonly Nameserver[]): Finding | null {
  const lookups = servers.flatMap(({ name, a, aaaa }) => [{ type: 'A', name, lookup: a }, { type: 'AAAA', name, lookup: aaaa }]);
  const broken = lookups.find(({ lookup }) => lookup.outcome === 'failed');
  return broken?.lookup.outcome === 'failed' ? rule.unknown(describeFailure(broken.type, broken.name, broken.lookup)) : null;
}

/** RFC 1912 §2.1: a PTR record, where there is one, names the host. */
export function judgeReverse({ reverse }: NameserversFacts): Finding {
  if (reverse.length === 0) return rules.ptr.notApplicable('No reverse names were looked up');
  const faults = reverse.flatMap(({ name, address, lookup }) => {
    if (lookup.outcome === 'failed' || found(lookup).includes(name)) return [];
    return [found(lookup).length === 0 ? `${address} of ${name} has no PTR record` : `${address} of ${name} leads to ${inWords(found(lookup).slice(0, MAX_SHOWN))}`];
  });
  if (faults.length > 0) return rules.ptr.fail(faults);
  const broken = reverse.find(({ lookup }) => lookup.outcome === 'failed');
  return broken?.lookup.outcome === 'failed' ? rules.ptr.unknown(describeFailure('PTR', broken.address, broken.lookup)) : rules.ptr.pass();
}

function inOneNetwork(addresses: readonly string[], prefixLength: number): boolean {
  const [first, ...rest] = addresses.map(parseIp).filter(bytes => bytes !== null);
  return first !== undefined && rest.every(bytes => inCidr(bytes, { bytes: first, prefixLength }));
}
