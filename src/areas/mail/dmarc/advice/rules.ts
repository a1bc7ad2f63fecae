import { rfc } from '../../../../core/findings/references.ts';
import { defineRules } from '../../../../core/findings/rules.ts';

const dmarc = rfc(9989, 'DMARC');
const aggregate = rfc(9990, 'DMARC aggregate reports');
const spf = rfc(7208, 'SPF');
const dkim = rfc(6376, 'DKIM');

/** Signatures, and the keys that they need. */
const dkimRules = defineRules({ area: 'dmarc', record: 'dkim', prefix: 'reports' }, {
  'service.unaligned': {
    severity: 'high',
    title: '{sender} signs with its own domain, so its messages fail DMARC',
    why: 'A valid signature and a valid envelope sender count for DMARC only when they are of the domain in the From header. Here both are the service\'s.',
    fix: { kind: 'sendingService', text: 'Have {sender} sign with your domain (custom DKIM), and use a return path of your domain where it offers one.' },
    references: [dmarc],
  },
  'dkim.key': {
    severity: 'high',
    title: 'Signatures with the selector {selector} fail wherever they come from',
    why: 'When no receiver can verify a signature, the published key is missing, was replaced too early, or does not belong to the key that signs.',
    fix: { kind: 'dnsRecord', text: 'Publish the key that {sender} signs with at {selector}._domainkey.{domain}, and keep an old key published until mail signed with it has arrived.' },
    references: [dkim],
  },
  'dkim.altered': {
    severity: 'low',
    title: 'Messages are changed on the way through {sender}: their signatures break',
    why: 'The same selector verifies elsewhere, so the key is right. A gateway or a list that adds a footer or changes the subject breaks the signature.',
    fix: { kind: 'sendingService', text: 'Sign after the last system that changes messages, or have {sender} leave them as they are.' },
    references: [dkim],
  },
  'dkim.permerror': {
    severity: 'high',
    title: 'Receivers cannot use the key of the selector {selector}',
    why: 'A permanent error means that the record at the selector has a fault or that the key was revoked.',
    fix: { kind: 'dnsRecord', text: 'Fix the record at {selector}._domainkey.{domain}.' },
    references: [dkim],
  },
  'dkim.temperror': {
    severity: 'medium',
    title: 'Receivers could not look up the key of the selector {selector}',
    why: 'A temporary error means that the nameservers did not answer in time, or answered with a failure. Messages may be delayed or fail.',
    fix: { kind: 'dnsHost', text: 'Check that all nameservers of {domain} answer for {selector}._domainkey.{domain}.' },
    references: [dkim],
  },
  'dkim.absent': {
    severity: 'low',
    title: '{sender} does not sign its messages',
    why: 'They pass by SPF alone, which breaks as soon as somebody forwards them.',
    fix: { kind: 'sendingService', text: 'Switch on DKIM signatures with your domain at {sender}.' },
    references: [dmarc],
  },
});

/** Envelope senders, and the records that allow them. */
const spfRules = defineRules({ area: 'dmarc', record: 'spf', prefix: 'reports' }, {
  'spf.notincluded': {
    severity: 'high',
    title: 'Your SPF record does not allow {sender}',
    why: 'The envelope sender is of your domain, but the record does not name the addresses that the messages come from.',
    fix: { kind: 'dnsRecord', text: 'Add {sender} to the SPF record of {domain}.' },
    references: [spf],
  },
  'spf.permerror': {
    severity: 'high',
    title: 'Receivers cannot use the SPF record of {spfDomain}',
    why: 'A permanent error means a fault in the record, two records, more than 10 lookups, or more than 2 lookups that find nothing.',
    fix: { kind: 'dnsRecord', text: 'See the SPF tree of {spfDomain} in the domain check, and fix the faults it shows.' },
    references: [spf],
  },
  'spf.temperror': {
    severity: 'medium',
    title: 'Receivers could not look up the SPF record of {spfDomain}',
    why: 'A temporary error means that nameservers did not answer in time. Messages may be delayed or fail.',
    fix: { kind: 'dnsHost', text: 'Check that all nameservers of {spfDomain}, and of what its record includes, answer.' },
    references: [spf],
  },
  'envelope.foreign': {
    severity: 'medium',
    title: '{sender} uses a return path of its own, and signs nothing',
    why: 'SPF passes for the domain of the service, which is not yours, so it does not count for DMARC.',
    fix: { kind: 'sendingService', text: 'Set a return path (bounce domain) of your domain up at {sender}, and have it sign with your domain.' },
    references: [dmarc],
  },
});

/** The policy, and how the mail of the domain changes. */
const dmarcRules = defineRules({ area: 'dmarc', record: 'dmarc', prefix: 'reports' }, {
  'alignment.strict': {
    severity: 'medium',
    title: 'Strict alignment alone makes messages of {sender} fail',
    why: 'They are authenticated by a name within your organizational domain, which relaxed alignment accepts and strict alignment does not.',
    fix: { kind: 'dnsRecord', text: 'Take {tag}=s out of the DMARC record, or use the very domain of the From header.' },
    references: [dmarc],
  },
  'subdomain.forged': {
    severity: 'medium',
    title: 'Names below your domain that do not exist are used in forged messages',
    why: 'Nobody needs a name to exist to write it into a From header. The policy for such names is weaker than reject.',
    fix: { kind: 'dnsRecord', text: 'Set np=reject in the DMARC record: no mail of yours comes from names that do not exist.' },
    references: [dmarc],
  },
  'policy.subdomains': {
    severity: 'medium',
    title: 'The policy for subdomains is weaker than that of the domain',
    why: 'If the domain itself is protected, attackers spoof a subdomain instead.',
    fix: { kind: 'dnsRecord', text: 'Make sp at least as strict as p, or leave it out.' },
    references: [dmarc],
  },
  'policy.obsolete': {
    severity: 'low',
    title: 'The DMARC record has tags that no longer work: {tags}',
    why: 'RFC 9989 removed pct, rf and ri. Receivers that follow it apply the policy to all messages, whatever pct says.',
    fix: { kind: 'dnsRecord', text: 'Remove them. A pct below 100 still holds older receivers back: take it out when the reports show that your own mail passes.' },
    references: [dmarc],
  },
  'policy.differs': {
    severity: 'low',
    title: 'Reporters see another policy than the DNS has now',
    why: 'Their last reports tell of p={seen}, the DNS of p={live}. A change takes a day or two to show; after that, nameservers disagree or another record governs the domain.',
    fix: { kind: 'dnsHost', text: 'Check that all nameservers have the same DMARC record.' },
    references: [aggregate],
  },
  'disposition.differs': {
    severity: 'info',
    title: 'Receivers do not do what the policy asks, and do not say why',
    why: 'A receiver may decide by itself. The more do so, the less the policy protects.',
    fix: { kind: 'investigation', text: 'Nothing to change at the domain. The evidence names the senders whose failing messages were delivered.' },
    references: [aggregate],
  },
  'volume.surge': {
    severity: 'medium',
    title: 'Failing messages have multiplied',
    why: 'On the last day with reports there were more than five times as many as on a usual day: a wave of forgeries, or a system of yours that lost its authentication.',
    fix: { kind: 'investigation', text: 'Check the senders of that day; make those that are yours pass.' },
    references: [aggregate],
  },
  'passrate.drop': {
    severity: 'high',
    title: 'The share of messages that pass has fallen',
    why: 'Over the last two days with reports it is more than two points below the usual one of the two weeks before.',
    fix: { kind: 'investigation', text: 'Look for what changed: an expired or replaced DKIM key, a changed SPF record, a new sender.' },
    references: [dmarc],
  },
  'sender.vanished': {
    severity: 'low',
    title: '{sender} has stopped sending',
    why: 'It sent regularly and nothing came for a week: it may be down, or it no longer uses your domain.',
    fix: { kind: 'investigation', text: 'Check that {sender} works. Where it was given up, take it out of the SPF record and remove its DKIM key.' },
    references: [aggregate],
  },
  'reporter.quiet': {
    severity: 'medium',
    title: '{organization} has stopped reporting',
    why: 'It reported nearly every day, and nothing came for three days: reports may not arrive any more.',
    fix: { kind: 'serviceSetting', text: 'Check that the rua tag still leads here and that report intake works.' },
    references: [aggregate],
  },
});

/** Everything that DMARC reports can show to be wrong. Reports tell of what happened, never that all is well: none of these passes. */
export const reportRules = { ...dkimRules, ...spfRules, ...dmarcRules };

export type ReportRuleName = keyof typeof reportRules;
