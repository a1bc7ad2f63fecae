import type { Severity } from '../../../core/finding.ts';
import type { NewId } from '../../../core/ids.ts';
import type { Speak } from '../../../core/texts.ts';
import type { Db } from '../../../store/index.ts';
import { defineAlerts } from '../../alert.ts';
import { textsOfAccount } from '../../platform/account/index.ts';
import { aboutDomain, settleAlerts } from '../../platform/alerts/index.ts';
import { alertsWanted } from '../inventory/index.ts';
import type { EventKind } from './kinds.ts';
import { deadlineNames } from './steps.ts';
import { UNSETTLED } from './store.ts';
import { tables } from './tables.ts';
import { eventsTexts, type EventsTexts } from './texts.ts';

/** The alerts of this area. That a registration or certificate ends soon is a failed finding of the scan, and one alert is enough. */
export const eventAlerts = defineAlerts('events', {
  'event.pending': { scope: 'domains', says: 'A change waits to be authorized or denied.' },
  'event.denied': { scope: 'domains', says: 'A change was denied and is still there.' },
});

/** States the alerts of a domain by its events that are not settled, in the transaction that changed them. */
export async function alertOfEvents(tx: Db, { newId, texts }: { newId: NewId; texts: EventsTexts }, accountId: string, domain: { id: string; name: string }, now: number): Promise<void> {
  const events = await tables(tx).selectFrom('domain_event').select(['id', 'kind', 'subject', 'severity', 'state', 'title', 'created_at', 'decided_at'])
    .where('domain_id', '=', domain.id).where('state', 'in', UNSETTLED).where('subject', 'not in', deadlineNames).execute();
  await settleAlerts(tx, { newId }, eventAlerts, aboutDomain(accountId, domain), events.map(event => ({
    kind: event.state === 'denied' ? 'event.denied' : 'event.pending', cause: event.subject, severity: event.severity as Severity, title: event.title,
    detail: texts.kinds[event.kind as EventKind], path: `/events?event=${event.id}`, since: event.decided_at ?? event.created_at, notified: true,
  })), now);
}

/** States the alerts of a domain that is older than alerts. */
export const alertOfOldEvents = alertsWanted.heardBy<{ newId: NewId; speak: Speak }>(async (tx, { newId, speak }, { accountId, domainId, name, now }) => {
  await alertOfEvents(tx, { newId, texts: await textsOfAccount({ db: tx, speak }, eventsTexts, accountId) }, accountId, { id: domainId, name }, now);
});
