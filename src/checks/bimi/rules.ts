import { rfc } from '../../core/findings/references.ts';
import { defineRules } from '../../core/findings/rules.ts';

const BIMI = {
  title: 'Brand Indicators for Message Identification (BIMI), draft',
  url: 'https://datatracker.ietf.org/doc/draft-brand-indicators-for-message-identification/',
};

const SVG_TINY_PS = { title: 'SVG Tiny Portable/Secure, draft', url: 'https://datatracker.ietf.org/doc/draft-svg-tiny-ps-abrotman/' };
const MARK_CERTIFICATE = { title: 'Fetch and Validation of Verified Mark Certificates, draft', url: 'https://datatracker.ietf.org/doc/draft-fetch-validation-vmc-wchuang/' };
const LOGOTYPES = rfc(9399, 'Internet X.509 Public Key Infrastructure: Logotypes in X.509 Certificates');

export const rules = defineRules({ area: 'check', record: 'bimi', prefix: 'bimi' }, {
  missing: {
    severity: 'info',
    title: 'No BIMI record: mailboxes show no logo next to the domain\'s mail',
    passTitle: 'A BIMI record is published',
    why: 'BIMI shows your logo next to authenticated mail. It is optional and protects nothing by itself.',
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
    title: 'The BIMI record has no effect while DMARC is not enforced',
    passTitle: 'DMARC is enforced, as BIMI requires',
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
  declined: {
    severity: 'info',
    title: 'The BIMI record says that no logo is to be shown',
    passTitle: 'The BIMI record does not decline a logo',
    why: 'A record with empty l= and a= tags keeps mailbox providers from showing any logo, also one of the organizational domain.',
    fix: { kind: 'dnsRecord', text: 'Nothing needs to be done if that is what you want.' },
    references: [BIMI],
  },
  svg: {
    severity: 'medium',
    title: 'The BIMI logo cannot be shown',
    passTitle: 'The BIMI logo can be fetched and shown',
    why: 'Mailbox providers show only files of the profile SVG Tiny PS: nothing in them may run, move, or come from elsewhere.',
    fix: { kind: 'webHost', text: 'Convert the logo to SVG Tiny PS (version="1.2" baseProfile="tiny-ps", with a title and a square viewBox, up to 32 KiB) and serve it as image/svg+xml.' },
    references: [SVG_TINY_PS],
  },
  vmc: {
    severity: 'medium',
    title: 'The certificate of the BIMI logo cannot be used',
    passTitle: 'The certificate of the BIMI logo can be used',
    why: 'Mailbox providers that ask for a mark certificate show the logo only with one that was issued for it, in one file with the authorities behind it.',
    fix: { kind: 'webHost', text: 'Serve the PEM file as the authority delivered it: the mark certificate first, then the certificates of the authorities.' },
    references: [MARK_CERTIFICATE],
  },
  'vmc.name': {
    severity: 'medium',
    title: 'The certificate of the BIMI logo is for another domain',
    passTitle: 'The certificate of the BIMI logo is for this domain',
    why: 'A logo is shown only for the domains that its certificate names.',
    fix: { kind: 'webHost', text: 'Have the authority issue a certificate that names this domain.' },
    references: [MARK_CERTIFICATE],
  },
  'vmc.logo': {
    severity: 'medium',
    title: 'The certificate is for another logo than the one that is served',
    passTitle: 'The certificate is for the logo that is served',
    why: 'The certificate holds the logo that the authority checked. Any other file, even one that differs by a space, is not shown.',
    fix: { kind: 'webHost', text: 'Serve exactly the file that the certificate was issued for, or have a new certificate issued.' },
    references: [MARK_CERTIFICATE, LOGOTYPES],
  },
  'vmc.expiry': {
    severity: 'medium',
    title: 'The certificate of the BIMI logo has expired',
    passTitle: 'The certificate of the BIMI logo does not expire soon',
    why: 'The logo disappears when the certificate expires.',
    fix: { kind: 'webHost', text: 'Renew the mark certificate and serve the new file.' },
    references: [MARK_CERTIFICATE],
  },
});
