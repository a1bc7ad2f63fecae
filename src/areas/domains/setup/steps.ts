import type { RecordName } from '../../../checks/index.ts';

export const stepIds = [
  'nameservers', 'registrationLock', 'spf', 'dkim', 'dmarcReports', 'dmarcNone', 'dmarcQuarantine', 'dmarcReject',
  'mtaStsTesting', 'mtaStsEnforce', 'tlsRpt', 'dnssec', 'caa', 'bimi',
] as const;
export type StepId = (typeof stepIds)[number];

/** What is the same of a step for every domain. */
export interface StepText {
  title: string;
  why: string;
  /** What to do, where no finding says it. */
  action: string;
  /** What must be seen before; null where nothing is at risk. */
  safeNext: string | null;
  /** The findings that must not fail: of this record, without those of other steps, or these alone. */
  judgedBy: RecordName | readonly string[];
  /** Steps that must be done before. */
  after: readonly StepId[];
}

const REPORTS = 'Read the reports of at least two weeks, a whole cycle of invoices and newsletters among them';

/** The way from an unprotected domain to one that is well kept, in the order in which no step breaks anything. */
export const stepTexts: Readonly<Record<StepId, StepText>> = {
  nameservers: {
    title: 'Put the nameservers in order',
    why: 'Everything else is published there: a nameserver that fails or lags behind breaks the steps that follow for a part of the world.',
    action: 'Fix what the findings name, at the DNS host or the registrar.',
    safeNext: null, judgedBy: 'nameservers', after: [],
  },
  registrationLock: {
    title: 'Lock the registration against transfer',
    why: 'Anyone who can move the domain to another registrar can undo every other protection.',
    action: 'Switch on the transfer lock (clientTransferProhibited) in the control panel of the registrar.',
    safeNext: null, judgedBy: ['reg.locks'], after: [],
  },
  spf: {
    title: 'Say which servers send your mail (SPF)',
    why: 'Receivers compare the sending server with this list.',
    action: 'Publish one SPF record that names every service that sends mail of this domain.',
    safeNext: 'Ask everybody who sends mail in the name of the domain, such as invoices, newsletters and the website, for the servers that they use.',
    judgedBy: 'spf', after: [],
  },
  dkim: {
    title: 'Sign your mail (DKIM)',
    why: 'A signature survives forwarding, which SPF does not.',
    action: 'Switch on DKIM at every service that sends your mail, and publish the records that it shows.',
    safeNext: null, judgedBy: 'dkim', after: [],
  },
  dmarcReports: {
    title: 'Receive DMARC reports',
    why: 'They show who sends mail in the name of the domain, and whether your own mail would pass a stricter policy.',
    action: 'Name an address for reports (rua) that somebody or a service reads.',
    safeNext: null, judgedBy: ['dmarc.rua', 'dmarc.rua.uri', 'dmarc.rua.mx', 'dmarc.ext'], after: [],
  },
  dmarcNone: {
    title: 'Publish a DMARC policy that only watches (p=none)',
    why: 'It harms no mail and makes the reports come.',
    action: 'Publish the DMARC record with p=none.',
    safeNext: null, judgedBy: ['dmarc.missing', 'dmarc.multiple', 'dmarc.syntax', 'dmarc.location', 'dmarc.psd', 'dmarc.divergence'], after: [],
  },
  dmarcQuarantine: {
    title: 'Send spoofed mail to the spam folder (p=quarantine)',
    why: 'From this step on the policy protects: mail that is not yours does not reach the inbox.',
    action: 'Change the policy to p=quarantine.',
    safeNext: `${REPORTS}: every service that you use must pass, aligned by SPF or DKIM. Fix those that do not before you go on.`,
    judgedBy: ['dmarc.p', 'dmarc.t', 'dmarc.pct', 'dmarc.nospfnodkim'], after: ['spf', 'dkim', 'dmarcReports', 'dmarcNone'],
  },
  dmarcReject: {
    title: 'Reject spoofed mail (p=reject)',
    why: 'Spoofed mail is not delivered at all, and the names below the domain are protected too.',
    action: 'Change the policy to p=reject, for the names below the domain too.',
    safeNext: `${REPORTS} with p=quarantine: no mail of your own may fail. Take care of mailing lists and forwarders that your people use.`,
    judgedBy: ['dmarc.sp', 'dmarc.np', 'dmarc.t', 'dmarc.pct'], after: ['dmarcQuarantine'],
  },
  mtaStsTesting: {
    title: 'Announce encrypted delivery, in test mode (MTA-STS)',
    why: 'Senders learn that your mail servers take encrypted mail only, and report what would fail.',
    action: 'Serve the policy file, then publish the record.',
    safeNext: null, judgedBy: 'mtaSts', after: [],
  },
  mtaStsEnforce: {
    title: 'Insist on encrypted delivery (MTA-STS, mode enforce)',
    why: 'Only now senders refuse to hand mail to somebody in between.',
    action: 'Set mode: enforce in the policy file, then give the record a new id.',
    safeNext: 'Read the TLS reports of at least two weeks: none may show a failure of your own servers. Every mail server must stand in the policy file.',
    judgedBy: ['sts.mode'], after: ['mtaStsTesting'],
  },
  tlsRpt: {
    title: 'Receive reports on encrypted delivery (TLS-RPT)',
    why: 'Senders tell when they could not deliver mail encrypted.',
    action: 'Publish the record with an address that somebody or a service reads.',
    safeNext: null, judgedBy: 'tlsRpt', after: [],
  },
  dnssec: {
    title: 'Sign the zone (DNSSEC)',
    why: 'Without signatures every answer about the domain, those of the steps above included, can be forged on its way.',
    action: 'Switch on DNSSEC at the DNS host, then give the DS record that it shows to the registrar.',
    safeNext: 'The zone must be signed at every nameserver before the registrar gets the DS record: the other way around, the domain is out of reach.',
    judgedBy: 'dnssec', after: ['nameservers'],
  },
  caa: {
    title: 'Limit who may issue certificates (CAA)',
    why: 'Other authorities must refuse to issue a certificate for the domain.',
    action: 'Publish a CAA record for each authority that issues your certificates.',
    safeNext: 'Every authority that you use must be named, also those of services that run a part of the website: others cannot renew.',
    judgedBy: 'caa', after: [],
  },
  bimi: {
    title: 'Show your logo next to your mail (BIMI)',
    why: 'It protects nothing by itself, and is what an enforced policy is rewarded with: mailbox providers show the logo of the domain.',
    action: 'Serve the logo as SVG (profile Tiny PS) at the address in the record, then publish the record. Some providers also require a mark certificate.',
    safeNext: 'The policy must be quarantine or reject for all mail.',
    judgedBy: 'bimi', after: ['dmarcQuarantine'],
  },
};
