import { defineTexts } from '../../../../language/index.ts';

/** What the area and its runs are called. */
export const names = defineTexts('web/local-seo/names', () => ({
  localSeo: 'Local SEO',
  localSeoAlso: 'seo maps google rank businesses grid',
  grid: 'Rank grid',
  ranks: 'Web ranks',
  gridStages: { points: 'Asking at each point' },
  rankStages: { keywords: 'Asking for each keyword' },
  listings: 'Listings',
  listingStages: { pages: 'Reading pages' },
}));
