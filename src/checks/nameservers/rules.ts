import { rfc } from '../../core/findings/references.ts';
import { defineRules } from '../../core/findings/rules.ts';

const CONCEPTS = rfc(1034, 'Domain Names, Concepts and Facilities', '4.1');
const SECONDARIES = rfc(2182, 'Selection and Operation of Secondary DNS Servers', '3.1');
const LAME = rfc(1912, 'Common DNS Operational and Configuration Errors', '2.8');
const TCP = rfc(7766, 'DNS Transport over TCP', '5');
const ALIASES = rfc(2181, 'Clarifications to the DNS Specification', '10.3');
const SPECIAL_ADDRESSES = rfc(6890, 'Special-Purpose IP Address Registries', '2.2');
const IPV6 = rfc(3901, 'DNS IPv6 Transport Operational Guidelines', '4');
const CUTS = rfc(1034, 'Domain Names, Concepts and Facilities', '4.2.2');
const ONE_ZONE = rfc(1034, 'Domain Names, Concepts and Facilities', '4.2');
const SECONDARY_COPIES = rfc(1034, 'Domain Names, Concepts and Facilities', '4.3.5');
const GLUE_NEEDED = rfc(9471, 'DNS Glue Requirements in Referral Responses', '2');
const GLUE = rfc(1034, 'Domain Names, Concepts and Facilities', '4.2.1');
const MESSAGE_SIZE = rfc(1035, 'Domain Names, Implementation and Specification', '4.2.1');
const REFLECTION = rfc(5358, 'Preventing Use of Recursive Nameservers in Reflector Attacks', '4');
const TRANSFERS = rfc(5936, 'DNS Zone Transfer Protocol (AXFR)', '5');
const EDNS = rfc(6891, 'Extension Mechanisms for DNS (EDNS(0))', '6.1');
const FRAGMENTS = rfc(9715, 'IP Fragmentation Avoidance in DNS over UDP', '3.1');
const FORGERIES = rfc(5452, 'Measures for Making DNS More Resilient against Forged Answers', '9.2');
const REVERSE = rfc(1912, 'Common DNS Operational and Configuration Errors', '2.1');
const SOFTWARE = { title: 'CWE-200: Exposure of Sensitive Information', url: 'https://cwe.mitre.org/data/definitions/200.html' };
const LAPSED_NAMES = { title: 'CWE-672: Operation on a Resource after Expiration or Release', url: 'https://cwe.mitre.org/data/definitions/672.html' };

export const rules = defineRules({ area: 'check', record: 'nameservers', prefix: 'ns' }, {
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
    title: 'A nameserver is not authoritative for the zone',
    passTitle: 'Every nameserver that answers is authoritative for the zone',
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
    fix: { kind: 'dnsHost', text: 'Name the host that the alias points to, or replace the alias with A and AAAA records.' },
    references: [ALIASES],
  },
  noaddr: {
    severity: 'high',
    title: 'A nameserver has no address',
    passTitle: 'Every nameserver has an address',
    why: 'A nameserver without an address cannot be asked; if its name is free, anyone who registers it may answer for this domain.',
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
  distinct: {
    severity: 'medium',
    title: 'Two nameserver names lead to the same address',
    passTitle: 'Every nameserver has addresses of its own',
    why: 'Two names for one server are still one server: when it fails, both are gone.',
    fix: { kind: 'dnsHost', text: 'Give every nameserver an address of its own, or name a further server.' },
    references: [CONCEPTS, SECONDARIES],
  },
  parentchild: {
    severity: 'medium',
    title: 'The parent zone and the zone itself name different nameservers',
    passTitle: 'The parent zone and the zone itself name the same nameservers',
    why: 'Some visitors are sent to servers that others never ask; a server that only one side knows is easily forgotten and goes stale.',
    fix: { kind: 'registrar', text: 'Enter the same nameservers at your registrar as in the NS records of the zone.' },
    references: [CUTS],
  },
  records: {
    severity: 'high',
    title: 'The nameservers give different records',
    passTitle: 'All nameservers give the same records for mail',
    why: 'Every resolver asks whichever server it likes, so mail arrives, passes SPF or obeys DMARC at one time and not at another.',
    fix: { kind: 'dnsHost', text: 'Publish the same records on every nameserver. With two DNS hosts, enter them at both; with secondary servers, check the zone transfer to those that differ.' },
    references: [ONE_ZONE, SECONDARY_COPIES],
  },
  glue: {
    severity: 'high',
    title: 'The parent zone does not give the right addresses of the nameservers',
    passTitle: 'The parent zone gives the right addresses of the nameservers',
    why: 'A nameserver whose name lies in its own zone can only be found with the address that the parent zone gives along (glue).',
    fix: { kind: 'registrar', text: 'Correct the addresses of the nameservers (host objects, glue) at your registrar.' },
    references: [GLUE, GLUE_NEEDED],
  },
  referral: {
    severity: 'low',
    title: 'The delegation does not fit into a small DNS answer',
    passTitle: 'The delegation fits into a DNS answer of 512 bytes',
    why: 'Resolvers that take small answers only must ask once more over TCP to find the domain.',
    fix: { kind: 'dnsHost', text: 'Name fewer nameservers, or give them shorter names.' },
    references: [MESSAGE_SIZE],
  },
  takeover: {
    severity: 'critical',
    title: 'A nameserver lies in a domain that anybody can register',
    passTitle: 'No nameserver lies in a domain that is free',
    why: 'Anyone who registers that domain can answer for yours: websites, mail and certificates are then in their hands.',
    fix: { kind: 'registrar', text: 'Remove this nameserver from the NS records and at your registrar at once.' },
    references: [LAPSED_NAMES],
  },
  recursion: {
    severity: 'high',
    title: 'A nameserver is an open resolver: it answers anybody about any domain',
    passTitle: 'No nameserver is an open resolver',
    why: 'Open resolvers are abused to flood others with traffic, and their cache can be poisoned.',
    fix: { kind: 'dnsHost', text: 'Turn recursion off on this server, or allow it for your own networks alone.' },
    references: [REFLECTION],
  },
  axfr: {
    severity: 'medium',
    title: 'A nameserver hands the whole zone to anybody who asks',
    passTitle: 'No nameserver hands out the whole zone',
    why: 'The contents of the zone can be read by strangers: every host name in it, test and internal systems included.',
    fix: { kind: 'dnsHost', text: 'Allow zone transfers (AXFR) to your secondary servers alone, by address or key.' },
    references: [TRANSFERS],
  },
  edns: {
    severity: 'low',
    title: 'A nameserver does not handle EDNS as the standard says',
    passTitle: 'Every nameserver handles EDNS as the standard says',
    why: 'Resolvers that meet such a server must try again in older ways, which is slow and can fail; DNSSEC needs EDNS.',
    fix: { kind: 'dnsHost', text: 'Update the software of the server, or the firewall in front of it.' },
    references: [EDNS],
  },
  'edns.1232': {
    severity: 'medium',
    title: 'A nameserver does not deliver large answers safely',
    passTitle: 'Large answers are cut off over UDP and come whole over TCP',
    why: 'Large UDP packets are broken into fragments that get lost or are forged; a large answer must be cut off and come over TCP.',
    fix: { kind: 'dnsHost', text: 'Limit UDP answers to 1232 bytes, and open port 53 for TCP.' },
    references: [FRAGMENTS, TCP],
  },
  case: {
    severity: 'low',
    title: 'A nameserver changes upper and lower case in the question',
    passTitle: 'Every nameserver returns the question with its case unchanged',
    why: 'Resolvers mix upper and lower case in names to detect forged answers; they must query this server again or trust it less.',
    fix: { kind: 'dnsHost', text: 'Update the software of the server, or the firewall in front of it.' },
    references: [FORGERIES],
  },
  'version.bind': {
    severity: 'low',
    title: 'A nameserver tells everybody the version of its software',
    passTitle: 'No nameserver tells the version of its software',
    why: 'Attackers look for versions with known holes.',
    fix: { kind: 'dnsHost', text: 'Set the version text of the server to something that says nothing, such as "none".' },
    references: [SOFTWARE],
  },
  ptr: {
    severity: 'info',
    title: 'A nameserver address has no matching reverse DNS',
    passTitle: 'The nameserver addresses have matching reverse DNS',
    why: 'Reverse DNS helps with troubleshooting; nothing depends on it.',
    fix: { kind: 'dnsHost', text: 'Publish a PTR record with the name of the server for its address.' },
    references: [REVERSE],
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
