import { defineTexts } from '../../../../language/index.ts';

/** What the area is called. */
export const names = defineTexts('domains/subdomains/names', () => ({
  tab: 'Subdomains',
  discovery: 'Search for subdomains',
  stages: { names: 'Generating names' },
}));
