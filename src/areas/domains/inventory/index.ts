import { defineArea } from '../../area.ts';
import { firstAlerts } from './alert-backlog.ts';
import { changeDomains } from './bulk.ts';
import type { DomainsServices } from './services.ts';
import { importDomains } from './import.ts';
import { labelsOperations } from './labels.ts';
import { doLearnSelectors } from './learn-selectors.ts';
import type { KnownMeasures } from './measures.ts';
import { measuredOperations } from './measured-operations.ts';
import { scanDomain } from './operations.ts';
import { countRecords } from './record-counts.ts';
import { showSummary } from './summary.ts';
import { listTags } from './tags.ts';
import { domains } from './migrations/0006-domains.ts';
import { watching as watchingTables } from './migrations/0010-watching.ts';
import { standings } from './migrations/0011-standings.ts';
import { recordStates } from './migrations/0020-record-states.ts';
import { facets } from './migrations/0026-facets.ts';
import { alertBacklog } from './migrations/0044-alert-backlog.ts';
import { inventorySubjects } from './resources.ts';
import { domainScan } from './scan-start.ts';
import { domainsWith, labelsOf } from './sections.ts';
import { tables } from './tables.ts';
import { viewSettings } from './view-settings.ts';
import { watching } from './watch.ts';

export { alertsWanted } from './alert-backlog.ts';
export { lockDomain, noteScan } from './commands.ts';
export { facetsOf, setFacets } from './facets.ts';
export { eventMeasures, scanMeasures } from './measures.ts';
export { domainColumns, facetColumns } from './tables.ts';
export { domainsDeleting } from './delete.ts';
export { learnSelectors } from './learn-selectors.ts';
export type { DomainsServices } from './services.ts';
export { domainFilters, passing, type DomainFilter } from './filter.ts';
export { isoOf, watchOf } from './record.ts';
export { client, domain, group } from './resources.ts';
export { firstBeyond } from './quota.ts';
export { askForScan, domainScan, startScan, type ScanInput } from './scan-start.ts';
export { domainsOf } from './sections.ts';
export { ClientId, DomainPath, GroupId, replyOf, Tag, type DomainRecord } from './shapes.ts';
export { recordFacets, recordStatesOf } from './record-states.ts';
export { domainAbove, domainsIn, findDomain, portions, type DomainRow } from './store.ts';

/** The domains of an account and their labels; lists of them offer the measures of all areas. */
export function inventoryArea<const Of extends KnownMeasures>(measures: Of) {
  const [list, file, ...one] = measuredOperations(measures);
  return defineArea<DomainsServices>()({
    id: 'inventory',
    group: 'domains',
    topics: {
      domains: 'The inventory: monitored domains, their history, status and scans.',
      groups: 'Groups of domains.',
      clients: 'The clients whose domains they are.',
      tags: 'The tags of domains.',
    },
    operations: [list, file, showSummary, countRecords, ...one, scanDomain, importDomains, changeDomains, ...labelsOperations, listTags],
    runKinds: [domainScan],
    jobs: [doLearnSelectors],
    schedules: [watching, firstAlerts],
    tables,
    migrations: { '0006-domains': domains, '0010-watching': watchingTables, '0011-standings': standings, '0020-record-states': recordStates, '0026-facets': facets, '0044-alert-backlog': alertBacklog },
    exports: { domains: domainsWith(measures), groups: labelsOf('domain_group'), clients: labelsOf('client') },
    idPrefixes: { dom: 'domain', grp: 'group', cli: 'client' },
    settings: { domainViews: viewSettings },
    subjects: inventorySubjects,
    auditActions: {
      'domain.added': 'Added a domain',
      'domain.changed': 'Changed a domain',
      'domain.deleted': 'Deleted a domain',
      'domain.scan_started': 'Started a scan',
      'domains.imported': 'Imported domains',
      'domains.bulk_delete': 'Deleted several domains',
      'domains.bulk_scan': 'Started scans of several domains',
      'domains.bulk_tag': 'Tagged several domains',
      'domains.bulk_untag': 'Removed a tag from several domains',
      'domains.bulk_move': 'Moved several domains',
      'domains.bulk_monitor': 'Started monitoring several domains',
      'domains.bulk_pause': 'Paused monitoring of several domains',
      'group.created': 'Created a group',
      'group.changed': 'Changed a group',
      'group.deleted': 'Deleted a group',
      'client.created': 'Created a client',
      'client.changed': 'Changed a client',
      'client.deleted': 'Deleted a client',
    },
  });
}
