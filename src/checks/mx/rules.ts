import { rfc } from '../../core/findings/references.ts';
import { defineRules } from '../../core/findings/rules.ts';

const SMTP = rfc(5321, 'Simple Mail Transfer Protocol', '5.1');
const NULL_MX = rfc(7505, 'A "Null MX" No Service Resource Record for Domains That Accept No Mail', '3');
const ALIASES = rfc(2181, 'Clarifications to the DNS Specification', '10.3');
const REVERSE = rfc(1912, 'Common DNS Operational and Configuration Errors', '2.1');
const SPECIAL_ADDRESSES = rfc(6890, 'Special-Purpose IP Address Registries', '2.2');

export const rules = defineRules({ area: 'check', record: 'mx', prefix: 'mx' }, {
  missing: {
    severity: 'medium',
    title: 'There are no MX records, so it is not clear whether this domain receives mail',
    passTitle: 'The domain says where its mail goes',
    why: 'Without MX records senders try the address of the website, or keep trying for days, instead of being notified at once.',
    fix: { kind: 'dnsRecord', text: 'If the domain receives mail, publish the MX records that your mail provider gives you. If it does not, publish this null MX record.' },
    references: [SMTP, NULL_MX],
  },
  null: {
    severity: 'high',
    title: 'A record says that the domain accepts no mail, others say that it does',
    passTitle: 'No null MX record exists alongside others',
    why: 'A null MX record counts only when it stands alone; alongside others, some senders give up and others deliver.',
    fix: { kind: 'dnsRecord', text: 'If the domain receives mail, remove the record that points to a single dot. If it does not, remove all the others.' },
    references: [NULL_MX],
  },
  cname: {
    severity: 'medium',
    title: 'A mail server name is an alias (CNAME)',
    passTitle: 'No mail server name is an alias',
    why: 'MX records must name a host that has addresses itself; some senders do not follow aliases here and return the mail.',
    fix: { kind: 'dnsRecord', text: 'Let the MX record name the host that the alias points to, or replace the alias with A and AAAA records.' },
    references: [ALIASES, SMTP],
  },
  ip: {
    severity: 'high',
    title: 'An MX record holds an IP address instead of a host name',
    passTitle: 'Every MX record holds a host name',
    why: 'Senders take the address for a host name, which does not exist, and cannot deliver there.',
    fix: { kind: 'dnsRecord', text: 'Give the mail server a host name with an A or AAAA record, and name that host in the MX record.' },
    references: [SMTP],
  },
  noaddr: {
    severity: 'high',
    title: 'A mail server has no address',
    passTitle: 'Every mail server has an address',
    why: 'Senders cannot deliver to a host without an A or AAAA record.',
    fix: { kind: 'dnsRecord', text: 'Publish an A or AAAA record for the mail server, or remove its MX record.' },
    references: [SMTP],
  },
  nxdomain: {
    severity: 'high',
    title: 'A mail server does not exist in DNS',
    passTitle: 'Every mail server exists in DNS',
    why: 'Mail cannot be delivered there, and anyone who can register the missing name receives it instead.',
    fix: { kind: 'dnsRecord', text: 'Correct the name in the MX record, or remove the record.' },
    references: [SMTP],
  },
  dangling: {
    severity: 'critical',
    title: 'Mail goes to an unregistered domain: anyone who registers it receives the mail',
    passTitle: 'No mail server lies in a domain that is free to register',
    why: 'Anyone who owns the domain of a mail server reads the mail, password resets included.',
    fix: { kind: 'dnsRecord', text: 'Remove the MX record today, or register the domain that it names.' },
    references: [SMTP],
  },
  bogon: {
    severity: 'high',
    title: 'A mail server has an address that cannot be reached from the Internet',
    passTitle: 'Every mail server address is public',
    why: 'Senders outside cannot deliver to private or reserved addresses.',
    fix: { kind: 'dnsRecord', text: 'Publish the public address of the mail server.' },
    references: [SPECIAL_ADDRESSES],
  },
  ptr: {
    severity: 'info',
    title: 'A mail server address has no matching reverse DNS',
    passTitle: 'Every mail server address has matching reverse DNS',
    why: 'Large receivers refuse mail that is sent from an address without a PTR record whose name leads back; for a server that only receives, it does not matter.',
    fix: { kind: 'mailHost', text: 'Ask the provider of the server to set the PTR record of its address to the name of the server.' },
    references: [REVERSE],
  },
  single: {
    severity: 'info',
    title: 'There is only one mail server',
    passTitle: 'There are several mail servers',
    why: 'Senders try again for days when it is down, and many providers stand behind a single name; a second one only shortens the delay.',
    fix: { kind: 'mailHost', text: 'Nothing needs to be done if your provider gives you a single name.' },
    references: [SMTP],
  },
  dup: {
    severity: 'low',
    title: 'A mail server is named by more than one MX record',
    passTitle: 'Every mail server is named once',
    why: 'A server that has failed is tried again at once under its second preference, which only delays the mail.',
    fix: { kind: 'dnsRecord', text: 'Keep one MX record for each mail server.' },
    references: [SMTP],
  },
  ipv6: {
    severity: 'info',
    title: 'No mail server can be reached over IPv6',
    passTitle: 'Mail can be delivered over IPv6',
    why: 'Senders without IPv4 cannot deliver; there are few of them today.',
    fix: { kind: 'mailHost', text: 'Ask your mail provider for servers with AAAA records.' },
    references: [SMTP],
  },
  provider: {
    severity: 'info',
    title: 'The mail provider is not one that this service knows',
    passTitle: 'The mail provider is known',
    why: 'Advice can be more exact when the provider is known.',
    fix: { kind: 'mailHost', text: 'Nothing needs to be done.' },
    references: [SMTP],
  },
});
