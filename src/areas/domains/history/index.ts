import { defineArea } from '../../area.ts';
import { scanMeasures, type DomainsServices } from '../inventory/index.ts';
import { alertOfLastScan, scanAlerts } from './alerts.ts';
import { doDomainScan } from './scan.ts';
import { historyOf } from './sections.ts';
import { tables } from './tables.ts';
import { compareScans, showHistory } from './history.ts';
import { showLastCheck } from './last-check.ts';
import { showOverview } from './overview.ts';
import { scanEvidence } from './evidence.ts';
import { knownRecords } from './migrations/0128-known-records.ts';

export { keepScan } from './scan.ts';
export { snapshotColumns } from './tables.ts';
export { domainScanned, type Scanned } from './scanned.ts';
export { lastSeen, latestResult, sameSince } from './snapshots/index.ts';

/** What was seen of the domains, and what it was before. */
export const historyArea = defineArea<DomainsServices>()({
  id: 'history',
  group: 'domains',
  topics: {},
  operations: [showHistory, compareScans, showOverview, showLastCheck],
  runs: [doDomainScan],
  tables,
  migrations: { '0128-known-records': knownRecords },
  measures: scanMeasures,
  evidence: scanEvidence,
  alerts: scanAlerts,
  exports: { domainHistory: historyOf },
  subscribes: [alertOfLastScan],
});
