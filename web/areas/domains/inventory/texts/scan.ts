import { defineTexts } from '../../../../language/index.ts';

/** What a scan found. */
export const texts = defineTexts('domains/inventory/scan', () => ({
  score: 'Score',
  issues: 'To mend',
  changed: 'Records that changed',
  nothingChanged: 'None since the look before',
  firstLook: 'The first look at the domain',
  unknown: 'Could not be told',
}));
