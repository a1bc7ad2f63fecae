import { defineTexts } from '../../../../language/index.ts';

/** What the area and its notifications are called. */
export const names = defineTexts('assurance/checks/names', () => ({
  checks: 'Custom checks',
  notices: { 'check.*': 'Custom checks' },
}));
