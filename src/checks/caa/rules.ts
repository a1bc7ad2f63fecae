import { defineRules } from '../../core/finding.ts';
import { rfc } from '../references.ts';

const RFC_8659 = rfc(8659, 'DNS Certification Authority Authorization (CAA)');
const RFC_8657 = rfc(8657, 'CAA Extensions for Account URI and ACME Methods');
const RFC_9495 = rfc(9495, 'CAA Processing for Email Addresses');

export const rules = defineRules('caa', 'caa', {
  missing: {
    severity: 'low',
    title: 'Any certification authority may issue certificates for this domain',
    passTitle: 'CAA records are in force',
    why: 'Without CAA records, one careless authority is enough for somebody else to hold a valid certificate for this domain.',
    fix: { kind: 'dnsRecord', text: 'Publish a CAA record for each authority that you use, for example 0 issue "letsencrypt.org".' },
    references: [RFC_8659],
  },
  syntax: {
    severity: 'medium',
    title: 'A CAA record cannot be read',
    passTitle: 'The CAA records can be read',
    why: 'Authorities read a broken issue value as "nobody may issue", so the next renewal may fail; a broken reporting address gets no reports.',
    fix: { kind: 'dnsRecord', text: 'Write the authority as a bare name, as in 0 issue "letsencrypt.org", and reporting addresses as mailto: or https: URLs.' },
    references: [RFC_8659, RFC_8657],
  },
  critical: {
    severity: 'high',
    title: 'A critical CAA property is unknown, so no authority may issue',
    passTitle: 'No unknown CAA property is marked critical',
    why: 'An authority must refuse when it meets a critical property that it does not know.',
    fix: { kind: 'dnsRecord', text: 'Correct the tag, remove the record, or set its flags to 0.' },
    references: [RFC_8659],
  },
  issue: {
    severity: 'info',
    title: 'The CAA records do not limit who may issue certificates for host names',
    passTitle: 'The CAA records say who may issue certificates',
    why: 'Only issue records limit who may issue; a set without one leaves ordinary certificates open to every authority.',
    fix: { kind: 'dnsRecord', text: 'Add an issue record for each authority that you use.' },
    references: [RFC_8659, RFC_9495],
  },
});
