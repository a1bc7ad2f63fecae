import { rfc } from '../../core/findings/references.ts';
import { defineRules } from '../../core/findings/rules.ts';

const EPP_STATUSES = { title: 'ICANN, EPP status codes', url: 'https://www.icann.org/epp' };
const RFC_5731 = rfc(5731, 'EPP Domain Name Mapping');
const RFC_3915 = rfc(3915, 'Domain Registry Grace Period Mapping for EPP');
const RFC_9083 = rfc(9083, 'JSON Responses for RDAP');
const RFC_9537 = rfc(9537, 'Redacted Fields in RDAP');
const RFC_1034 = rfc(1034, 'Domain Names: Concepts and Facilities');

export const rules = defineRules({ area: 'check', record: 'registration', prefix: 'reg' }, {
  expiry: {
    severity: 'high',
    cap: { critical: 'F' },
    title: 'The registration of the domain is about to expire',
    passTitle: 'The registration does not expire soon',
    why: 'Web and mail stop when a registration lapses, and afterwards anybody may register the name.',
    fix: { kind: 'registrar', text: 'Renew the domain. If it renews by itself, check that the payment details at the registrar are still good.' },
    references: [RFC_3915],
  },
  locks: {
    severity: 'medium',
    title: 'The domain is not locked against transfer to another registrar',
    passTitle: 'The domain is locked against transfer',
    why: 'Without the lock, anyone who gets hold of the transfer code can move the domain away, and web and mail with it.',
    fix: { kind: 'registrar', text: 'Switch on the transfer lock (clientTransferProhibited) in the control panel of the registrar.' },
    references: [EPP_STATUSES, RFC_5731],
  },
  registrylock: {
    severity: 'info',
    title: 'The domain has no registry lock',
    passTitle: 'The registry itself keeps the domain from being moved or changed',
    why: 'A thief who gets into the account at the registrar can take off the registrar\'s locks, but not those of the registry.',
    fix: { kind: 'registrar', text: 'For a domain that much depends on, ask the registrar for a registry lock. It costs a fee and makes changes slower.' },
    references: [EPP_STATUSES, RFC_5731],
  },
  status: {
    severity: 'critical',
    cap: 'F',
    title: 'The registration has a status that takes the domain out of service',
    passTitle: 'No status takes the domain out of service',
    why: 'A domain that is on hold, without delegation or in deletion is not in DNS, or soon will not be.',
    fix: { kind: 'registrar', text: 'Ask the registrar at once why (often an unpaid renewal or an unverified contact address) and have the status removed.' },
    references: [EPP_STATUSES, RFC_5731, RFC_3915],
  },
  ns: {
    severity: 'high',
    title: 'The nameservers at the registry differ from those in DNS',
    passTitle: 'The registry and DNS name the same nameservers',
    why: 'A nameserver that only one side knows is often a forgotten one; if it is no longer yours, its owner answers for the domain.',
    fix: { kind: 'registrar', text: 'Decide which nameservers are right, then set the same ones at the registrar and in the NS records of the zone.' },
    references: [RFC_1034],
  },
  age: {
    severity: 'info',
    title: 'The domain was registered less than 30 days ago',
    passTitle: 'The domain was registered more than 30 days ago',
    why: 'Many mail filters distrust new domains, and some refuse their mail.',
    fix: { kind: 'mailHost', text: 'Begin with little mail to people who expect it, and raise the volume over some weeks.' },
    references: [],
  },
  updated: {
    severity: 'info',
    title: 'The registration was changed within the last 7 days',
    passTitle: 'The registration was not changed within the last 7 days',
    why: 'A change that nobody in your organisation made is often the first sign that a domain is being stolen.',
    fix: { kind: 'registrar', text: 'Make sure that you know of the change: a renewal, other nameservers, another contact. If not, call the registrar at once.' },
    references: [RFC_9083],
  },
  registrar: {
    severity: 'info',
    title: 'The registry does not name the registrar',
    passTitle: 'The registrar is known',
    why: 'The registrar is where the registration is renewed, locked and changed.',
    fix: { kind: 'registrar', text: 'Keep a note of the company that the domain is registered with; some registries do not publish it.' },
    references: [RFC_9083],
  },
  redacted: {
    severity: 'info',
    title: 'Anybody can read contact data of the holder',
    passTitle: 'The registry shows no contact data of the holder',
    why: 'Published names and addresses are collected for spam and for messages that pretend to come from the registrar.',
    fix: { kind: 'registrar', text: 'If this is a private person, ask the registrar to withhold the contact data.' },
    references: [RFC_9537],
  },
  unavailable: {
    severity: 'low',
    title: 'The domain is not registered',
    passTitle: 'The registry answered',
    why: 'A name that is not registered can be registered by anybody.',
    fix: { kind: 'registrar', text: 'Check the spelling. If the domain should be yours, register it.' },
    references: [RFC_9083],
  },
});
