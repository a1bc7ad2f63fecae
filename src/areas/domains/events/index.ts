import { defineArea } from '../../area.ts';
import { eventMeasures, type DomainsServices } from '../inventory/index.ts';
import { alertOfOldEvents, eventAlerts } from './alerts.ts';
import { endWithDomains } from './deleting.ts';
import { alarming, eventJobs } from './jobs.ts';
import { eventKinds } from './kinds.ts';
import { events } from './migrations/0007-events.ts';
import { wordsOfEvents } from './migrations/0021-words-of-events.ts';
import { sourceOfStatus } from './migrations/0023-source-of-status.ts';
import { observeScans } from './observe.ts';
import { eventOperations } from './operations.ts';
import { eventsOf, windowsOf } from './store.ts';
import { tables } from './tables.ts';
import { windowOperations } from './window-operations.ts';
import { eventEvidence } from './evidence.ts';

export { ALARM_MS } from './decide.ts';
export { eventStates, type EventState } from './kinds.ts';
export { byOf } from './resources.ts';
export { EventActor, EventReason, type By, type EventRow } from './shapes.ts';
export { UNSETTLED } from './store.ts';
export { canonical, hashOf, without, type Value } from './value.ts';
export { eventColumns } from './tables.ts';

/** What has changed at the domains, what is accepted, and what was announced. */
export const eventsArea = defineArea<DomainsServices>()({
  id: 'events',
  group: 'domains',
  topics: {
    domain_events: 'What changed at a domain, to be authorized or denied.',
    change_windows: 'Changes of a domain that are announced before, so that they raise no alarm.',
  },
  operations: [...eventOperations, ...windowOperations],
  jobs: eventJobs,
  schedules: [alarming],
  tables,
  measures: eventMeasures,
  migrations: { '0007-events': events, '0021-words-of-events': wordsOfEvents, '0023-source-of-status': sourceOfStatus },
  exports: { domainEvents: eventsOf, changeWindows: windowsOf },
  idPrefixes: { evt: 'domain event', win: 'change window' },
  notificationKinds: eventKinds,
  evidence: eventEvidence,
  alerts: eventAlerts,
  auditActions: {
    'domain_event.authorized': 'Authorized a change',
    'domain_event.denied': 'Denied a change',
    'domain_events.decided': 'Decided on several changes',
    'change_window.created': 'Announced a change window',
    'change_window.deleted': 'Deleted a change window',
  },
  subscribes: [observeScans, alertOfOldEvents, endWithDomains],
});
