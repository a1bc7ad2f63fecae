import { rfc } from '../../core/findings/references.ts';
import { defineRules } from '../../core/findings/rules.ts';

const DANE = (section: string) => rfc(7672, 'SMTP Security via Opportunistic DANE TLS', section);
const OPERATIONS = rfc(7671, 'The DNS-Based Authentication of Named Entities (DANE) Protocol: Updates and Operational Guidance', '8.1');

export const rules = defineRules({ area: 'check', record: 'dane', prefix: 'dane' }, {
  missing: {
    severity: 'info',
    title: 'The mail servers publish no TLSA records (DANE)',
    passTitle: 'Every mail server publishes TLSA records (DANE)',
    why: 'With DANE, senders know that a server offers encryption and which certificate it has, so nobody on the way can pretend otherwise.',
    fix: { kind: 'dnsRecord', text: 'When the zone is signed with DNSSEC, publish the TLSA record of the mail server, or ask your mail provider for DANE.' },
    references: [DANE('2.2.3')],
  },
  insecure: {
    severity: 'medium',
    title: 'The TLSA records of a mail server are not protected by DNSSEC, so senders ignore them',
    passTitle: 'DNSSEC protects the TLSA records of every mail server',
    why: 'Senders use TLSA records only where the MX records, the address of the server and the records themselves are signed.',
    fix: { kind: 'dnsHost', text: 'Sign the zones that are named in the evidence with DNSSEC and have the DS records published, or remove the TLSA records.' },
    references: [DANE('2.2')],
  },
  usage: {
    severity: 'medium',
    title: 'The TLSA records of a mail server cannot be used for mail',
    passTitle: 'Every TLSA record can be used for mail',
    why: 'For mail only usage 2 and 3 are defined; senders pass over other records, and without one that they can use they do not check the certificate.',
    fix: { kind: 'dnsRecord', text: 'Publish records with usage 3, selector 1 and matching type 1, and remove those that are named in the evidence.' },
    references: [DANE('3.1.3')],
  },
  mismatch: {
    severity: 'critical',
    title: 'The certificates of the mail servers do not match their TLSA records: senders that know DANE do not deliver',
    passTitle: 'The certificate of every mail server that could be reached matches its TLSA records',
    why: 'A sender that knows DANE takes a server with another certificate for an impostor and keeps the mail back.',
    fix: { kind: 'dnsRecord', text: 'Publish the TLSA record of the certificate that is in use, after you made sure that it is yours. Keep the key at renewals, or publish the next record two days ahead.' },
    references: [DANE('3.1')],
  },
  rollover: {
    severity: 'low',
    title: 'A mail server has a single TLSA record, so the next change of its key can stop the mail',
    passTitle: 'The TLSA records allow for the next key change',
    why: 'Without a second record for the next key, or for the authority, senders that remember the old record refuse the new certificate.',
    fix: { kind: 'dnsRecord', text: 'Publish a second record: 3 1 1 for the next key, or 2 1 1 for the authority that issues the certificates.' },
    references: [OPERATIONS],
  },
  denial: {
    severity: 'high',
    title: 'The nameservers fail when they are asked for TLSA records: senders that know DANE delay the mail',
    passTitle: 'Questions for TLSA records are answered properly',
    why: 'In a signed zone a sender must know whether there are TLSA records before it delivers; while it gets no proper answer it waits.',
    fix: { kind: 'dnsHost', text: 'Have the nameservers updated or the zone signed again, until they prove that the record is there or is not.' },
    references: [DANE('2.1.1')],
  },
});
