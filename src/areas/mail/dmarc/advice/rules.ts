import type { Severity } from '../../../../core/finding.ts';
import type { Finding } from './shapes.ts';

/** What is true of every finding of one kind. */
export interface ReportRule {
  severity: Severity;
  record: Finding['record'];
  /** Without a full stop; `{…}` is filled in. */
  title: string;
  why: string;
  /** What to do, in one sentence. */
  fix: string;
  references: Finding['references'];
}

const rfc = (number: number, title: string) => ({ title: `RFC ${number}: ${title}`, url: `https://www.rfc-editor.org/rfc/rfc${number}` });
const dmarc = rfc(9989, 'DMARC');
const aggregate = rfc(9990, 'DMARC aggregate reports');
const spf = rfc(7208, 'SPF');
const dkim = rfc(6376, 'DKIM');
const tlsRpt = rfc(8460, 'SMTP TLS reporting');
const sts = rfc(8461, 'MTA-STS');
const dane = rfc(7672, 'DANE for SMTP');

/** Everything that DMARC reports can show to be wrong. */
export const reportRules = {
  'reports.service.unaligned': {
    severity: 'high', record: 'dkim', title: '{sender} signs with its own domain, so its messages fail DMARC',
    why: 'A valid signature and a valid envelope sender count for DMARC only when they are of the domain in the From header. Here both are the service\'s.',
    fix: 'Have {sender} sign with your domain (custom DKIM), and use a return path of your domain where it offers one.', references: [dmarc],
  },
  'reports.dkim.key': {
    severity: 'high', record: 'dkim', title: 'Signatures with the selector {selector} fail wherever they come from',
    why: 'When no receiver can verify a signature, the published key is missing, was replaced too early, or does not belong to the key that signs.',
    fix: 'Publish the key that {sender} signs with at {selector}._domainkey.{domain}, and keep an old key published until mail signed with it has arrived.', references: [dkim],
  },
  'reports.dkim.altered': {
    severity: 'low', record: 'dkim', title: 'Messages are changed on the way through {sender}: their signatures break',
    why: 'The same selector verifies elsewhere, so the key is right. A gateway or a list that adds a footer or changes the subject breaks the signature.',
    fix: 'Sign after the last system that changes messages, or have {sender} leave them as they are.', references: [dkim],
  },
  'reports.dkim.permerror': {
    severity: 'high', record: 'dkim', title: 'Receivers cannot use the key of the selector {selector}',
    why: 'A permanent error means that the record at the selector has a fault or that the key was revoked.',
    fix: 'Mend the record at {selector}._domainkey.{domain}.', references: [dkim],
  },
  'reports.dkim.temperror': {
    severity: 'medium', record: 'dkim', title: 'Receivers could not look up the key of the selector {selector}',
    why: 'A temporary error means that the nameservers did not answer in time, or answered with a failure. Messages may be delayed or fail.',
    fix: 'Check that all nameservers of {domain} answer for {selector}._domainkey.{domain}.', references: [dkim],
  },
  'reports.dkim.absent': {
    severity: 'low', record: 'dkim', title: '{sender} does not sign its messages',
    why: 'They pass by SPF alone, which breaks as soon as somebody forwards them.',
    fix: 'Switch on DKIM signatures with your domain at {sender}.', references: [dmarc],
  },
  'reports.spf.notincluded': {
    severity: 'high', record: 'spf', title: 'Your SPF record does not allow {sender}',
    why: 'The envelope sender is of your domain, but the record does not name the addresses that the messages come from.',
    fix: 'Add {sender} to the SPF record of {domain}.', references: [spf],
  },
  'reports.spf.permerror': {
    severity: 'high', record: 'spf', title: 'Receivers cannot use the SPF record of {spfDomain}',
    why: 'A permanent error means a fault in the record, two records, more than 10 lookups, or more than 2 lookups that find nothing.',
    fix: 'Look at the SPF tree of {spfDomain} in the domain check, and mend what it names.', references: [spf],
  },
  'reports.spf.temperror': {
    severity: 'medium', record: 'spf', title: 'Receivers could not look up the SPF record of {spfDomain}',
    why: 'A temporary error means that nameservers did not answer in time. Messages may be delayed or fail.',
    fix: 'Check that all nameservers of {spfDomain}, and of what its record includes, answer.', references: [spf],
  },
  'reports.envelope.foreign': {
    severity: 'medium', record: 'spf', title: '{sender} uses a return path of its own, and signs nothing',
    why: 'SPF passes for the domain of the service, which is not yours, so it does not count for DMARC.',
    fix: 'Set a return path (bounce domain) of your domain up at {sender}, and have it sign with your domain.', references: [dmarc],
  },
  'reports.alignment.strict': {
    severity: 'medium', record: 'dmarc', title: 'Strict alignment alone makes messages of {sender} fail',
    why: 'They are authenticated by a name within your organizational domain, which relaxed alignment accepts and strict alignment does not.',
    fix: 'Take {tag}=s out of the DMARC record, or use the very domain of the From header.', references: [dmarc],
  },
  'reports.subdomain.forged': {
    severity: 'medium', record: 'dmarc', title: 'Names below your domain that do not exist are used in forged messages',
    why: 'Nobody needs a name to exist to write it into a From header. The policy for such names is weaker than reject.',
    fix: 'Set np=reject in the DMARC record: no mail of yours comes from names that do not exist.', references: [dmarc],
  },
  'reports.policy.subdomains': {
    severity: 'medium', record: 'dmarc', title: 'The policy for subdomains is weaker than that of the domain',
    why: 'Whoever wants to use your name takes a subdomain where the domain itself is protected.',
    fix: 'Make sp at least as strict as p, or leave it out.', references: [dmarc],
  },
  'reports.policy.obsolete': {
    severity: 'low', record: 'dmarc', title: 'The DMARC record has tags that no longer work: {tags}',
    why: 'RFC 9989 removed pct, rf and ri. Receivers that follow it apply the policy to all messages, whatever pct says.',
    fix: 'Remove them; to try a policy out use t=y.', references: [dmarc],
  },
  'reports.policy.differs': {
    severity: 'low', record: 'dmarc', title: 'Reporters see another policy than the DNS has now',
    why: 'Their last reports tell of p={seen}, the DNS of p={live}. A change takes a day or two to show; after that, nameservers disagree or another record governs the domain.',
    fix: 'Check that all nameservers have the same DMARC record.', references: [aggregate],
  },
  'reports.disposition.differs': {
    severity: 'info', record: 'dmarc', title: 'Receivers do not do what the policy asks, and do not say why',
    why: 'A receiver may decide by itself. The more do so, the less the policy protects.',
    fix: 'Nothing to change at the domain. The evidence names the senders whose failing messages were delivered.', references: [aggregate],
  },
  'reports.volume.surge': {
    severity: 'medium', record: 'dmarc', title: 'Failing messages have multiplied',
    why: 'On the last day with reports there were more than five times as many as on a usual day: a wave of forgeries, or a system of yours that lost its authentication.',
    fix: 'Look at the senders of that day; those that are yours must be made to pass.', references: [aggregate],
  },
  'reports.passrate.drop': {
    severity: 'high', record: 'dmarc', title: 'The share of messages that pass has fallen',
    why: 'Over the last two days with reports it is more than two points below the usual one of the two weeks before.',
    fix: 'Look for what changed: an expired or replaced DKIM key, a changed SPF record, a new sender.', references: [dmarc],
  },
  'reports.sender.vanished': {
    severity: 'low', record: 'dmarc', title: '{sender} has stopped sending',
    why: 'It sent regularly and nothing came for a week: it may be down, or it no longer uses your domain.',
    fix: 'Check that {sender} works. Where it was given up, take it out of the SPF record and remove its DKIM key.', references: [aggregate],
  },
  'reports.reporter.quiet': {
    severity: 'medium', record: 'dmarc', title: '{organization} has stopped reporting',
    why: 'It reported nearly every day, and nothing came for three days: reports may not arrive any more.',
    fix: 'Check that the rua tag still leads here and that the way in for reports works.', references: [aggregate],
  },
} as const satisfies Record<string, ReportRule>;

export type ReportRuleId = keyof typeof reportRules;

/** What each result type of a TLS report means (RFC 8460 §4.3). */
export const tlsRules = {
  'reports.tls.starttls-not-supported': {
    severity: 'high', record: 'mtaSts', title: 'A mail server does not offer STARTTLS', why: 'Senders that insist on encryption, as your policy asks, deliver nothing to it.',
    fix: 'Switch STARTTLS on at the server, or take it out of the MX records.', references: [tlsRpt],
  },
  'reports.tls.certificate-host-mismatch': {
    severity: 'high', record: 'mtaSts', title: 'The certificate of a mail server is for another name', why: 'It must be valid for the name in the MX record.',
    fix: 'Get a certificate that has the name of the MX record.', references: [tlsRpt, sts],
  },
  'reports.tls.certificate-expired': {
    severity: 'critical', record: 'mtaSts', title: 'The certificate of a mail server has expired', why: 'Senders that insist on encryption deliver nothing to it.',
    fix: 'Renew the certificate, and see that it is renewed by itself from then on.', references: [tlsRpt],
  },
  'reports.tls.certificate-not-trusted': {
    severity: 'high', record: 'mtaSts', title: 'The certificate of a mail server is not trusted', why: 'It is self-signed, of an unknown authority, or its chain is incomplete.',
    fix: 'Use a certificate of a public authority and have the server send the whole chain.', references: [tlsRpt, sts],
  },
  'reports.tls.validation-failure': {
    severity: 'medium', record: 'mtaSts', title: 'Senders could not verify a mail server', why: 'The reporter names no nearer reason; its additional information may.',
    fix: 'Run the checkup of the domain: it makes the same handshakes.', references: [tlsRpt],
  },
  'reports.tls.tlsa-invalid': {
    severity: 'high', record: 'dane', title: 'The TLSA record does not fit the certificate', why: 'After a renewal with another key the record must be changed first; senders that use DANE deliver nothing until it is.',
    fix: 'Publish a TLSA record of the certificate that the server has now; from then on publish the next one before each change.', references: [tlsRpt, dane],
  },
  'reports.tls.dnssec-invalid': {
    severity: 'high', record: 'dane', title: 'The DNSSEC signatures of the mail server\'s zone are not valid', why: 'Senders that use DANE deliver nothing.',
    fix: 'Mend DNSSEC of the zone: the domain check names the fault.', references: [tlsRpt, dane],
  },
  'reports.tls.dane-required': {
    severity: 'medium', record: 'dane', title: 'A sender insists on DANE, which a mail server does not offer', why: 'It is set to deliver over DANE alone.',
    fix: 'Publish TLSA records in a signed zone, or ask the sender to relax.', references: [tlsRpt, dane],
  },
  'reports.tls.sts-policy-fetch-error': {
    severity: 'high', record: 'mtaSts', title: 'Senders cannot fetch the MTA-STS policy', why: 'The DNS announces a policy that its web server did not give.',
    fix: 'Serve https://mta-sts.{domain}/.well-known/mta-sts.txt with status 200 and without a redirect.', references: [tlsRpt, sts],
  },
  'reports.tls.sts-policy-invalid': {
    severity: 'high', record: 'mtaSts', title: 'Senders cannot read the MTA-STS policy', why: 'The file has a fault.',
    fix: 'Mend the file: the domain check names the fault.', references: [tlsRpt, sts],
  },
  'reports.tls.sts-webpki-invalid': {
    severity: 'high', record: 'mtaSts', title: 'The certificate of the MTA-STS policy host is not valid', why: 'Senders take no policy from a host whose certificate does not hold.',
    fix: 'Get a valid certificate for mta-sts.{domain}.', references: [tlsRpt, sts],
  },
  'reports.tls.unexplained': {
    severity: 'medium', record: 'tlsRpt', title: 'Sessions failed for a reason that reporters do not name', why: 'The result type is missing or is none of those in RFC 8460.',
    fix: 'Run the checkup of the domain: it makes the same handshakes.', references: [tlsRpt],
  },
} as const satisfies Record<string, ReportRule>;

export type TlsRuleId = keyof typeof tlsRules;
