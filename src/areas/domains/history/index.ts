import { showHistory } from './history.ts';
import { showLastCheck } from './last-check.ts';
import { showOverview } from './overview.ts';

export { domainScan } from './scan.ts';
export { historyOf } from './sections.ts';
export { latestResult, newestSnapshots, readSnapshot } from './snapshots/index.ts';

/** What was seen of the domains, and what it was before. */
export const historyOperations = [showHistory, showOverview, showLastCheck] as const;
