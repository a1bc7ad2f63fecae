import { defineArea } from '../../area.ts';
import { bulkActions, changeDomains } from './bulk.ts';
import type { DomainsServices } from './services.ts';
import { exportDomains } from './export.ts';
import { importDomains } from './import.ts';
import { labelsOperations } from './labels.ts';
import { doLearnSelectors } from './learn-selectors.ts';
import { listDomains } from './list.ts';
import { domainOperations } from './operations.ts';
import { showSummary } from './summary.ts';
import { listTags } from './tags.ts';
import { domains } from './migrations/0006-domains.ts';
import { watching as watchingTables } from './migrations/0010-watching.ts';
import { standings } from './migrations/0011-standings.ts';
import { recordStates } from './migrations/0020-record-states.ts';
import { inventorySubjects } from './resources.ts';
import { domainScan } from './scan-start.ts';
import { domainsOf, labelsOf } from './sections.ts';
import { tables } from './tables.ts';
import { watching } from './watch.ts';

export { lockDomain, noteOpenEvents, noteScan } from './commands.ts';
export { domainColumns } from './tables.ts';
export { domainsDeleting } from './delete.ts';
export { learnSelectors } from './learn-selectors.ts';
export type { DomainsServices } from './services.ts';
export { domainFilters, passing, type DomainFilter } from './list.ts';
export { isoOf, watchOf } from './record.ts';
export { client, domain, group } from './resources.ts';
export { firstBeyond } from './quota.ts';
export { askForScan, domainScan, startScan, type ScanInput } from './scan-start.ts';
export { domainsOf } from './sections.ts';
export { DomainPath, replyOf, type DomainRecord } from './shapes.ts';
export { recordStatesOf } from './record-states.ts';
export { domainsIn, findDomain, portions, type DomainRow } from './store.ts';

/** The domains of an account and their labels. */
export const inventoryArea = defineArea<DomainsServices>()({
  id: 'inventory',
  group: 'domains',
  topics: {
    domains: 'The inventory: monitored domains, their history, status and scans.',
    groups: 'Groups of domains.',
    clients: 'The clients whose domains they are.',
    tags: 'The tags of domains.',
  },
  operations: [listDomains, exportDomains, showSummary, ...domainOperations, importDomains, changeDomains, ...labelsOperations, listTags],
  runKinds: [domainScan],
  jobs: [doLearnSelectors],
  schedules: [watching],
  tables,
  migrations: { '0006-domains': domains, '0010-watching': watchingTables, '0011-standings': standings, '0020-record-states': recordStates },
  exports: { domains: domainsOf, groups: labelsOf('domain_group'), clients: labelsOf('client') },
  idPrefixes: { dom: 'domain', grp: 'group', cli: 'client' },
  subjects: inventorySubjects,
  auditActions: [
    'domain.added', 'domain.changed', 'domain.deleted', 'domain.scan_started', 'domains.imported', ...bulkActions.map(action => `domains.bulk_${action}`),
    ...['group', 'client'].flatMap(label => [`${label}.created`, `${label}.changed`, `${label}.deleted`]),
  ],
});
