import { defineTexts } from '../../../../language/index.ts';

/** What the area and its notifications are called. */
export const names = defineTexts('summary/overview/names', () => ({
  overview: 'Overview',
  overviewAlso: 'home dashboard start status',
  calendar: 'Expiry calendar',
  calendarAlso: 'renewals ends certificates registrations expires due dates',
  notices: { 'report.weekly': 'Weekly reports' },
}));
