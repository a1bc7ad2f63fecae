import type { Finding } from '../../../core/finding.ts';
import type { NewId } from '../../../core/ids.ts';
import type { Db } from '../../../store/index.ts';
import { defineAlerts } from '../../alert.ts';
import { aboutDomain, settleAlerts } from '../../platform/alerts/index.ts';
import { findingsOfDomain, isExcepted } from './store/findings.ts';
import { missedScan } from './store/watch.ts';

/** The alerts of this area. */
export const exposureAlerts = defineAlerts('exposure', {
  'exposure.finding': { scope: 'vulnscan', says: 'A host of a domain has a weakness that is visible from the Internet.', finding: true },
  'exposure.missed': { scope: 'vulnscan', says: 'A scheduled scan of the hosts of a domain did not happen.' },
});

/** States the alerts of a domain by its open findings without an exception and by its last scheduled scan, in the transaction that changed them. */
export async function alertOfExposure(tx: Db, { newId }: { newId: NewId }, { accountId, domain }: { accountId: string; domain: { id: string; name: string } }, now: number): Promise<void> {
  const rows = (await findingsOfDomain(tx, domain.id)).filter(row => row.state === 'open' && !isExcepted(row, now));
  const missed = await missedScan(tx, domain.id);
  const path = `/domains/${domain.id}/exposure`;
  await settleAlerts(tx, { newId }, exposureAlerts, aboutDomain(accountId, domain), [
    ...rows.map(({ id, fingerprint, finding }) => {
      const { severity, title, detail } = JSON.parse(finding) as Finding;
      return { kind: 'exposure.finding' as const, cause: fingerprint, severity, title, detail, path: `${path}#${id}` };
    }),
    ...(missed === null ? [] : [{
      kind: 'exposure.missed' as const, cause: 'schedule', severity: 'medium' as const, title: `The hosts of ${domain.name} were not scanned as scheduled`, detail: missed, path,
    }]),
  ], now);
}
