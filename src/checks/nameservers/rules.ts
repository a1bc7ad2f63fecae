import { defineRules } from '../../core/finding.ts';
import { rfc } from '../references.ts';

const CONCEPTS = rfc(1034, 'Domain Names, Concepts and Facilities', '4.1');
const SECONDARIES = rfc(2182, 'Selection and Operation of Secondary DNS Servers', '3.1');
const LAME = rfc(1912, 'Common DNS Operational and Configuration Errors', '2.8');
const TCP = rfc(7766, 'DNS Transport over TCP', '5');
const ALIASES = rfc(2181, 'Clarifications to the DNS Specification', '10.3');
const SPECIAL_ADDRESSES = rfc(6890, 'Special-Purpose IP Address Registries', '2.2');
const IPV6 = rfc(3901, 'DNS IPv6 Transport Operational Guidelines', '4');

export const rules = defineRules('nameservers', 'ns', {
  count: {
    severity: 'high',
    title: 'The domain does not have two nameservers',
    passTitle: 'There are at least two nameservers',
    why: 'With a single nameserver, one outage takes website and mail down together.',
    fix: { kind: 'dnsHost', text: 'Use at least two nameservers of your DNS host, and name them at your registrar.' },
    references: [CONCEPTS, SECONDARIES],
  },
  lame: {
    severity: 'high',
    title: 'A nameserver does not hold the zone',
    passTitle: 'Every nameserver that answers holds the zone',
    why: 'Resolvers that meet this server get no answer: the domain is slow or out of reach for a part of its visitors.',
    fix: { kind: 'dnsHost', text: 'Set the zone up on this server, or remove the server from the NS records and at your registrar.' },
    references: [LAME],
  },
  unreachable: {
    severity: 'high',
    title: 'A nameserver does not answer',
    passTitle: 'Every nameserver answers',
    why: 'Resolvers wait for a silent server before they ask another one, and answers that are too large for UDP need TCP.',
    fix: { kind: 'dnsHost', text: 'Make sure that the server runs and that port 53 is open for UDP and TCP, or remove the server from the NS records and at your registrar.' },
    references: [LAME, TCP],
  },
  cname: {
    severity: 'high',
    title: 'A nameserver name is an alias (CNAME)',
    passTitle: 'No nameserver name is an alias',
    why: 'NS records must name hosts that have addresses themselves; many resolvers do not follow aliases here.',
    fix: { kind: 'dnsHost', text: 'Name the host that the alias points to, or replace the alias by A and AAAA records.' },
    references: [ALIASES],
  },
  noaddr: {
    severity: 'high',
    title: 'A nameserver has no address',
    passTitle: 'Every nameserver has an address',
    why: 'A nameserver without an address cannot be asked; if its name is free, whoever registers it may answer for this domain.',
    fix: { kind: 'dnsHost', text: 'Correct the name in the NS records and at your registrar, or publish its A and AAAA records.' },
    references: [CONCEPTS],
  },
  bogon: {
    severity: 'high',
    title: 'A nameserver has an address that cannot be reached from the Internet',
    passTitle: 'Every nameserver address is public',
    why: 'Resolvers outside cannot ask private or reserved addresses.',
    fix: { kind: 'dnsHost', text: 'Publish the public address of the nameserver.' },
    references: [SPECIAL_ADDRESSES],
  },
  diversity: {
    severity: 'medium',
    title: 'All nameservers are in the same network',
    passTitle: 'The nameservers are in different networks',
    why: 'One broken line or router takes all of them down at once.',
    fix: { kind: 'dnsHost', text: 'Add a nameserver in another network, such as a secondary at another DNS host.' },
    references: [SECONDARIES],
  },
  ipv6: {
    severity: 'info',
    title: 'No nameserver can be reached over IPv6',
    passTitle: 'The zone can be asked over IPv6',
    why: 'Resolvers without IPv4 cannot find the domain.',
    fix: { kind: 'dnsHost', text: 'Ask your DNS host for nameservers with AAAA records.' },
    references: [IPV6],
  },
  serial: {
    severity: 'info',
    title: 'The nameservers hold different versions of the zone',
    passTitle: 'All nameservers hold the same version of the zone',
    why: 'Shortly after a change this is normal; if it lasts, visitors get old and new answers at random.',
    fix: { kind: 'dnsHost', text: 'Check again in an hour. If the serials still differ, repair the zone transfer to the older server.' },
    references: [LAME],
  },
  provider: {
    severity: 'info',
    title: 'The DNS host is not one that this service knows',
    passTitle: 'The DNS host is known',
    why: 'Advice can link to the right page when the DNS host is known.',
    fix: { kind: 'dnsHost', text: 'Nothing needs to be done.' },
    references: [CONCEPTS],
  },
});
