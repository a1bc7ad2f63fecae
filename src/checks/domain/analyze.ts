import { registrableDomain } from '../../core/domain-name.ts';
import type { Finding } from '../../core/finding.ts';
import { describeFailure, type Delegation } from '../../core/lookup.ts';
import { briefly, inWords } from '../evidence.ts';
import { delegatedNames } from '../nameservers/index.ts';
import type { DomainFacts } from './collect.ts';
import { rules } from './rules.ts';
import { denies, speaks } from './witness.ts';

/** What the registry says of the name, as far as it matters here. */
export interface RegistryView {
  /** EPP statuses; empty where the registry was not asked or has none. */
  statuses: readonly string[];
}

const HOLDS = new Set(['clientHold', 'serverHold', 'inactive']);

/** Judges whether the name exists; of `in.nxdomain` and `in.disabled` at most one fails. */
export function analyzeDomain(facts: DomainFacts, registry: RegistryView): Finding[] {
  const holds = registry.statuses.filter(status => HOLDS.has(status));
  const absent = !exists(facts);
  return [
    existence(facts, holds),
    absent && holds.length > 0 ? rules.disabled.fail([`registry status: ${holds.join(', ')}`]) : rules.disabled.pass(),
    facts.publicSuffix ? rules.publicsuffix.fail([facts.domain]) : rules.publicsuffix.pass(),
  ];
}

/**
 * False only when the name is denied (RFC 8020) and nothing speaks for it, neither an answer nor a delegation;
 * where some lookups failed, two denials are needed.
 */
export function exists({ lookups, delegation }: DomainFacts): boolean {
  const denials = lookups.filter(({ lookup }) => denies(lookup)).length;
  const failed = lookups.some(({ lookup }) => lookup.outcome === 'failed');
  return lookups.some(({ lookup }) => speaks(lookup)) || isDelegated(delegation) || denials < (failed ? 2 : 1);
}

function isDelegated(delegation: DomainFacts['delegation']): delegation is Delegation {
  return delegation !== null && delegatedNames(delegation).length > 0;
}

function existence(facts: DomainFacts, holds: readonly string[]): Finding {
  if (!exists(facts)) {
    if (holds.length > 0) return rules.nxdomain.notApplicable('The domain is on hold, which takes it out of DNS');
    return rules.nxdomain.fail(denialsOf(facts), { title: `${facts.domain} does not exist in DNS`, ...adviceFor(facts.domain) });
  }
  if (facts.lookups.some(({ lookup }) => speaks(lookup))) return rules.nxdomain.pass();
  if (isDelegated(facts.delegation)) return rules.nxdomain.pass(briefly([`the parent zone delegates it to ${inWords(delegatedNames(facts.delegation))}`]));
  const failures = facts.lookups.flatMap(({ type, lookup }) => (lookup.outcome === 'failed' ? [describeFailure(type, facts.domain, lookup)] : []));
  return rules.nxdomain.unknown(failures[0]!);
}

function denialsOf({ domain, lookups }: DomainFacts): string[] {
  return lookups.filter(({ lookup }) => denies(lookup)).map(({ type }) => `${type} of ${domain}: NXDOMAIN`);
}

/** A name below a registered one is not registered but put into its zone. */
function adviceFor(domain: string): { fix?: { kind: 'dnsHost'; text: string } } {
  const parent = registrableDomain(domain);
  if (parent === null || parent === domain) return {};
  return { fix: { kind: 'dnsHost', text: `Check the spelling. If the name should exist, create it in the zone of ${parent}.` } };
}
