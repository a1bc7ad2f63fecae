import type { BoundRule, Finding } from '../../core/finding.ts';
import { describeFailure, type RecordData } from '../../core/lookup.ts';
import { findMailProvider, type MailProvider } from '../providers/index.ts';
import { inOrder, isLiteral, type MxFacts } from './collect.ts';
import { addressVerdict, aliasVerdict, existenceVerdict, found, isMissing, judgeHosts, judgeIpv6, reachVerdict } from './hosts.ts';
import { rules } from './rules.ts';

const MAX_LISTED = 20;

/** The records that name an exchange, most preferred first. */
export function exchangesOf(facts: MxFacts): RecordData['MX'][] {
  return inOrder(found(facts.look)).filter(({ exchange }) => exchange !== '');
}

/** Whether the domain says that it accepts no mail at all (RFC 7505 §3). */
export function isNullMx(facts: MxFacts): boolean {
  return facts.look.outcome === 'found' && exchangesOf(facts).length === 0;
}

/** The providers that the exchanges belong to, each once, the most preferred first. */
export function providersOf(facts: MxFacts): MailProvider[] {
  return [...new Set(exchangesOf(facts).map(({ exchange }) => findMailProvider(exchange)))].filter(provider => provider !== null);
}

/** Judges where the mail of the domain goes. */
export function analyzeMx(facts: MxFacts): Finding[] {
  const { domain, look } = facts;
  if (look.outcome === 'failed') return all(rule => rule.unknown(describeFailure('MX', domain, look)));
  if (look.outcome === 'absent') return all(rule => (rule === rules.missing ? missing(facts) : rule.notApplicable('There are no MX records')));
  if (isNullMx(facts)) return all(rule => judgeNullMx(rule, facts));
  return judgeExchanges(facts);
}

function all(say: (rule: BoundRule) => Finding): Finding[] {
  return Object.values<BoundRule>(rules).map(say);
}

function missing({ domain, apexA }: MxFacts): Finding {
  const fix = { record: { name: domain, type: 'MX', value: '0 .' } };
  const fail = (seen: string, title = rules.missing.title) => rules.missing.fail([`no MX record at ${domain}`, seen], { title, fix });
  if (apexA.outcome === 'failed') return fail(describeFailure('A', domain, apexA));
  if (apexA.outcome === 'absent') return fail(`no A record at ${domain}`, 'There are no MX records, and the domain cannot receive mail');
  return fail(`${domain} has ${apexA.value.slice(0, MAX_LISTED).join(', ')}`, 'There are no MX records, so mail is sent to the address of the website');
}

function judgeNullMx(rule: BoundRule, { domain, look }: MxFacts): Finding {
  const records = found(look).map(format);
  if (rule === rules.missing) return rule.pass(records.slice(0, MAX_LISTED), { title: 'The domain says that it accepts no mail' });
  if (rule !== rules.null) return rule.notApplicable('The domain accepts no mail');
  if (records.length === 1 && records[0] === '0 .') return rule.pass(records);
  return rule.fail(records.slice(0, MAX_LISTED), {
    severity: 'low',
    title: 'The null MX record is not the single record "0 ." that the standard asks for',
    fix: { text: 'Replace the MX records by this one.', record: { name: domain, type: 'MX', value: '0 .' } },
  });
}

function judgeExchanges(facts: MxFacts): Finding[] {
  const { hosts } = facts;
  const exchanges = exchangesOf(facts);
  const names = exchanges.map(({ exchange }) => exchange);
  const shown = exchanges.slice(0, MAX_LISTED).map(format);
  const literals = names.filter(isLiteral);
  const repeated = [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
  return [
    rules.missing.pass(shown),
    found(facts.look).length > exchanges.length ? rules.null.fail(found(facts.look).slice(0, MAX_LISTED).map(format)) : rules.null.pass(),
    judgeHosts(rules.cname, hosts, aliasVerdict),
    literals.length > 0 ? rules.ip.fail(literals.slice(0, MAX_LISTED)) : rules.ip.pass(),
    judgeAddresses(facts),
    judgeHosts(rules.nxdomain, hosts, existenceVerdict),
    judgeHosts(rules.bogon, hosts, reachVerdict),
    new Set(names).size > 1 ? rules.single.pass() : rules.single.fail(shown),
    repeated.length > 0 ? rules.dup.fail(repeated.slice(0, MAX_LISTED)) : rules.dup.pass(),
    hosts.length > 0 ? judgeIpv6(rules.ipv6, hosts) : rules.ipv6.notApplicable('No MX record holds a host name'),
    judgeProvider(facts),
  ];
}

/** Hosts that do not exist have a finding of their own. */
function judgeAddresses({ hosts, leftOut }: MxFacts): Finding {
  const finding = judgeHosts(rules.noaddr, hosts.filter(host => !isMissing(host)), addressVerdict);
  const unseen = leftOut.slice(0, MAX_LISTED).map(name => `${name} was not looked at: there are too many mail servers`);
  return { ...finding, evidence: [...finding.evidence, ...unseen] };
}

function judgeProvider(facts: MxFacts): Finding {
  const providers = providersOf(facts);
  if (providers.length === 0) return rules.provider.fail(exchangesOf(facts).slice(0, MAX_LISTED).map(({ exchange }) => exchange));
  const names = providers.map(({ name }) => name);
  return rules.provider.pass(names, { title: `Mail goes to ${new Intl.ListFormat('en').format(names)}` });
}

function format({ preference, exchange }: RecordData['MX']): string {
  return `${preference} ${exchange === '' ? '.' : exchange}`;
}
