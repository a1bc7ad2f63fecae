import { defineTexts } from '../../../../language/index.ts';

/** What the area and its notifications are called. */
export const names = defineTexts('summary/overview/names', () => ({
  overview: 'Overview',
  notices: { 'report.weekly': 'Weekly reports' },
}));
