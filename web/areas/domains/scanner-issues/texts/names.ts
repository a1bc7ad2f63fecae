import { defineTexts } from '../../../../language/index.ts';

/** What the notifications of the area are called. */
export const names = defineTexts('domains/scanner-issues/names', () => ({
  notices: { 'scannerIssue.*': 'Answers to reported findings' },
}));
