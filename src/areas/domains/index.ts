import type { JobHandler } from '../runs/index.ts';
import { changeDomains } from './bulk.ts';
import type { DomainsContext } from './context.ts';
import { emailSecurityOperations } from './email-security-operations.ts';
import { exportDomains } from './export.ts';
import { showHistory } from './history.ts';
import { importDomains } from './import.ts';
import { labelsOperations } from './labels.ts';
import { LEARN_SELECTORS_JOB, learnSelectors } from './learn-selectors.ts';
import { showLastCheck } from './last-check.ts';
import { listDomains } from './list.ts';
import { domainOperations } from './operations.ts';
import { showOverview } from './overview.ts';
import { REPROVE_JOB, reproveOwnership } from './ownership-job.ts';
import { ownershipOperations } from './ownership-operations.ts';
import { setupOperations } from './setup-operations.ts';
import { subdomainsOperations } from './subdomains-operations.ts';
import { showSummary } from './summary.ts';
import { listTags } from './tags.ts';

export type { DomainsContext, OnDeleting, OnSnapshot, Seen } from './context.ts';
export { domainFilters, passing, type DomainFilter } from './list.ts';
export { ownedBy, ownershipsOf, requireOwnership } from './ownership-store.ts';
export { client, domain, group } from './resources.ts';
export { domainScan } from './scan.ts';
export { domainsOf, historyOf, labelsOf } from './sections.ts';
export { DomainPath } from './shapes.ts';
export { latestResult } from './snapshots/index.ts';
export { askForScan, startScan } from './scan-start.ts';
export { domainsIn, findDomain, type DomainRow } from './store.ts';
export { rememberNamesSeen, subdomainDiscovery } from './subdomains-run.ts';
export { namesOf } from './subdomains-store.ts';
export { watching } from './watch.ts';

/** The inventory: domains, their labels, and what was seen of them. */
export const domainsOperations = [
  listDomains, exportDomains, showSummary, ...domainOperations, importDomains, changeDomains, showHistory, showOverview, showLastCheck,
  ...setupOperations, ...emailSecurityOperations, ...subdomainsOperations, ...ownershipOperations, ...labelsOperations, listTags,
] as const;

/** Who does the jobs of this area that are no runs. */
export const domainJobs: Readonly<Record<string, JobHandler<DomainsContext>>> = { [REPROVE_JOB]: reproveOwnership, [LEARN_SELECTORS_JOB]: learnSelectors };
