import { defineTexts } from '../../../../language/index.ts';

/** What the area and its runs are called. */
export const names = defineTexts('web/local-seo/names', () => ({
  localSeo: 'Local SEO',
  grid: 'Rank grid',
  ranks: 'Web ranks',
  gridStages: { points: 'Asking at each point' },
  rankStages: { keywords: 'Asking for each keyword' },
}));
