import { defineTexts } from '../../../../language/index.ts';

/** What the area and its notifications are called. */
export const names = defineTexts('threats/vulnerabilities/names', () => ({
  vulnerabilities: 'Vulnerabilities',
  vulnerabilitiesAlso: 'cve patches updates kev epss',
  notices: { 'vulnerability.found': 'Known vulnerabilities' },
}));
