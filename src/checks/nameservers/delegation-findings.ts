import { isWithin } from '../../core/domain-name.ts';
import type { Finding } from '../../core/finding.ts';
import type { BoundRule } from '../../core/findings/rules.ts';
import { describeFailure, type Delegation, type Referral } from '../../core/lookup.ts';
import { inWords, MAX_SHOWN } from '../evidence.ts';
import { addressVerdict, judgeHosts } from '../hosts/analyze.ts';
import { found } from '../lookups.ts';
import { delegatedNames, type Nameserver, type NameserversFacts } from './collect.ts';
import { isFree } from './gone.ts';
import { referralBytes } from './referral-size.ts';
import { rules } from './rules.ts';

type Answered = Referral & { outcome: 'answered' };

/** What one side says of the nameservers. */
interface Saying {
  who: string;
  names: readonly string[];
}

const MAX_REFERRAL_BYTES = 512;

/** The NS set must be the same in the parent zone, in the zone, and at every server of both (RFC 1034 §4.2.2). */
export function judgeParentChild(facts: NameserversFacts): Finding {
  const { delegation } = facts;
  if (delegation.failure) return unknownFinding(rules.parentchild, delegation);
  const { delegating, denying } = sidesOf(delegation);
  const child = childSayings(facts);
  if (delegating.length === 0 && (denying.length === 0 || child.length === 0)) return rules.parentchild.notApplicable('The parent zone delegates nothing');
  if (denying.length > 0) return judgeDenial(delegating, denying);
  const evidence = wordsOf([...delegating, ...child]);
  if (!agree(delegating)) return rules.parentchild.fail(evidence, { title: 'The servers of the parent zone do not agree on the nameservers' });
  if (child.length === 0) return judgeNamelessZone(facts, evidence);
  if (!agree(child)) return rules.parentchild.fail(evidence, { title: 'The nameservers do not agree on who the nameservers are' });
  return agree([...delegating, ...child]) ? rules.parentchild.pass(delegating[0]!.names.slice(0, MAX_SHOWN)) : rules.parentchild.fail(evidence);
}

/** A zone that nobody holds says nothing; of that `lame` speaks. */
function judgeNamelessZone({ lookup, zone, resolved, servers }: NameserversFacts, evidence: readonly string[]): Finding {
  if (lookup.outcome === 'failed') return rules.parentchild.unknown(describeFailure('NS', zone, lookup));
  const isHeld = resolved.outcome === 'found' || servers.some(({ conduct }) => conduct !== null);
  if (!isHeld) return rules.parentchild.notApplicable('No nameserver holds the zone');
  return rules.parentchild.fail(evidence, { title: 'The parent zone names nameservers, and the zone itself names none' });
}

/** Some servers of the parent zone know the zone, others deny it. */
function judgeDenial(delegating: readonly Saying[], denying: readonly Answered[]): Finding {
  const denials = denying.map(({ server, rcode, alias }) => `${server.name}: ${alias === null ? (rcode === 'NXDOMAIN' ? 'the name does not exist' : 'no delegation') : `an alias of ${alias}`}`);
  return rules.parentchild.fail([...denials, ...wordsOf(delegating)].slice(0, MAX_SHOWN), delegating.length === 0
    ? { title: 'The parent zone does not know of the zone', severity: 'high' }
    : { title: 'The servers of the parent zone do not agree on whether the zone exists', severity: 'high' });
}

/** Where a server of the parent zone holds the zone as well, the delegation itself is only seen at others. */
function sidesOf({ referrals }: Delegation): { delegating: Saying[]; denying: Answered[] } {
  const answered = referrals.filter(referral => referral.outcome === 'answered');
  const naming = answered.filter(({ nameservers }) => nameservers.length > 0);
  const plain = naming.filter(({ authoritative }) => !authoritative);
  const delegating = (plain.length > 0 ? plain : naming).map(({ server, nameservers }) => ({ who: server.name, names: nameservers }));
  const denying = answered.filter(({ nameservers, authoritative, rcode }) => nameservers.length === 0 && authoritative && (rcode === 'NOERROR' || rcode === 'NXDOMAIN'));
  return { delegating, denying };
}

/** The zone's own words: of each server that holds it, or of the resolver where none could be asked. */
function childSayings({ servers, lookup }: NameserversFacts): Saying[] {
  const own = servers.flatMap(({ name, conduct }) => (conduct?.nameservers.outcome === 'found' ? [{ who: name, names: conduct.nameservers.value }] : []));
  return own.length > 0 || lookup.outcome !== 'found' ? own : [{ who: 'the zone', names: lookup.value }];
}

function agree(sayings: readonly Saying[]): boolean {
  return new Set(sayings.map(keyOf)).size <= 1;
}

function keyOf({ names }: Saying): string {
  return [...new Set(names)].toSorted().join(' ');
}

/** Each set once, with those who say it. */
function wordsOf(sayings: readonly Saying[]): string[] {
  const bySet = Map.groupBy(sayings, keyOf);
  return [...bySet].map(([names, holding]) => `${inWords(holding.map(({ who }) => who))}: ${names || 'none'}`);
}

/** Glue must be there for names in the zone itself (RFC 9471 §2.1), and all that is given must be what the zone says. */
export function judgeGlue({ delegation, zone, servers }: NameserversFacts): Finding {
  if (delegation.failure) return unknownFinding(rules.glue, delegation);
  const referrals = delegation.referrals.filter(referral => referral.outcome === 'answered').filter(({ nameservers, authoritative }) => nameservers.length > 0 && !authoritative);
  if (referrals.length === 0) return rules.glue.notApplicable('No server refers to the zone without holding it');
  const missing = referrals.flatMap(({ server, nameservers, glue }) => nameservers
    .filter(name => isWithin(name, zone) && !glue.some(one => one.name === name)).map(name => `${server.name} names ${name} and gives no address of it`));
  const given = [...new Map(referrals.flatMap(({ glue }) => glue).map(one => [`${one.name} ${one.address}`, one])).values()];
  const strange = given.flatMap(({ name, address }) => strangeness(servers.find(server => server.name === name), address));
  const faults = [...new Set([...missing, ...strange.flatMap(one => ('fault' in one ? [one.fault] : []))])];
  if (faults.length > 0) return rules.glue.fail(faults.slice(0, MAX_SHOWN));
  const unknown = strange.find(one => 'unknown' in one);
  if (unknown && 'unknown' in unknown) return rules.glue.unknown(unknown.unknown);
  const lacking = servers.filter(({ name }) => isWithin(name, zone)).flatMap(({ name, a, aaaa }) => [...found(a), ...found(aaaa)]
    .filter(address => given.some(one => one.name === name) && !given.some(one => one.name === name && one.address === address)).map(address => `${name} also has ${address}`));
  if (lacking.length > 0) return rules.glue.fail(lacking, { title: 'The parent zone does not give all addresses of the nameservers', severity: 'info' });
  return rules.glue.pass(given.slice(0, MAX_SHOWN).map(({ name, address }) => `${name} ${address}`));
}

/** A server must have an address; one whose name lies in the zone itself is found by the glue of some server there alone (RFC 9471 §2.1). */
export function judgeAddresses({ delegation, zone, servers }: NameserversFacts): Finding {
  const naming = delegation.referrals.filter(referral => referral.outcome === 'answered').filter(({ nameservers }) => nameservers.length > 0);
  const isClosed = naming.length > 0 && naming.every(({ authoritative, nameservers, glue }) =>
    !authoritative && glue.length === 0 && nameservers.every(name => isWithin(name, zone)));
  return judgeHosts(rules.noaddr, servers, host => (isClosed && isWithin(host.name, zone) && host.a.outcome === 'failed' && host.aaaa.outcome === 'failed'
    ? { fault: `${host.name} can only be found in the zone itself, and the parent zone gives no address of any server there` }
    : addressVerdict(host)));
}

/** Of an address that the parent zone gives for a server: nothing where the server's own zone has it too. */
function strangeness(server: Nameserver | undefined, address: string): ({ fault: string } | { unknown: string })[] {
  if (!server) return [];
  const [type, lookup] = address.includes(':') ? ['AAAA', server.aaaa] as const : ['A', server.a] as const;
  if (lookup.outcome === 'failed') return [{ unknown: describeFailure(type, server.name, lookup) }];
  if (found(lookup).includes(address)) return [];
  return [{ fault: `${server.name}: the parent zone gives ${address}, its own zone ${found(lookup).join(', ') || `no ${type} record`}` }];
}

/** The names of a delegation, with one address of each family, must fit into 512 bytes with the longest question. */
export function judgeReferral(delegation: Delegation): Finding {
  if (delegation.failure) return unknownFinding(rules.referral, delegation);
  const names = delegatedNames(delegation);
  if (names.length === 0) return rules.referral.notApplicable('The parent zone delegates nothing');
  const bytes = referralBytes(delegation.zone, delegation.parent ?? '', names);
  const evidence = [`${names.length} nameservers take ${bytes} bytes`];
  return bytes > MAX_REFERRAL_BYTES ? rules.referral.fail(evidence) : rules.referral.pass(evidence);
}

/** Only a name that is neither in DNS nor known to its registry is free: the most severe finding needs both. */
export function judgeTakeover({ gone }: NameserversFacts): Finding {
  const [first, ...others] = gone.filter(({ nameStatus }) => isFree(nameStatus));
  if (first) return rules.takeover.fail([first, ...others].map(({ host, nameStatus }) => `${host}: ${nameStatus.registered} is not registered`), {
    title: `The nameserver ${first.host} lies in ${first.nameStatus.registered}, which anybody can register`,
  });
  const lookups = gone.map(({ nameStatus }) => nameStatus);
  const unseen = lookups.find(({ lookup, registry }) => lookup.outcome === 'failed' && registry !== 'registered');
  if (unseen?.lookup.outcome === 'failed') return rules.takeover.unknown(describeFailure('NS', unseen.registered, unseen.lookup));
  const unasked = lookups.find(({ lookup, registry }) => lookup.outcome === 'absent' && lookup.nxdomain && registry === 'unknown');
  // A registry that does not answer is no failed question to the DNS.
  return unasked ? rules.takeover.unknown(`the registry cannot tell whether ${unasked.registered} is registered`, { severity: 'info' }) : rules.takeover.pass();
}

/** That the parent zone cannot be asked from here says nothing of the domain, and takes nothing from what else is known. */
function unknownFinding(rule: BoundRule, { zone, failure }: Delegation): Finding {
  return rule.notTested(describeFailure('delegation', zone, failure!));
}
