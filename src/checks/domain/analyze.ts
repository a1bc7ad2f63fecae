import type { Finding } from '../../core/finding.ts';
import { describeFailure } from '../../core/lookup.ts';
import type { DomainFacts } from './collect.ts';
import { rules } from './rules.ts';

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

/** False only when the zone above said NXDOMAIN and nothing else was found under the name. */
export function exists(facts: DomainFacts): boolean {
  return facts.foundOthers || facts.soa.outcome !== 'absent' || !facts.soa.nxdomain;
}

function existence(facts: DomainFacts, holds: readonly string[]): Finding {
  if (!exists(facts)) {
    if (holds.length > 0) return rules.nxdomain.notApplicable('The domain is on hold, which takes it out of DNS');
    return rules.nxdomain.fail([`SOA of ${facts.domain}: NXDOMAIN`], { title: `${facts.domain} does not exist in DNS` });
  }
  if (facts.soa.outcome === 'failed' && !facts.foundOthers) {
    return rules.nxdomain.unknown(describeFailure('SOA', facts.domain, facts.soa));
  }
  return rules.nxdomain.pass();
}
