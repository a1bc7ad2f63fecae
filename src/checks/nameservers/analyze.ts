import type { Finding } from '../../core/finding.ts';
import { describeFailure } from '../../core/lookup.ts';
import { complete } from '../complete.ts';
import { inWords, MAX_SHOWN } from '../evidence.ts';
import { aliasVerdict, judgeHosts, judgeIpv6 } from '../hosts/analyze.ts';
import { findDnsHost, type DnsHost } from '../providers/index.ts';
import { judgeAnswers } from './answer-findings.ts';
import { delegatedNames, type NameserversFacts } from './collect.ts';
import { judgeContents } from './content-findings.ts';
import { judgeConduct } from './conduct-findings.ts';
import { judgeAddresses, judgeGlue, judgeParentChild, judgeReferral, judgeTakeover } from './delegation-findings.ts';
import { nameserversOf } from './names.ts';
import { rules } from './rules.ts';
import { judgeBogon, judgeDistinct, judgeDiversity, judgeReverse } from './spread-findings.ts';

/** The DNS host that runs most of the nameservers, or null where none is known. */
export function dnsHostOf(facts: NameserversFacts): DnsHost | null {
  const hosts = nameserversOf(facts).map(findDnsHost).filter(host => host !== null);
  const byHost = [...Map.groupBy(hosts, host => host).values()].toSorted((a, b) => b.length - a.length);
  return byHost[0]?.[0] ?? null;
}

/** Judges the nameservers of the domain's zone; what is done at the DNS host links to it where it is known. */
export function analyzeNameservers(facts: NameserversFacts): Finding[] {
  const portalUrl = dnsHostOf(facts)?.portalUrl;
  return judge(facts).map(finding => withPortal(finding, portalUrl));
}

function withPortal(finding: Finding, portalUrl: string | undefined): Finding {
  return finding.fix?.kind === 'dnsHost' && portalUrl ? { ...finding, fix: { ...finding.fix, portalUrl } } : finding;
}

function judge(facts: NameserversFacts): Finding[] {
  const { lookup, zone, servers, delegation } = facts;
  if (lookup.outcome === 'failed' && servers.length === 0) return complete(rules, [], rule => rule.unknown(describeFailure('NS', zone, lookup)));
  if (nameserversOf(facts).length === 0 && servers.length === 0) {
    return complete(rules, [judgeCount(facts), judgeParentChild(facts)], rule => rule.notApplicable('There are no nameservers'));
  }
  return [
    judgeCount(facts),
    ...judgeAnswers(facts),
    ...judgeConduct(servers),
    judgeContents(facts),
    judgeParentChild(facts),
    judgeGlue(facts),
    judgeReferral(delegation),
    judgeTakeover(facts),
    judgeHosts(rules.cname, servers, aliasVerdict),
    judgeAddresses(facts),
    judgeBogon(facts),
    judgeDistinct(facts),
    judgeDiversity(facts),
    judgeIpv6(rules.ipv6, servers),
    judgeReverse(facts),
    judgeProvider(facts),
  ];
}

function judgeCount(facts: NameserversFacts): Finding {
  const { lookup, zone, domain, delegation } = facts;
  if (lookup.outcome === 'failed') return rules.count.unknown(describeFailure('NS', zone, lookup));
  const names = nameserversOf(facts).slice(0, MAX_SHOWN);
  const where = zone === domain ? [] : [`${domain} lies in the zone ${zone}`];
  if (names.length === 0) return rules.count.fail([`no NS record at ${zone}`], { title: 'The domain has no nameservers' });
  if (names.length === 1) return rules.count.fail([...names, ...where], { title: 'The domain has only one nameserver' });
  const delegated = delegatedNames(delegation);
  if (delegated.length === 1) return rules.count.fail([`the parent zone names ${delegated[0]} alone`], { title: 'The parent zone names only one nameserver of the domain' });
  return judgeIpv4Count(facts) ?? rules.count.pass([...names, ...where]);
}

/** Two names are of no use to those who reach one of them alone (RFC 3901 §3); of names without any address `noaddr` speaks. */
function judgeIpv4Count(facts: NameserversFacts): Finding | null {
  const { servers, leftOut } = facts;
  if (leftOut.length > 0 || servers.some(({ a, aaaa }) => a.outcome === 'failed' || (a.outcome === 'absent' && aaaa.outcome !== 'found'))) return null;
  const reachable = servers.filter(({ a }) => a.outcome === 'found').map(({ name }) => name);
  if (reachable.length >= 2) return null;
  return rules.count.fail([reachable.length === 0 ? 'no nameserver has an IPv4 address' : `${reachable[0]} alone has an IPv4 address`], {
    title: 'The domain does not have two nameservers with an IPv4 address', severity: 'medium',
  });
}

function judgeProvider(facts: NameserversFacts): Finding {
  const names = [...new Set(nameserversOf(facts).map(findDnsHost))].filter(host => host !== null).map(({ name }) => name);
  // A gap in our table asks nothing of anybody, so there is no fix.
  if (names.length === 0) return { ...rules.provider.fail(nameserversOf(facts).slice(0, MAX_SHOWN)), fix: null };
  return rules.provider.pass(names, { title: `The zone is hosted by ${inWords(names)}` });
}
