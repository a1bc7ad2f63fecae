import type { Finding } from '../../core/finding.ts';
import { describeFailure, type RecordData } from '../../core/lookup.ts';
import { complete } from '../complete.ts';
import { inWords, MAX_SHOWN } from '../evidence.ts';
import { addressVerdict, aliasVerdict, existenceVerdict, isMissing, judgeHosts, judgeIpv6, reachVerdict } from '../hosts/analyze.ts';
import { found } from '../looks.ts';
import { findMailProvider, type MailProvider } from '../providers/index.ts';
import type { MxFacts } from './collect.ts';
import { exchangesOf, isLiteral, isNullMx } from './exchanges.ts';
import { rules } from './rules.ts';

/** The providers that the exchanges belong to, each once, the most preferred first. */
export function providersOf(facts: MxFacts): MailProvider[] {
  return [...new Set(exchangesOf(facts.look).map(({ exchange }) => findMailProvider(exchange)))].filter(provider => provider !== null);
}

/** Judges where the mail of the domain goes. */
export function analyzeMx(facts: MxFacts): Finding[] {
  const { domain, look } = facts;
  if (look.outcome === 'failed') return complete(rules, [], rule => rule.unknown(describeFailure('MX', domain, look)));
  if (look.outcome === 'absent') return complete(rules, [judgeAbsence(facts)], rule => rule.notApplicable('There are no MX records'));
  if (isNullMx(look)) return complete(rules, judgeNullMx(facts), rule => rule.notApplicable('The domain accepts no mail'));
  return judgeExchanges(facts);
}

function judgeAbsence({ domain, apexA }: MxFacts): Finding {
  const fix = { record: { name: domain, type: 'MX', value: '0 .' } };
  const fail = (seen: string, title = rules.missing.title) => rules.missing.fail([`no MX record at ${domain}`, seen], { title, fix });
  if (apexA.outcome === 'failed') return fail(describeFailure('A', domain, apexA));
  if (apexA.outcome === 'absent') return fail(`no A record at ${domain}`, 'There are no MX records, and the domain cannot receive mail');
  return fail(`${domain} has ${apexA.value.slice(0, MAX_SHOWN).join(', ')}`, 'There are no MX records, so mail is sent to the address of the website');
}

function judgeNullMx({ domain, look }: MxFacts): Finding[] {
  const records = found(look).map(format);
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

function judgeExchanges(facts: MxFacts): Finding[] {
  const { hosts } = facts;
  const exchanges = exchangesOf(facts.look);
  const names = exchanges.map(({ exchange }) => exchange);
  const shown = exchanges.slice(0, MAX_SHOWN).map(format);
  const literals = names.filter(isLiteral);
  const repeated = [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
  return [
    rules.missing.pass(shown),
    found(facts.look).length > exchanges.length ? rules.null.fail(found(facts.look).slice(0, MAX_SHOWN).map(format)) : rules.null.pass(),
    judgeHosts(rules.cname, hosts, aliasVerdict),
    literals.length > 0 ? rules.ip.fail(literals.slice(0, MAX_SHOWN)) : rules.ip.pass(),
    judgeAddresses(facts),
    judgeHosts(rules.nxdomain, hosts, existenceVerdict),
    judgeHosts(rules.bogon, hosts, reachVerdict),
    new Set(names).size > 1 ? rules.single.pass() : rules.single.fail(shown),
    repeated.length > 0 ? rules.dup.fail(repeated.slice(0, MAX_SHOWN)) : rules.dup.pass(),
    hosts.length > 0 ? judgeIpv6(rules.ipv6, hosts) : rules.ipv6.notApplicable('No MX record holds a host name'),
    judgeProvider(facts),
  ];
}

/** Hosts that do not exist have a finding of their own. */
function judgeAddresses({ hosts, leftOut }: MxFacts): Finding {
  const finding = judgeHosts(rules.noaddr, hosts.filter(host => !isMissing(host)), addressVerdict);
  const unseen = leftOut.slice(0, MAX_SHOWN).map(name => `${name} was not looked at: there are too many mail servers`);
  return { ...finding, evidence: [...finding.evidence, ...unseen] };
}

function judgeProvider(facts: MxFacts): Finding {
  const providers = providersOf(facts);
  // A gap in our table asks nothing of anybody, so there is no fix.
  if (providers.length === 0) return { ...rules.provider.fail(exchangesOf(facts.look).slice(0, MAX_SHOWN).map(({ exchange }) => exchange)), fix: null };
  const names = providers.map(({ name }) => name);
  return rules.provider.pass(names, { title: `Mail goes to ${inWords(names)}` });
}

function format({ preference, exchange }: RecordData['MX']): string {
  return `${preference} ${exchange === '' ? '.' : exchange}`;
}
