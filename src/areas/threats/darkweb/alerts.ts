import type { Severity } from '../../../core/finding.ts';
import type { NewId } from '../../../core/ids.ts';
import type { Db } from '../../../store/index.ts';
import { defineAlerts } from '../../alert.ts';
import { aboutDomain, settleAlerts } from '../../platform/alerts/index.ts';
import { titleOf, whatToDo } from './sentences.ts';
import { pressingIncidents } from './store/incidents.ts';
import { missedScan } from './store/watch.ts';
import { inEnglish } from './in-english.ts';

/** The alerts of this area. */
export const darkwebAlerts = defineAlerts('darkweb', {
  'darkweb.incident': { scope: 'scans', says: 'Credentials of a domain have leaked, or a ransomware group claims an attack.' },
  'darkweb.missed': { scope: 'scans', says: 'A scheduled search for leaked credentials did not happen.' },
});

/** States the alerts of a domain by its open incidents and its last scheduled scan, in the transaction that changed them. */
export async function alertOfDarkweb(tx: Db, { newId }: { newId: NewId }, accountId: string, domain: { id: string; name: string }, now: number): Promise<void> {
  const [incidents, missed] = [await pressingIncidents(tx, domain.id), await missedScan(tx, domain.id)];
  const path = `/domains/${domain.id}/darkweb`;
  await settleAlerts(tx, { newId }, darkwebAlerts, aboutDomain(accountId, domain), [
    ...incidents.map(row => ({ kind: 'darkweb.incident' as const, cause: row.id, severity: row.severity as Severity, title: titleOf(inEnglish, row, domain.name), detail: whatToDo(inEnglish, row), path: `${path}#${row.id}`, since: row.first_seen_at })),
    ...(missed === null ? [] : [{ kind: 'darkweb.missed' as const, cause: 'schedule', severity: 'medium' as const, title: inEnglish.missed.title(domain.name), detail: missed, path }]),
  ], now);
}
