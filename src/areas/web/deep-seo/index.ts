import { defineArea } from '../../area.ts';
import { analyzeAudit, analyzeWhenEnded } from './job.ts';
import { deepSeo } from './migrations/0099-deep-seo.ts';
import { deepSeoOperations } from './operations.ts';
import type { DeepSeoServices } from './services.ts';
import { analysesOf } from './store.ts';
import { tables } from './tables.ts';

// What later areas choose their pages by.
export { offeredPages, pagesOfRanks, type OfferedPages } from './offered.ts';
export { createAnalysisThreads } from './threads/threads.ts';

/** What the pages of a website are for, and how they hang together: from its last site audit. */
export const deepSeoArea = defineArea<DeepSeoServices>()({
  id: 'deep-seo',
  group: 'web',
  topics: { deepSeo: 'Search intent of pages and queries, topics, pages that compete, internal links, duplicates, templates and orphans of a website, from its last site audit.' },
  operations: deepSeoOperations,
  jobs: [analyzeAudit],
  subscribes: [analyzeWhenEnded],
  tables,
  migrations: { '0099-deep-seo': deepSeo },
  exports: { deepSeoAnalyses: analysesOf },
});
