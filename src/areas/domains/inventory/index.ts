import type { JobHandler } from '../../platform/runs/index.ts';
import { changeDomains } from './bulk.ts';
import type { DomainsContext } from './context.ts';
import { exportDomains } from './export.ts';
import { importDomains } from './import.ts';
import { labelsOperations } from './labels.ts';
import { LEARN_SELECTORS_JOB, learnSelectors } from './learn-selectors.ts';
import { listDomains } from './list.ts';
import { domainOperations } from './operations.ts';
import { showSummary } from './summary.ts';
import { listTags } from './tags.ts';

export type { DomainsContext, OnDeleting, OnSnapshot, Seen } from './context.ts';
export { domainFilters, passing, type DomainFilter } from './list.ts';
export { isoOf, watchOf } from './record.ts';
export { client, domain, group } from './resources.ts';
export { firstBeyond } from './room.ts';
export { askForScan, startScan, type ScanInput } from './scan-start.ts';
export { domainsOf, labelsOf } from './sections.ts';
export { DomainPath, replyOf, type DomainRecord } from './shapes.ts';
export { standingsOf } from './standings.ts';
export { domainsIn, findDomain, portions, type DomainRow } from './store.ts';
export { watching } from './watch.ts';

/** The domains of an account and their labels. */
export const inventoryOperations = [listDomains, exportDomains, showSummary, ...domainOperations, importDomains, changeDomains, ...labelsOperations, listTags] as const;

/** Who does the jobs of this area that are no runs. */
export const inventoryJobs: Readonly<Record<string, JobHandler<DomainsContext>>> = { [LEARN_SELECTORS_JOB]: learnSelectors };
