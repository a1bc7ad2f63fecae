import { defineTexts } from '../../../../language/index.ts';

/** What the area and its notifications are called. */
export const names = defineTexts('threats/vulnerabilities/names', () => ({
  vulnerabilities: 'Vulnerabilities',
  notices: { 'vulnerability.found': 'Known vulnerabilities' },
}));
