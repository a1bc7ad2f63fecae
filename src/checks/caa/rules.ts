import { rfc } from '../../core/findings/references.ts';
import { defineRules } from '../../core/findings/rules.ts';

const RFC_8659 = rfc(8659, 'DNS Certification Authority Authorization (CAA)');
const RFC_8657 = rfc(8657, 'CAA Extensions for Account URI and ACME Methods');
const RFC_9495 = rfc(9495, 'CAA Processing for Email Addresses');
const MARK_CERTIFICATES = { title: 'Minimum Security Requirements for Issuance of Mark Certificates', url: 'https://bimigroup.org/resources/VMC_Requirements_latest.pdf' };

export const rules = defineRules({ area: 'check', record: 'caa', prefix: 'caa' }, {
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
  mismatch: {
    severity: 'medium',
    title: 'The CAA records do not allow the authority whose certificate the website uses',
    passTitle: 'The CAA records allow the authority whose certificate the website uses',
    why: 'The authority has to refuse the next renewal, and then the website shows an expired certificate.',
    fix: { kind: 'dnsRecord', text: 'Add an issue record for the authority if you still use it, or get the next certificate from one that is allowed.' },
    references: [RFC_8659],
  },
  issuewild: {
    severity: 'info',
    title: 'The CAA records say nothing of their own about wildcard certificates',
    passTitle: 'The CAA records say who may issue wildcard certificates',
    why: 'Without issuewild, anyone who may issue a certificate may also issue one that holds for every name below the domain.',
    fix: { kind: 'dnsRecord', text: 'If you use no wildcard certificates, publish 0 issuewild ";". Otherwise name the one authority that issues them.' },
    references: [RFC_8659],
  },
  iodef: {
    severity: 'info',
    title: 'The CAA records name no address for reports',
    passTitle: 'The CAA records name an address for reports',
    why: 'An authority that is asked for a certificate against the records can tell you only where iodef says how. Not all do.',
    fix: { kind: 'dnsRecord', text: 'Publish 0 iodef "mailto:..." with an address that you read.' },
    references: [RFC_8659],
  },
  issuemail: {
    severity: 'info',
    title: 'The CAA records do not limit who may issue certificates for e-mail addresses',
    passTitle: 'The CAA records say who may issue certificates for e-mail addresses',
    why: 'Certificates for S/MIME are limited by issuemail alone; without it any authority may issue them for addresses of the domain.',
    fix: { kind: 'dnsRecord', text: 'If you use no S/MIME, publish 0 issuemail ";". Otherwise name the authority that you use.' },
    references: [RFC_9495],
  },
  issuevmc: {
    severity: 'info',
    title: 'The CAA records do not limit who may issue mark certificates',
    passTitle: 'The CAA records say who may issue mark certificates',
    why: 'Mark certificates, which show a logo next to mail, are limited by issuevmc alone.',
    fix: { kind: 'dnsRecord', text: 'Publish an issuevmc record for the authority that issued your mark certificate.' },
    references: [MARK_CERTIFICATES],
  },
  account: {
    severity: 'info',
    title: 'The CAA records do not tie certificates to your own account at the authority',
    passTitle: 'The CAA records tie certificates to an account at the authority',
    why: 'Without accounturi any customer of the authority can ask for a certificate, and anyone who controls a web server or the path to it for a moment gets one.',
    fix: { kind: 'dnsRecord', text: 'Add "; accounturi=" and the address of your account to the issue record, if you can keep it up to date.' },
    references: [RFC_8657],
  },
});
