import { rfc } from '../../../../core/findings/references.ts';
import { defineRules } from '../../../../core/findings/rules.ts';

const tlsRpt = rfc(8460, 'SMTP TLS reporting');
const sts = rfc(8461, 'MTA-STS');
const dane = rfc(7672, 'DANE for SMTP');

const certificateRules = defineRules({ area: 'dmarc', record: 'mtaSts', prefix: 'reports.tls' }, {
  'starttls-not-supported': {
    severity: 'high',
    title: 'A mail server does not offer STARTTLS',
    why: 'Senders that insist on encryption, as your policy asks, deliver nothing to it.',
    fix: { kind: 'mailHost', text: 'Switch STARTTLS on at the server, or take it out of the MX records.' },
    references: [tlsRpt],
  },
  'certificate-host-mismatch': {
    severity: 'high',
    title: 'The certificate of a mail server is for another name',
    why: 'It must be valid for the name in the MX record.',
    fix: { kind: 'mailHost', text: 'Get a certificate that has the name of the MX record.' },
    references: [tlsRpt, sts],
  },
  'certificate-expired': {
    severity: 'critical',
    title: 'The certificate of a mail server has expired',
    why: 'Senders that insist on encryption deliver nothing to it.',
    fix: { kind: 'mailHost', text: 'Renew the certificate, and see that it is renewed by itself from then on.' },
    references: [tlsRpt],
  },
  'certificate-not-trusted': {
    severity: 'high',
    title: 'The certificate of a mail server is not trusted',
    why: 'It is self-signed, of an unknown authority, or its chain is incomplete.',
    fix: { kind: 'mailHost', text: 'Use a certificate of a public authority and have the server send the whole chain.' },
    references: [tlsRpt, sts],
  },
  'validation-failure': {
    severity: 'medium',
    title: 'Senders could not verify a mail server',
    why: 'The reporter gives no specific reason; its additional information may.',
    fix: { kind: 'investigation', text: 'Run the checkup of the domain: it makes the same handshakes.' },
    references: [tlsRpt],
  },
  'sts-policy-fetch-error': {
    severity: 'high',
    title: 'Senders cannot fetch the MTA-STS policy',
    why: 'The DNS announces a policy that its web server did not give.',
    fix: { kind: 'webHost', text: 'Serve https://mta-sts.{domain}/.well-known/mta-sts.txt with status 200 and without a redirect.' },
    references: [tlsRpt, sts],
  },
  'sts-policy-invalid': {
    severity: 'high',
    title: 'Senders cannot read the MTA-STS policy',
    why: 'The file has a fault.',
    fix: { kind: 'webHost', text: 'Fix the file: the domain check names the fault.' },
    references: [tlsRpt, sts],
  },
  'sts-webpki-invalid': {
    severity: 'high',
    title: 'The certificate of the MTA-STS policy host is not valid',
    why: 'Senders take no policy from a host whose certificate does not hold.',
    fix: { kind: 'webHost', text: 'Get a valid certificate for mta-sts.{domain}.' },
    references: [tlsRpt, sts],
  },
});

const daneRules = defineRules({ area: 'dmarc', record: 'dane', prefix: 'reports.tls' }, {
  'tlsa-invalid': {
    severity: 'high',
    title: 'The TLSA record does not fit the certificate',
    why: 'The record must change before a new key is used; until it fits, senders that use DANE deliver nothing.',
    fix: { kind: 'dnsRecord', text: 'Publish a TLSA record of the certificate that the server has now; from then on publish the next one before each change.' },
    references: [tlsRpt, dane],
  },
  'dnssec-invalid': {
    severity: 'high',
    title: 'The DNSSEC signatures of the mail server\'s zone are not valid',
    why: 'Senders that use DANE deliver nothing.',
    fix: { kind: 'dnsHost', text: 'Fix DNSSEC of the zone: the domain check names the fault.' },
    references: [tlsRpt, dane],
  },
  'dane-required': {
    severity: 'medium',
    title: 'A sender insists on DANE, which a mail server does not offer',
    why: 'It is set to deliver over DANE alone.',
    fix: { kind: 'dnsRecord', text: 'Publish TLSA records in a signed zone, or ask the sender to relax.' },
    references: [tlsRpt, dane],
  },
});

const otherRules = defineRules({ area: 'dmarc', record: 'tlsRpt', prefix: 'reports.tls' }, {
  unexplained: {
    severity: 'medium',
    title: 'Sessions failed for a reason that reporters do not name',
    why: 'The result type is missing or is none of those in RFC 8460.',
    fix: { kind: 'investigation', text: 'Run the checkup of the domain: it makes the same handshakes.' },
    references: [tlsRpt],
  },
});

/** What each result type of a TLS report means (RFC 8460 §4.3). */
export const tlsRules = { ...certificateRules, ...daneRules, ...otherRules };

export type TlsRuleName = keyof typeof tlsRules;
