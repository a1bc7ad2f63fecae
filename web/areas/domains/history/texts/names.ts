import { defineTexts } from '../../../../language/index.ts';

/** What the area and its alerts are called. */
export const names = defineTexts('domains/history/names', () => ({
  tab: 'History',
  scans: 'Scans',
}));
