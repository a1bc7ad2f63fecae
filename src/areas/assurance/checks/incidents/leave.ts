import type { Db } from '../../../../store/index.ts';
import { textsOfAccount } from '../../../platform/account/index.ts';
import type { ChecksServices } from '../services.ts';
import type { CheckRow } from '../spec.ts';
import { tables } from '../tables.ts';
import { checksTexts, type ChecksTexts } from '../texts.ts';
import { alertOfCheck } from './alert.ts';
import { affectedIn, findIncident, saveIncident, withEntry } from './store.ts';
import { upNotice } from './notices.ts';

type Means = Pick<ChecksServices, 'newId' | 'speak' | 'queue'>;
/** Takes checks that end, or ask something else from now on, out of what goes on. */
export async function leaveIncidents(tx: Db, services: Means, rows: readonly CheckRow[], now: number): Promise<void> {
  for (const row of rows) {
    const texts = await textsOfAccount({ db: tx, speak: services.speak }, checksTexts, row.account_id);
    if (row.incident_id !== null) await leaveIncident(tx, services, row, { texts, kind: 'ended' }, now);
    await alertOfCheck(tx, services, row, { down: null, degraded: null, flapping: false }, null, now);
  }
}

/** Ends the part of the check in its incident; with the last one the incident is resolved, of which people are notified where it recovered. */
export async function leaveIncident(tx: Db, services: Means, row: CheckRow, { texts, kind }: { texts: ChecksTexts; kind: 'recovered' | 'ended' }, now: number): Promise<void> {
  await tables(tx).updateTable('custom_check').set({ incident_id: null }).where('id', '=', row.id).execute();
  const incident = await findIncident(tx, row.account_id, row.incident_id!);
  if (incident === null || incident.resolved_at !== null) return;
  const checks = affectedIn(incident).map(one => (one.id === row.id && one.until === null ? { ...one, until: now } : one));
  const isOver = checks.every(({ until }) => until !== null);
  const left = { at: now, kind: 'recovered' as const, text: kind === 'recovered' ? texts.recovered(row.name) : texts.ended(row.name) };
  await saveIncident(tx, incident.id, {
    checks: JSON.stringify(checks), resolved_at: isOver ? now : null,
    timeline: withEntry(incident, left, ...(isOver ? [{ at: now, kind: 'resolved' as const, text: texts.resolved }] : [])),
  });
  if (!isOver || kind === 'ended') return;
  const name = checks.length === 1 ? row.name : incident.host;
  await services.queue.add(tx, row.account_id, [upNotice(texts, row.id, { id: incident.id, name, lastedMs: now - incident.started_at })]);
}
