import { defineTexts } from '../../../../language/index.ts';

/** What the area is called. */
export const names = defineTexts('web/deep-seo/names', () => ({
  tab: 'Deep SEO',
}));
