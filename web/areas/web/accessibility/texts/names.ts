import { defineTexts } from '../../../../language/index.ts';

/** What the area and its runs are called. */
export const names = defineTexts('web/accessibility/names', () => ({
  tab: 'Accessibility',
  audit: 'Accessibility audit',
  notices: { 'accessibility.*': 'Accessibility' },
  stages: { pages: 'Judging pages' },
}));
