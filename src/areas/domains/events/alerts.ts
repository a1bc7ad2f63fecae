import type { Severity } from '../../../core/finding.ts';
import type { NewId } from '../../../core/ids.ts';
import type { Db } from '../../../store/index.ts';
import { defineAlerts } from '../../alert.ts';
import { settleAlerts } from '../../platform/alerts/index.ts';
import type { EventKind } from './kinds.ts';
import { deadlineNames } from './steps.ts';
import { UNSETTLED } from './store.ts';
import { tables } from './tables.ts';
import type { EventsTexts } from './texts.ts';

/** The alerts of this area. That a registration or certificate ends soon is a failed finding of the scan, and one alert is enough. */
export const eventAlerts = defineAlerts('events', {
  'event.pending': { scope: 'domains', says: 'A change waits to be authorized or denied.' },
  'event.denied': { scope: 'domains', says: 'A change was denied and is still there.' },
});

/** States the alerts of a domain by its events that are not settled, in the transaction that changed them. */
export async function alertOfEvents(tx: Db, { newId, texts }: { newId: NewId; texts: EventsTexts }, accountId: string, { id, name }: { id: string; name: string }, now: number): Promise<void> {
  const events = await tables(tx).selectFrom('domain_event').select(['id', 'kind', 'subject', 'severity', 'state', 'title'])
    .where('domain_id', '=', id).where('state', 'in', UNSETTLED).where('subject', 'not in', deadlineNames).execute();
  await settleAlerts(tx, { newId }, eventAlerts, { accountId, subject: { type: 'domain', id, label: name } }, events.map(event => ({
    kind: event.state === 'denied' ? 'event.denied' : 'event.pending', cause: event.subject, severity: event.severity as Severity, title: event.title,
    detail: texts.kinds[event.kind as EventKind], path: `/events?event=${event.id}`, notified: true,
  })), now);
}
