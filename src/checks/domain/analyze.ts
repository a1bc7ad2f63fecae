import { defineRules, type Finding } from '../../core/finding.ts';
import { describeFailure } from '../../core/lookup.ts';
import type { DomainFacts } from './collect.ts';

const RFC_8020 = { title: 'RFC 8020, NXDOMAIN: There Really Is Nothing Underneath', url: 'https://www.rfc-editor.org/rfc/rfc8020' };
const EPP_STATUS = { title: 'ICANN, EPP status codes', url: 'https://www.icann.org/epp' };
const PUBLIC_SUFFIX_LIST = { title: 'Public Suffix List', url: 'https://publicsuffix.org/' };

export const rules = defineRules('domain', 'in', {
  nxdomain: {
    severity: 'critical',
    title: 'The domain does not exist in DNS',
    passTitle: 'The domain exists in DNS',
    why: 'Nothing can be reached under a name that does not exist, and unless it is registered, anybody may register it.',
    fix: { kind: 'registrar', text: 'Check the spelling. If the domain should exist, register or renew it, and check that it is delegated to your nameservers.' },
    references: [RFC_8020],
  },
  disabled: {
    severity: 'critical',
    title: 'The domain is registered but switched off by its registrar or registry',
    passTitle: 'The domain is not on hold',
    why: 'A domain on hold is taken out of DNS: web and mail stop for everybody.',
    fix: { kind: 'registrar', text: 'Ask the registrar why the domain is on hold (often an unpaid renewal or an unverified contact address) and have the hold removed.' },
    references: [EPP_STATUS],
  },
  publicsuffix: {
    severity: 'info',
    title: 'This name is a public suffix: people register names below it',
    passTitle: 'The name is not a public suffix',
    why: 'Mail policies and cookies treat a public suffix unlike a domain; you may have meant a name below it.',
    fix: { kind: 'dnsHost', text: 'Check a domain below this suffix instead, unless you run the suffix itself.' },
    references: [PUBLIC_SUFFIX_LIST],
  },
});

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
