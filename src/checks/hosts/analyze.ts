import { noteOnTop } from '../../core/domain-name.ts';
import type { Finding } from '../../core/finding.ts';
import type { BoundRule } from '../../core/findings/rules.ts';
import { describeFailure, type Failure } from '../../core/lookup.ts';
import { found } from '../lookups.ts';
import type { Host } from './collect.ts';

/** What one host says to one rule: a fault, a failed lookup that leaves it open, or nothing. */
type Verdict = { fault: string } | { unknown: string } | null;

/** Names must lead to addresses without an alias on the way (RFC 2181 §10.3). */
export function aliasVerdict({ name, a, aaaa }: Host): Verdict {
  const via = [a, aaaa].flatMap(lookup => (lookup.outcome === 'failed' ? [] : lookup.via));
  if (via.length > 0) return { fault: `${name} is an alias of ${via.at(-1)}` };
  return a.outcome === 'failed' && aaaa.outcome === 'failed' ? unknown('A', name, a) : null;
}

/** Whether the name does not exist: NXDOMAIN holds for every type (RFC 8020 §2). */
export function isMissing({ a, aaaa }: Host): boolean {
  const lookups = [a, aaaa];
  return lookups.every(({ outcome }) => outcome !== 'found') && lookups.some(lookup => lookup.outcome === 'absent' && lookup.nxdomain);
}

/** The name must exist. */
export function existenceVerdict(host: Host): Verdict {
  const { name, a, aaaa } = host;
  if (isMissing(host)) return { fault: `${name}: NXDOMAIN${noteOnTop(name)}` };
  return a.outcome === 'failed' && aaaa.outcome === 'failed' ? unknown('A', name, a) : null;
}

/** The name must have an address of either kind; one that does not exist has none. */
export function addressVerdict(host: Host): Verdict {
  const { name, a, aaaa } = host;
  if (a.outcome === 'found' || aaaa.outcome === 'found') return null;
  if (isMissing(host)) return { fault: `${name}: NXDOMAIN${noteOnTop(name)}` };
  return failureOf(host) ?? { fault: `${name} has neither A nor AAAA` };
}

/** Addresses that nobody on the Internet can reach (RFC 6890). */
export function reachVerdict(host: Host): Verdict {
  return host.barred.length > 0 ? { fault: `${host.name} has ${host.barred.join(', ')}` } : failureOf(host);
}

/** Fails with every fault, else is unknown with the first lookup that failed, else passes. */
export function judgeHosts(rule: BoundRule, hosts: readonly Host[], verdictOf: (host: Host) => Verdict): Finding {
  const verdicts = hosts.map(verdictOf);
  const faults = verdicts.flatMap(verdict => (verdict && 'fault' in verdict ? [verdict.fault] : []));
  if (faults.length > 0) return rule.fail(faults);
  const cause = verdicts.find(verdict => verdict && 'unknown' in verdict);
  return cause && 'unknown' in cause ? rule.unknown(cause.unknown) : rule.pass();
}

/** Fails where no host at all has an IPv6 address. */
export function judgeIpv6(rule: BoundRule, hosts: readonly Host[]): Finding {
  const having = hosts.filter(({ aaaa }) => aaaa.outcome === 'found').map(({ name, aaaa }) => `${name} has ${found(aaaa).join(', ')}`);
  if (having.length > 0) return rule.pass(having);
  const cause = hosts.find(({ aaaa }) => aaaa.outcome === 'failed');
  return cause?.aaaa.outcome === 'failed' ? rule.unknown(describeFailure('AAAA', cause.name, cause.aaaa)) : rule.fail(['no AAAA record']);
}

function failureOf({ name, a, aaaa }: Host): Verdict {
  if (a.outcome === 'failed') return unknown('A', name, a);
  return aaaa.outcome === 'failed' ? unknown('AAAA', name, aaaa) : null;
}

function unknown(type: string, name: string, failure: Failure): Verdict {
  return { unknown: describeFailure(type, name, failure) };
}
