import { defineRules } from '../../core/finding.ts';

const BIMI = {
  title: 'Brand Indicators for Message Identification (BIMI), draft',
  url: 'https://datatracker.ietf.org/doc/draft-brand-indicators-for-message-identification/',
};

export const rules = defineRules('bimi', 'bimi', {
  missing: {
    severity: 'info',
    title: 'No BIMI record: mailboxes show no logo beside the domain\'s mail',
    passTitle: 'A BIMI record is published',
    why: 'BIMI shows your logo beside authenticated mail. It is optional and protects nothing by itself.',
    fix: { kind: 'dnsRecord', text: 'When DMARC is at quarantine or reject, publish a BIMI record with the https: address of your logo as SVG Tiny PS.' },
    references: [BIMI],
  },
  syntax: {
    severity: 'medium',
    title: 'The BIMI record cannot be read',
    passTitle: 'The BIMI record can be read',
    why: 'Mailbox providers ignore a record with an error in it, so no logo is shown.',
    fix: { kind: 'dnsRecord', text: 'Write the record as v=BIMI1; l=<address of the logo>; a=<address of the certificate>, in this order and each tag once.' },
    references: [BIMI],
  },
  multiple: {
    severity: 'medium',
    title: 'There are several BIMI records',
    passTitle: 'There is one BIMI record',
    why: 'With more than one record at the name, mailbox providers ignore all of them.',
    fix: { kind: 'dnsRecord', text: 'Keep one of the records and remove the others.' },
    references: [BIMI],
  },
  l: {
    severity: 'medium',
    title: 'The address of the BIMI logo cannot be used',
    passTitle: 'The address of the BIMI logo can be used',
    why: 'The logo has to be one SVG file, fetched over https; anything else is not shown.',
    fix: { kind: 'dnsRecord', text: 'Put the logo as an .svg file (SVG Tiny PS) on an https server and name that address in l=.' },
    references: [BIMI],
  },
  a: {
    severity: 'medium',
    title: 'The address of the BIMI certificate cannot be used',
    passTitle: 'The address of the BIMI certificate can be used',
    why: 'The certificate has to be fetched over https; with another address in a= the logo is not shown.',
    fix: { kind: 'dnsRecord', text: 'Name the https: address of the certificate (a .pem file) in a=, or take the tag out.' },
    references: [BIMI],
  },
  dmarc: {
    severity: 'medium',
    title: 'The BIMI record has no effect while DMARC does not enforce',
    passTitle: 'DMARC enforces, as BIMI demands',
    why: 'Logos are only shown for domains whose DMARC policy is quarantine or reject, for subdomains too.',
    fix: { kind: 'dnsRecord', text: 'Raise the DMARC policy to p=quarantine or p=reject and do not set sp=none.' },
    references: [BIMI],
  },
  novmc: {
    severity: 'info',
    title: 'The BIMI record names no certificate for the logo',
    passTitle: 'The BIMI record names a certificate for the logo',
    why: 'Several large mailbox providers show a logo only with a mark certificate (VMC or CMC).',
    fix: { kind: 'dnsRecord', text: 'If those providers matter to you, buy a mark certificate and name its address in a=.' },
    references: [BIMI],
  },
});
