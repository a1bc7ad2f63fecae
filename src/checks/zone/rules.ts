import { rfc } from '../../core/findings/references.ts';
import { defineRules } from '../../core/findings/rules.ts';

const WILDCARDS = rfc(4592, 'The Role of Wildcards in the Domain Name System', '2.1');
const ALIASES = rfc(1034, 'Domain Names, Concepts and Facilities', '3.6.2');
const ALONE = rfc(2181, 'Clarifications to the DNS Specification', '10.1');
const TTL = rfc(1912, 'Common DNS Operational and Configuration Errors', '2.2');
const SERVICES = rfc(9460, 'Service Binding and Parameter Specification via the DNS', '9');
const LAPSED_NAMES = { title: 'CWE-672: Operation on a Resource after Expiration or Release', url: 'https://cwe.mitre.org/data/definitions/672.html' };

export const rules = defineRules({ area: 'check', record: 'zone', prefix: 'zone' }, {
  wildcard: {
    severity: 'info',
    title: 'Every name below the domain has an address (wildcard)',
    passTitle: 'Names that are not set up do not exist',
    why: 'A wildcard answers for names that nobody set up: mistyped and invented ones lead somewhere.',
    fix: { kind: 'dnsHost', text: 'If you do not need the wildcard, publish the names that you use one by one.' },
    references: [WILDCARDS],
  },
  'cname.apex': {
    severity: 'high',
    title: 'The domain itself is an alias (CNAME) alongside other records',
    passTitle: 'The domain itself is no alias',
    why: 'No other record may exist next to a CNAME: resolvers that follow it miss the mail and nameserver records of the domain.',
    fix: { kind: 'dnsHost', text: 'Replace the CNAME with A and AAAA records, or with what your DNS host calls ALIAS, ANAME or CNAME flattening.' },
    references: [ALIASES, ALONE],
  },
  dangling: {
    severity: 'high',
    title: 'A record points to a name that does not exist',
    passTitle: 'No record points to a name that does not exist',
    why: 'Nothing answers there, and anyone who gets hold of the name can show pages, take mail or answer for the domain in your name.',
    fix: { kind: 'dnsHost', text: 'Remove the record, or point it to a name that exists.' },
    references: [LAPSED_NAMES],
  },
  ttl: {
    severity: 'info',
    title: 'A record is remembered for an unusual time',
    passTitle: 'Records are remembered for one minute to one day',
    why: 'A short time costs every visitor another lookup; a long one delays every change.',
    fix: { kind: 'dnsHost', text: 'Set the TTL between 300 and 86400 seconds.' },
    references: [TTL],
  },
  https: {
    severity: 'info',
    title: 'There is no HTTPS record',
    passTitle: 'There is an HTTPS record',
    why: 'With an HTTPS record browsers go to the encrypted site at once, and learn of HTTP/3 and of encrypted client hello (ECH).',
    fix: { kind: 'dnsRecord', text: 'Publish an HTTPS record if your web host supports it.' },
    references: [SERVICES],
  },
});
