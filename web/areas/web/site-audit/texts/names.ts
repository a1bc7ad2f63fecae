import { defineTexts } from '../../../../language/index.ts';

/** What the area and its runs are called. */
export const names = defineTexts('web/site-audit/names', () => ({
  tab: 'Website',
  audit: 'Site audit',
  stages: { crawl: 'Fetching pages', render: 'Rendering pages', targets: 'Checking links, images and files', judge: 'Judging pages' },
}));
