import { defineArea } from '../../area.ts';
import { seoCheckOperations } from './operations.ts';
import type { SeoCheckServices } from './fetch.ts';

/** One page as search engines and people meet it, judged by the checks of the site audit at once. */
export const seoCheckArea = defineArea<SeoCheckServices>()({
  id: 'seo-check',
  group: 'web',
  topics: { seoCheck: 'The SEO check of one page: title, description, indexing, links, images, structured data, speed, with a fix for each fault.' },
  operations: seoCheckOperations,
});
