import { defineTexts } from '../../../../language/index.ts';

/** What the area, its runs and notifications are called, and what the search offers. */
export const names = defineTexts('threats/lookalikes/names', () => ({
  tab: 'Lookalikes',
  sweep: 'Search for lookalikes',
  capture: 'Evidence of a lookalike',
  stages: {
    names: 'Generating names', candidates: 'Checking registered names', dns: 'Querying DNS', registration: 'Querying the registry', network: 'Looking up the network', tls: 'Fetching the certificate',
    web: 'Fetching the website', screenshot: 'Taking a screenshot', ownPage: 'Fetching your website', ownScreenshot: 'Taking a screenshot of your website', similarity: 'Comparing the two',
  },
  notices: { 'lookalike.*': 'Lookalikes' },
  domains: 'Domains',
  of: (domain: string) => `Lookalikes of ${domain}`,
  searchNow: (domain: string) => `Find the most likely lookalikes of ${domain}`,
}));
