import { defineArea } from '../../area.ts';
import { businessOperations } from './businesses/operations.ts';
import { businessesIn, findBusiness } from './businesses/store.ts';
import { catalogOperations } from './catalog/operations.ts';
import { gridOperations } from './grid/operations.ts';
import { scanPicture } from './grid/picture-operation.ts';
import { doGeogrid, geogrid } from './grid/run.ts';
import { scanningGrids } from './grid/schedule.ts';
import { scansIn } from './grid/sections.ts';
import { listingOperations } from './listings/operations.ts';
import { doListingCheck, listingCheck } from './listings/run.ts';
import { listingChecksIn } from './listings/store.ts';
import { localSeo } from './migrations/0096-local-seo.ts';
import { webRanks } from './migrations/0097-web-ranks.ts';
import { localKeys } from './migrations/0113-local-keys.ts';
import { localListings } from './migrations/0114-local-listings.ts';
import { skippedKeywords } from './migrations/0118-skipped-keywords.ts';
import { providerOperations } from './providers/operations.ts';
import { rankOperations } from './ranks/operations.ts';
import { doRankCheck, rankCheck } from './ranks/run.ts';
import { trackingKeywords } from './ranks/schedule.ts';
import { rankChecksIn, trackedIn } from './ranks/sections.ts';
import { trackedOperations } from './ranks/tracked-operations.ts';
import { reputationOperations } from './reputation/operations.ts';
import { keptRatings } from './reputation/store.ts';
import type { LocalSeoServices } from './services.ts';
import { spendingSettings } from './store/spending.ts';
import { tables } from './tables.ts';

/** Where businesses with an address rank around them: on maps and among web results. */
export const localSeoArea = defineArea<LocalSeoServices>()({
  id: 'local-seo',
  group: 'web',
  topics: { localSeo: 'Local SEO: businesses with an address, where they rank for keywords at each point of a grid, and who ranks before them; and ranks among web results.' },
  operations: [...catalogOperations, ...businessOperations, ...gridOperations, scanPicture, ...rankOperations, ...trackedOperations, ...providerOperations, ...listingOperations, ...reputationOperations],
  runKinds: [geogrid, rankCheck, listingCheck],
  runs: [doGeogrid, doRankCheck, doListingCheck],
  schedules: [trackingKeywords, scanningGrids],
  settings: { localSeo: spendingSettings },
  tables,
  migrations: { '0096-local-seo': localSeo, '0097-web-ranks': webRanks, '0113-local-keys': localKeys, '0114-local-listings': localListings, '0118-skipped-keywords': skippedKeywords },
  exports: { localBusinesses: businessesIn, localScans: scansIn, rankChecks: rankChecksIn, trackedKeywords: trackedIn, localListings: listingChecksIn, localRatings: keptRatings },
  idPrefixes: { lbs: 'local business', tkw: 'tracked keyword', lpk: 'key of a search service' },
  subjects: [{ type: 'localBusiness', find: findBusiness }],
  auditActions: {
    'local_business.created': 'Added a business',
    'local_business.changed': 'Changed a business',
    'local_business.deleted': 'Deleted a business',
    'local_business.scanned': 'Started a rank grid',
    'local_business.listings_checked': 'Checked the listings of a business',
    'local_provider.connected': 'Connected a search service',
    'local_provider.disconnected': 'Disconnected a search service',
    'domain.ranks_checked': 'Checked web ranks',
    'tracked_keyword.created': 'Added a keyword',
    'tracked_keyword.changed': 'Changed a keyword',
    'tracked_keyword.deleted': 'Deleted a keyword',
  },
});
