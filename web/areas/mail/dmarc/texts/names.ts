import { defineTexts } from '../../../../language/index.ts';

/** What the area is called. */
export const names = defineTexts('mail/dmarc/names', () => ({
  reports: 'DMARC reports',
  reportsAlso: 'dmarc e-mail reports senders spf dkim tls',
  notices: { 'dmarc.*': 'DMARC reports' },
}));
