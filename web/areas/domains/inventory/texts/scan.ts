import { defineTexts } from '../../../../language/index.ts';

/** What a scan found. */
export const texts = defineTexts('domains/inventory/scan', () => ({
  score: 'Score',
  issues: 'Issues',
  changed: 'Records that changed',
  nothingChanged: 'None since the previous scan',
  firstScan: 'First scan of the domain',
  unknown: 'Unknown',
}));
