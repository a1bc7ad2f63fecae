import { rfc } from '../../core/findings/references.ts';
import { defineRules } from '../../core/findings/rules.ts';

const FORMAT = rfc(1035, 'Domain Names, Implementation and Specification', '3.3.13');
const ONE_SET = rfc(2181, 'Clarifications to the DNS Specification', '6.1');
const VALUES = rfc(1912, 'Common DNS Operational and Configuration Errors', '2.2');
const NEGATIVE = rfc(2308, 'Negative Caching of DNS Queries', '5');
const SERIALS = rfc(1982, 'Serial Number Arithmetic', '7');
const RIPE_203 = { title: 'RIPE-203, Recommendations for DNS SOA Values', url: 'https://www.ripe.net/publications/docs/ripe-203/' };

export const rules = defineRules({ area: 'check', record: 'soa', prefix: 'soa' }, {
  single: {
    severity: 'medium',
    title: 'The zone does not have exactly one SOA record',
    passTitle: 'The zone has exactly one SOA record',
    why: 'Every zone begins with one SOA record; with none or several, secondary servers and caches do as they please.',
    fix: { kind: 'dnsHost', text: 'Keep one SOA record at the name of the zone.' },
    references: [ONE_SET],
  },
  serial: {
    severity: 'info',
    title: 'The nameservers hold different versions of the zone',
    passTitle: 'All nameservers hold the same version of the zone',
    why: 'Shortly after a change this is normal; if it lasts, visitors get old and new answers at random.',
    fix: { kind: 'dnsHost', text: 'Check again in an hour. If the serials still differ, repair the zone transfer to the older server.' },
    references: [VALUES, SERIALS],
  },
  timers: {
    severity: 'low',
    title: 'The times in the SOA record contradict each other',
    passTitle: 'The times in the SOA record are in the usual ranges',
    why: 'They rule how soon secondary servers notice changes and outages, when they stop answering, and how long a missing name is remembered.',
    fix: { kind: 'dnsHost', text: 'Set refresh 14400, retry 3600, expire 1209600 and minimum 3600, all in seconds.' },
    references: [VALUES, NEGATIVE, RIPE_203],
  },
  mname: {
    severity: 'low',
    title: 'The SOA record does not name a usable primary server',
    passTitle: 'The SOA record names one primary server',
    why: 'Programs that change the zone or tell others of changes look for the primary server there.',
    fix: { kind: 'dnsHost', text: 'Put the host name of the primary nameserver into the first field of the SOA record, the same on all servers.' },
    references: [FORMAT],
  },
  rname: {
    severity: 'low',
    title: 'The SOA record does not name a usable mailbox',
    passTitle: 'The SOA record names the mailbox of those who look after the zone',
    why: 'People who notice a problem with the zone write to this address.',
    fix: { kind: 'dnsHost', text: 'Write the e-mail address as a name: hostmaster@example.org becomes hostmaster.example.org, without "@".' },
    references: [FORMAT],
  },
});
