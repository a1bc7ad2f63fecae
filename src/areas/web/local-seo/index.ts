import { defineArea } from '../../area.ts';
import { businessOperations } from './businesses/operations.ts';
import { businessesIn, findBusiness } from './businesses/store.ts';
import { catalogOperations } from './catalog/operations.ts';
import { gridOperations } from './grid/operations.ts';
import { doGeogrid, geogrid } from './grid/run.ts';
import { scansIn } from './grid/sections.ts';
import { localSeo } from './migrations/0096-local-seo.ts';
import type { LocalSeoServices } from './services.ts';
import { tables } from './tables.ts';

/** Where businesses with an address rank around them: on maps and among web results. */
export const localSeoArea = defineArea<LocalSeoServices>()({
  id: 'local-seo',
  group: 'web',
  topics: { localSeo: 'Local SEO: businesses with an address, where they rank for keywords at each point of a grid, and who ranks before them.' },
  operations: [...catalogOperations, ...businessOperations, ...gridOperations],
  runKinds: [geogrid],
  runs: [doGeogrid],
  tables,
  migrations: { '0096-local-seo': localSeo },
  exports: { localBusinesses: businessesIn, localScans: scansIn },
  idPrefixes: { lbs: 'local business' },
  subjects: [{ type: 'localBusiness', find: findBusiness }],
  auditActions: ['local_business.created', 'local_business.changed', 'local_business.deleted', 'local_business.scanned'],
});
