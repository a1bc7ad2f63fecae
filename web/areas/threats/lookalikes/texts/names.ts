import { defineTexts } from '../../../../language/index.ts';

/** What the area, its runs and notifications are called, and what the search offers. */
export const names = defineTexts('threats/lookalikes/names', () => ({
  tab: 'Lookalikes',
  sweep: 'Search for lookalikes',
  capture: 'Evidence of a lookalike',
  stages: {
    names: 'Looking for names', candidates: 'Looking at those that are registered', dns: 'Asking the DNS', registration: 'Asking the registry', network: 'Asking whose network it is', tls: 'Looking at the certificate',
    web: 'Looking at the website', screenshot: 'Taking a screenshot', ownPage: 'Looking at your website', ownScreenshot: 'Taking a screenshot of your website', similarity: 'Comparing the two',
  },
  notices: { 'lookalike.*': 'Lookalikes' },
  domains: 'Domains',
  of: (domain: string) => `Lookalikes of ${domain}`,
  searchNow: (domain: string) => `Look for the likeliest lookalikes of ${domain}`,
}));
