import type { Finding } from '../../core/finding.ts';
import type { Particulars } from '../../core/findings/rules.ts';
import { describeFailure, type RecordData } from '../../core/lookup.ts';
import { complete } from '../complete.ts';
import { proven } from '../fixes.ts';
import { inWords, MAX_SHOWN } from '../evidence.ts';
import { addressVerdict, aliasVerdict, existenceVerdict, isMissing, judgeHosts, judgeIpv6, reachVerdict } from '../hosts/analyze.ts';
import { reverseName } from '../hosts/reverse.ts';
import { found } from '../lookups.ts';
import { findMailProvider, type MailProvider } from '../providers/index.ts';
import { availabilityOf } from '../registration/index.ts';
import type { MailHost, MxFacts } from './collect.ts';
import { exchangesOf, isLiteral, isNullMx } from './exchanges.ts';
import { carryOutFix, nameForAddresses } from './repair.ts';
import type { Reverse } from './reverse.ts';
import { rules } from './rules.ts';

/** What other checks know and MX needs. */
export interface Others {
  /** The SPF record names the mail servers as senders. */
  sendsFromMx: boolean;
}

/** The providers that the exchanges belong to, each once, the most preferred first. */
export function providersOf(facts: MxFacts): MailProvider[] {
  return [...new Set(exchangesOf(facts.lookup).map(({ exchange }) => findMailProvider(exchange)))].filter(provider => provider !== null);
}

/** Judges where the mail of the domain goes; fixes have proven themselves. */
export function analyzeMx(facts: MxFacts, others: Others): Finding[] {
  return proven(judge(facts, others), finding => judge(carryOutFix(facts, finding), others));
}

function judge(facts: MxFacts, others: Others): Finding[] {
  const { domain, lookup } = facts;
  if (lookup.outcome === 'failed') return complete(rules, [], rule => rule.unknown(describeFailure('MX', domain, lookup)));
  if (lookup.outcome === 'absent') return complete(rules, [judgeAbsence(facts)], rule => rule.notApplicable('There are no MX records'));
  if (isNullMx(lookup)) return complete(rules, judgeNullMx(facts), rule => rule.notApplicable('The domain accepts no mail'));
  const findings = judgeExchanges(facts, others);
  return isDeaf(facts) ? findings.map(graver) : findings;
}

function judgeAbsence({ domain, apexA }: MxFacts): Finding {
  const fix = { record: { name: domain, type: 'MX', value: '0 .' } };
  const fail = (seen: string, title = rules.missing.title) => rules.missing.fail([`no MX record at ${domain}`, seen], { title, fix });
  if (apexA.outcome === 'failed') return fail(describeFailure('A', domain, apexA));
  if (apexA.outcome === 'absent') return fail(`no A record at ${domain}`, 'There are no MX records, and the domain cannot receive mail');
  return fail(`${domain} has ${apexA.value.slice(0, MAX_SHOWN).join(', ')}`, 'There are no MX records, so mail is sent to the address of the website');
}

function judgeNullMx({ domain, lookup }: MxFacts): Finding[] {
  const records = found(lookup).map(format);
  const shown = records.slice(0, MAX_SHOWN);
  const single = records.length === 1 && records[0] === '0 .';
  return [
    rules.missing.pass(shown, { title: 'The domain says that it accepts no mail' }),
    single ? rules.null.pass(shown) : rules.null.fail(shown, {
      severity: 'low',
      title: 'The null MX record is not the single record "0 ." that the standard asks for',
      fix: { text: 'Replace the MX records by this one.', record: { name: domain, type: 'MX', value: '0 .' } },
    }),
  ];
}

function judgeExchanges(facts: MxFacts, others: Others): Finding[] {
  const { hosts } = facts;
  const exchanges = exchangesOf(facts.lookup);
  const names = exchanges.map(({ exchange }) => exchange);
  const shown = exchanges.slice(0, MAX_SHOWN).map(format);
  const literals = names.filter(isLiteral);
  const repeated = [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
  return [
    rules.missing.pass(shown),
    found(facts.lookup).length > exchanges.length ? rules.null.fail(found(facts.lookup).slice(0, MAX_SHOWN).map(format)) : rules.null.pass(),
    judgeHosts(rules.cname, hosts, aliasVerdict),
    literals.length > 0 ? rules.ip.fail(literals.slice(0, MAX_SHOWN), { fix: nameForAddresses(facts) }) : rules.ip.pass(),
    judgeAddresses(facts),
    judgeHosts(rules.nxdomain, hosts, existenceVerdict),
    judgeDangling(hosts),
    judgeHosts(rules.bogon, hosts, reachVerdict),
    judgeReverse(hosts, others),
    new Set(names).size > 1 ? rules.single.pass() : rules.single.fail(shown),
    repeated.length > 0 ? rules.dup.fail(repeated.slice(0, MAX_SHOWN)) : rules.dup.pass(),
    hosts.length > 0 ? judgeIpv6(rules.ipv6, hosts) : rules.ipv6.notApplicable('No MX record holds a host name'),
    judgeProvider(facts),
  ];
}

/** Whether no mail at all can arrive: every record leads to an address in place of a name, to no host, or to one that nobody can reach. */
function isDeaf({ lookup, hosts, leftOut }: MxFacts): boolean {
  const isDead = (host: MailHost) => isMissing(host) || [host.a, host.aaaa].every(({ outcome }) => outcome === 'absent')
    || ([host.a, host.aaaa].every(({ outcome }) => outcome !== 'failed') && found(host.a).length + found(host.aaaa).length === host.barred.length);
  return leftOut.length === 0 && exchangesOf(lookup).every(({ exchange }) => isLiteral(exchange) || hosts.some(host => host.exchange === exchange && isDead(host)));
}

const deadly: ReadonlySet<string> = new Set([rules.ip, rules.noaddr, rules.nxdomain, rules.bogon].map(({ id }) => id));

/** What is a fault of one server among several is an outage where there is no other. */
function graver(finding: Finding): Finding {
  if (finding.state !== 'fail' || !deadly.has(finding.id)) return finding;
  return { ...finding, severity: 'critical', title: `The domain can receive no mail: ${finding.title.replace(/^An? /, first => first.toLowerCase())}` };
}

/** Hosts that do not exist have a finding of their own. */
function judgeAddresses({ hosts, leftOut }: MxFacts): Finding {
  const finding = judgeHosts(rules.noaddr, hosts.filter(host => !isMissing(host)), addressVerdict);
  const unseen = leftOut.slice(0, MAX_SHOWN).map(name => `${name} was not checked: there are too many mail servers`);
  return { ...finding, evidence: [...finding.evidence, ...unseen] };
}

function judgeDangling(hosts: readonly MailHost[]): Finding {
  const leaning = hosts.flatMap(({ name, nameStatus }) => (nameStatus ? [{ name, nameStatus }] : []));
  const of = (availability: ReturnType<typeof availabilityOf>) => leaning.filter(({ nameStatus }) => availabilityOf(nameStatus) === availability);
  const [free, asleep] = [of('free'), of('asleep')];
  const evidence = [
    ...free.map(({ name, nameStatus }) => `${name}: ${nameStatus.registered} does not exist`),
    ...asleep.map(({ name, nameStatus }) => `${name}: ${nameStatus.registered} is registered but not in DNS`),
  ];
  if (free[0]) return rules.dangling.fail(evidence, { title: `Mail goes to ${free[0].nameStatus.registered}, which is not registered: anyone who registers it receives the mail` });
  if (asleep[0]) return rules.dangling.fail(evidence, { severity: 'high', title: `Mail goes to ${asleep[0].nameStatus.registered}, which is out of DNS and may soon be free to register` });
  const [unknown] = of('unknown').flatMap(({ nameStatus: { registered, lookup } }) => (lookup.outcome === 'failed' ? [describeFailure('NS', registered, lookup)] : []));
  return unknown === undefined ? rules.dangling.pass() : rules.dangling.unknown(unknown);
}

/** Only senders are refused for want of a name, so only they have an issue; a reverse zone that does not answer is none either. */
function judgeReverse(hosts: readonly MailHost[], { sendsFromMx }: Others): Finding {
  const checked = hosts.flatMap(({ name, reverse }) => (reverse ? [{ name, reverse }] : []));
  if (checked.length === 0) return rules.ptr.notApplicable('There is no mail server whose address the domain decides on');
  const faults = checked.flatMap(({ name, reverse }) => faultOf(reverse).map(fault => `${name} (${reverse.address}): ${fault}`));
  const sender: Particulars = { severity: 'low', title: 'The address of a mail server that also sends has no matching reverse DNS' };
  if (faults.length > 0) return rules.ptr.fail(faults, sendsFromMx ? sender : {});
  const [cause] = checked.flatMap(({ reverse }) => causeOf(reverse));
  if (cause !== undefined) return rules.ptr.unknown(cause, { severity: 'info' });
  return rules.ptr.pass(checked.map(({ reverse }) => `${reverse.address} is ${reverse.forward!.name}`));
}

function faultOf({ address, lookup, forward }: Reverse): string[] {
  if (lookup.outcome === 'absent') return ['no PTR record'];
  if (forward?.lookup.outcome === 'absent') return [`${forward.name} has no such address`];
  return forward?.lookup.outcome === 'found' && !forward.lookup.value.includes(address) ? [`${forward.name} leads elsewhere`] : [];
}

function causeOf({ address, lookup, forward }: Reverse): string[] {
  if (lookup.outcome === 'failed') return [describeFailure('PTR', reverseName(address)!, lookup)];
  return forward?.lookup.outcome === 'failed' ? [describeFailure(address.includes(':') ? 'AAAA' : 'A', forward.name, forward.lookup)] : [];
}

function judgeProvider(facts: MxFacts): Finding {
  const providers = providersOf(facts);
  // A gap in our table asks nothing of anybody, so there is no fix.
  if (providers.length === 0) return { ...rules.provider.fail(exchangesOf(facts.lookup).slice(0, MAX_SHOWN).map(({ exchange }) => exchange)), fix: null };
  const names = providers.map(({ name }) => name);
  return rules.provider.pass(names, { title: `Mail goes to ${inWords(names)}` });
}

function format({ preference, exchange }: RecordData['MX']): string {
  return `${preference} ${exchange === '' ? '.' : exchange}`;
}
