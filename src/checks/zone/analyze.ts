import { noteOnTop } from '../../core/domain-name.ts';
import type { Finding } from '../../core/finding.ts';
import { describeFailure } from '../../core/lookup.ts';
import { inWords } from '../evidence.ts';
import { found } from '../lookups.ts';
import { isFree } from '../nameservers/index.ts';
import type { DirectFacts, ZoneFacts } from './collect.ts';
import { rules } from './rules.ts';

const LEAST_TTL_SECONDS = 60;
const MOST_TTL_SECONDS = 86_400;
/** RFC 9460 §14.3.2, IANA "DNS SVCB Service Parameter Keys", 2026-11. */
const KEYS: Readonly<Record<number, string>> = { 0: 'mandatory', 1: 'alpn', 2: 'no-default-alpn', 3: 'port', 4: 'ipv4hint', 5: 'ech', 6: 'ipv6hint' };

/** Judges what stands in the zone at the domain. */
export function analyzeZone(facts: ZoneFacts): Finding[] {
  const { direct } = facts;
  const judgedHere = [rules.wildcard, rules.ttl, rules.https];
  const reported = direct ? [judgeWildcard(direct), judgeTimes(direct, facts), judgeHttps(direct, facts)]
    : judgedHere.map(rule => rule.unknown(`${facts.zone}: no nameserver that holds the zone answers to this host`));
  return [judgeApex(facts), judgeDangling(facts), ...reported];
}

function judgeWildcard({ wildcard: { name, lookup } }: DirectFacts): Finding {
  if (lookup.outcome === 'failed') return rules.wildcard.unknown(describeFailure('A', name, lookup));
  if (lookup.outcome === 'found') return rules.wildcard.fail([`${name} has ${found(lookup).slice(0, 3).join(', ')}`]);
  return lookup.via.length > 0 ? rules.wildcard.fail([`${name} is an alias of ${lookup.via.at(-1)}`]) : rules.wildcard.pass();
}

/** RFC 2181 §10.1: where a zone begins there are SOA and NS records, so no CNAME may stand there. */
function judgeApex({ domain, isApex, aliases }: ZoneFacts): Finding {
  const lookup = aliases.find(({ name }) => name === domain)!.lookup;
  if (!isApex) return rules['cname.apex'].notApplicable(`${domain} does not begin a zone`);
  if (lookup.outcome === 'failed') return rules['cname.apex'].unknown(describeFailure('A', domain, lookup));
  return lookup.via.length > 0 ? rules['cname.apex'].fail([`${domain} CNAME ${lookup.via[0]}`]) : rules['cname.apex'].pass();
}

/** A name that anybody can register is the most severe case; one whose owner cannot be determined is no less gone. */
function judgeDangling({ gone, aliases }: ZoneFacts): Finding {
  const evidence = gone.map(({ record, target, nameStatus }) => `${record}: ${target} does not exist${noteOnTop(target)}${nameStatus && isFree(nameStatus) ? `, and ${nameStatus.registered} is not registered` : ''}`);
  const free = gone.flatMap(({ nameStatus }) => (nameStatus && isFree(nameStatus) ? [nameStatus.registered] : []));
  if (free.length > 0) return rules.dangling.fail(evidence, { title: `A record points into ${inWords([...new Set(free)])}, which anybody can register`, severity: 'critical' });
  if (gone.length > 0) return rules.dangling.fail(evidence, { title: `A record points to ${gone[0]!.target}, which does not exist` });
  const broken = aliases.find(({ lookup }) => lookup.outcome === 'failed');
  return broken?.lookup.outcome === 'failed' ? rules.dangling.unknown(describeFailure('A', broken.name, broken.lookup)) : rules.dangling.pass();
}

function judgeTimes({ times }: DirectFacts, { domain }: ZoneFacts): Finding {
  const seen = times.flatMap(({ type, lookup }) => (lookup.outcome === 'found' ? [{ type, ttlSeconds: lookup.ttlSeconds }] : []));
  const odd = seen.filter(({ ttlSeconds }) => ttlSeconds < LEAST_TTL_SECONDS || ttlSeconds > MOST_TTL_SECONDS);
  if (odd.length > 0) return rules.ttl.fail(odd.map(({ type, ttlSeconds }) => `${type} of ${domain}: ${ttlSeconds} seconds`));
  const broken = times.find(({ lookup }) => lookup.outcome === 'failed');
  if (broken?.lookup.outcome === 'failed') return rules.ttl.unknown(describeFailure(broken.type, domain, broken.lookup));
  return seen.length === 0 ? rules.ttl.notApplicable(`${domain} has no records of these types`) : rules.ttl.pass(seen.map(({ type, ttlSeconds }) => `${type}: ${ttlSeconds} seconds`));
}

function judgeHttps({ https, times }: DirectFacts, { domain }: ZoneFacts): Finding {
  if (https.outcome === 'failed') return rules.https.unknown(describeFailure('HTTPS', domain, https));
  if (https.outcome === 'found') return rules.https.pass(https.value.map(({ priority, target, keys }) => `${priority} ${target || '.'} ${keys.map(key => KEYS[key] ?? `key${key}`).join(' ')}`.trimEnd()));
  const hasSite = times.some(({ type, lookup }) => (type === 'A' || type === 'AAAA') && lookup.outcome === 'found');
  return hasSite ? rules.https.fail([`no HTTPS record at ${domain}`]) : rules.https.notApplicable(`${domain} has no address`);
}
