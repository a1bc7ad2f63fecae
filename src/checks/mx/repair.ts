import type { Finding, Fix } from '../../core/finding.ts';
import { formatIp, parseIp } from '../../core/ip.ts';
import { specialPurpose } from '../../core/special-addresses.ts';
import type { Lookup } from '../../core/lookup.ts';
import { found } from '../lookups.ts';
import type { MailHost, MxFacts } from './collect.ts';
import { bare, exchangesOf, isLiteral } from './exchanges.ts';

/** Names instead of addresses: the domain itself where it has the address, otherwise a name that its owner has to choose and publish first. */
export function nameForAddresses(facts: MxFacts): Partial<Fix> {
  const { domain, apexA } = facts;
  const [{ preference }, addresses] = [exchangesOf(facts.lookup).find(({ exchange }) => isLiteral(exchange))!, addressesIn(facts)];
  if (addresses.every(address => found(apexA).includes(address))) {
    return { text: 'Name the domain itself in the MX record: it has this address.', record: { name: domain, type: 'MX', value: `${preference} ${domain}` } };
  }
  const host = `mail.${domain}`;
  return {
    text: `Give the mail server a host name such as ${host}, and name that host in the MX record.`,
    steps: [...addresses.map(address => `Publish ${host} ${address.includes(':') ? 'AAAA' : 'A'} ${address}.`), 'Replace the MX records that hold an address by this one.'],
    record: { name: domain, type: 'MX', value: `${preference} ${host}`, template: true },
  };
}

/** The facts once the fix of `finding` is carried out: a null MX replaces all records, a host name those that hold an address. */
export function carryOutFix(facts: MxFacts, { fix }: Finding): MxFacts {
  if (fix?.record?.type !== 'MX' || facts.lookup.outcome === 'failed') return facts;
  const [preference, name] = fix.record.value.split(' ') as [string, string];
  const exchange = name === '.' ? '' : name;
  const kept = found(facts.lookup).filter(record => exchange !== '' && !isLiteral(record.exchange));
  const lookup = { outcome: 'found' as const, value: [...kept, { preference: Number(preference), exchange }], via: [], ttlSeconds: 0 };
  return { ...facts, lookup, hosts: exchange === '' ? [] : [...facts.hosts, hostOf(facts, Number(preference), exchange)], leftOut: exchange === '' ? [] : facts.leftOut };
}

/** A host that has the addresses that the MX records held. */
function hostOf(facts: MxFacts, preference: number, exchange: string): MailHost {
  const addresses = addressesIn(facts);
  const lookup = (value: string[]): Lookup<readonly string[]> => (value.length > 0 ? { outcome: 'found', value, via: [], ttlSeconds: 0 } : { outcome: 'absent', nxdomain: false, via: [] });
  const [a, aaaa] = [addresses.filter(address => !address.includes(':')), addresses.filter(address => address.includes(':'))];
  return { exchange, preference, name: exchange, a: lookup(a), aaaa: lookup(aaaa), barred: addresses.filter(address => specialPurpose(address) !== null), reverse: null, nameStatus: null };
}

function addressesIn({ lookup }: MxFacts): string[] {
  const literals = exchangesOf(lookup).flatMap(({ exchange }) => parseIp(bare(exchange)) ?? []);
  return [...new Set(literals.map(formatIp))];
}
