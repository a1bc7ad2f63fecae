import { defineArea } from '../../area.ts';
import { analyzeAudit, analyzeWhenEnded } from './job.ts';
import { deepSeo } from './migrations/0099-deep-seo.ts';
import { searchData } from './migrations/0105-search-data.ts';
import { calculateNext } from './next/job.ts';
import { nextOperations } from './next/operations.ts';
import { deepSeoOperations } from './operations.ts';
import { connectionsIn } from './search-data/connections.ts';
import { importing, importSearchData } from './search-data/job.ts';
import { searchDataOperations } from './search-data/operations.ts';
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
  topics: { deepSeo: 'Search intent of pages and queries, topics, pages that compete, internal links, duplicates, templates and orphans of a website, from its last site audit; clicks and speed from search engines and browsers; and what to do next.' },
  operations: [...deepSeoOperations, ...searchDataOperations, ...nextOperations],
  jobs: [analyzeAudit, importSearchData, calculateNext],
  schedules: [importing],
  subscribes: [analyzeWhenEnded],
  tables,
  migrations: { '0099-deep-seo': deepSeo, '0105-search-data': searchData },
  exports: { deepSeoAnalyses: analysesOf, searchConnections: connectionsIn },
  idPrefixes: { scn: 'connection to search data' },
  auditActions: {
    'domain.search_data_connected': 'Connected search data',
    'domain.search_data_disconnected': 'Disconnected search data',
    'domain.search_data_refreshed': 'Refreshed search data',
  },
});
