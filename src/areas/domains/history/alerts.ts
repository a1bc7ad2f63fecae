import type { NewId } from '../../../core/ids.ts';
import type { Db } from '../../../store/index.ts';
import { defineAlerts } from '../../alert.ts';
import { aboutDomain, settleAlerts } from '../../platform/alerts/index.ts';
import { alertsWanted } from '../inventory/index.ts';
import type { Scanned } from './scanned.ts';
import { latestResult } from './snapshots/index.ts';

/** The alerts of scans. */
export const scanAlerts = defineAlerts('history', {
  'scan.finding': { scope: 'domains', says: 'The last scan of a domain found a fault.', finding: true },
});

/** States the alerts of a domain by what its scan found; of what could not be read nothing is said. */
export async function alertOfScan(tx: Db, services: { newId: NewId }, { accountId, domainId, name, result: { findings }, at }: Omit<Scanned, 'runId'>): Promise<void> {
  const failed = findings.filter(({ state, severity }) => state === 'fail' && severity !== 'info');
  const unknown = new Set(findings.filter(({ state }) => state === 'unknown').map(({ id }) => id));
  await settleAlerts(tx, services, scanAlerts, aboutDomain(accountId, { id: domainId, name }), failed.map(({ id, severity, title, detail }) => ({
    kind: 'scan.finding', cause: id, severity, title, detail, path: `/domains/${domainId}?finding=${encodeURIComponent(id)}`,
  })), at, ({ cause }) => unknown.has(cause));
}

/** States the alerts of a domain that is older than alerts by its last scan. */
export const alertOfLastScan = alertsWanted.heardBy<{ newId: NewId }>(async (tx, services, { accountId, domainId, name }) => {
  const latest = await latestResult(tx, domainId);
  if (latest) await alertOfScan(tx, services, { accountId, domainId, name, ...latest });
});
