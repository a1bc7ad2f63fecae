import { defineArea } from '../../area.ts';
import { businessOperations } from './businesses/operations.ts';
import { businessesIn, findBusiness } from './businesses/store.ts';
import { catalogOperations } from './catalog/operations.ts';
import { gridOperations } from './grid/operations.ts';
import { scanPicture } from './grid/picture-operation.ts';
import { doGeogrid, geogrid } from './grid/run.ts';
import { scansIn } from './grid/sections.ts';
import { localSeo } from './migrations/0096-local-seo.ts';
import { webRanks } from './migrations/0097-web-ranks.ts';
import { rankOperations } from './ranks/operations.ts';
import { doRankCheck, rankCheck } from './ranks/run.ts';
import { trackingKeywords } from './ranks/schedule.ts';
import { rankChecksIn, trackedIn } from './ranks/sections.ts';
import { trackedOperations } from './ranks/tracked-operations.ts';
import type { LocalSeoServices } from './services.ts';
import { tables } from './tables.ts';

/** Where businesses with an address rank around them: on maps and among web results. */
export const localSeoArea = defineArea<LocalSeoServices>()({
  id: 'local-seo',
  group: 'web',
  topics: { localSeo: 'Local SEO: businesses with an address, where they rank for keywords at each point of a grid, and who ranks before them; and ranks among web results.' },
  operations: [...catalogOperations, ...businessOperations, ...gridOperations, scanPicture, ...rankOperations, ...trackedOperations],
  runKinds: [geogrid, rankCheck],
  runs: [doGeogrid, doRankCheck],
  schedules: [trackingKeywords],
  tables,
  migrations: { '0096-local-seo': localSeo, '0097-web-ranks': webRanks },
  exports: { localBusinesses: businessesIn, localScans: scansIn, rankChecks: rankChecksIn, trackedKeywords: trackedIn },
  idPrefixes: { lbs: 'local business', tkw: 'tracked keyword' },
  subjects: [{ type: 'localBusiness', find: findBusiness }],
  auditActions: ['local_business.created', 'local_business.changed', 'local_business.deleted', 'local_business.scanned', 'domain.ranks_checked', 'tracked_keyword.created', 'tracked_keyword.changed', 'tracked_keyword.deleted'],
});
