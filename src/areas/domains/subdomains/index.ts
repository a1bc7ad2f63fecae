import { defineArea } from '../../area.ts';
import type { DomainsServices } from '../inventory/index.ts';
import { subdomainsOperations } from './operations.ts';
import { doSubdomainDiscovery, rememberNamesSeen, subdomainDiscovery } from './run.ts';
import { namesOf } from './store.ts';
import { tables } from './tables.ts';

export { randomLabel } from './lookup.ts';
export { someKnownNames } from './store.ts';

/** The names that are known below a domain. */
export const subdomainsArea = defineArea<DomainsServices>()({
  id: 'subdomains',
  group: 'domains',
  topics: {},
  operations: subdomainsOperations,
  runKinds: [subdomainDiscovery],
  runs: [doSubdomainDiscovery],
  tables,
  exports: { subdomains: namesOf },
  auditActions: {
    'domain.discovery_started': 'Started searching for subdomains',
  },
  subscribes: [rememberNamesSeen],
});
