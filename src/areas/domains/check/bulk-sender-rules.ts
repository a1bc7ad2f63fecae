import type { Severity } from '../../../core/finding.ts';

/** One requirement of a mailbox provider for bulk senders. */
export type Requirement = 'spf' | 'dkim' | 'dmarc' | 'aligned' | 'ptr' | 'tls';

/** The findings that show a requirement broken, where they fail at this severity or a worse one. */
export const breaches: Readonly<Record<Requirement, { says: string; ids: readonly string[]; atLeast: Severity }>> = {
  spf: {
    says: 'SPF must be set up and free of errors',
    ids: ['spf.missing', 'spf.multiple', 'spf.syntax', 'spf.lookups', 'spf.void', 'spf.mx', 'spf.include.none', 'spf.redirect.none', 'spf.loop'],
    atLeast: 'medium',
  },
  dkim: { says: 'DKIM must be set up with a key of at least 1024 bits', ids: ['dkim.syntax', 'dkim.rsa', 'dkim.h', 'dkim.s', 'dkim.k', 'dkim.multi'], atLeast: 'medium' },
  dmarc: { says: 'DMARC must be published, with p=none at least', ids: ['dmarc.missing', 'dmarc.multiple', 'dmarc.syntax'], atLeast: 'medium' },
  aligned: { says: 'SPF or DKIM must be aligned with the domain in From', ids: ['dmarc.nospfnodkim'], atLeast: 'medium' },
  ptr: { says: 'Sending addresses must have forward-confirmed reverse DNS', ids: ['mx.ptr'], atLeast: 'medium' },
  tls: { says: 'Mail must be sent over TLS', ids: ['smtp.starttls', 'smtp.tls.version'], atLeast: 'medium' },
};

/** What one provider demands of senders of 5000 messages a day and more; the rest of its list nobody can see from outside. */
export interface BulkSenderRules {
  /** The day from which the rules hold. */
  since: string;
  source: string;
  demands: readonly Requirement[];
  notTested: readonly string[];
}

const ALIGNMENT = 'whether the messages are signed, and aligned with the domain in From';
const UNSUBSCRIBE = 'one-click unsubscribe in marketing mail (RFC 8058)';
const REVERSE = 'the names of sending addresses other than the mail servers of the domain';

// Source: general knowledge of the rules that the providers publish at the pages named here, compiled 2026-11-22; the pages could not be opened from here.
export const bulkSenderRules = {
  google: {
    since: '2024-02-01',
    source: 'https://support.google.com/a/answer/81126',
    demands: ['spf', 'dkim', 'dmarc', 'aligned', 'ptr', 'tls'],
    notTested: [ALIGNMENT, REVERSE, 'whether mail leaves over TLS', UNSUBSCRIBE, 'a spam rate below 0.3 %'],
  },
  yahoo: {
    since: '2024-02-01',
    source: 'https://senders.yahooinc.com/best-practices/',
    demands: ['spf', 'dkim', 'dmarc', 'aligned', 'ptr'],
    notTested: [ALIGNMENT, REVERSE, UNSUBSCRIBE, 'a spam rate below 0.3 %'],
  },
  microsoft: {
    since: '2025-05-05',
    source: 'https://techcommunity.microsoft.com/blog/microsoftdefenderforoffice365blog/strengthening-email-ecosystem-outlook%E2%80%99s-new-requirements-for-high%E2%80%90volume-senders/4399730',
    demands: ['spf', 'dkim', 'dmarc', 'aligned'],
    notTested: [ALIGNMENT, 'From and Reply-To addresses that take replies', 'a visible way to unsubscribe'],
  },
} as const satisfies Record<string, BulkSenderRules>;
