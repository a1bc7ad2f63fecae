import { defineArea } from '../../area.ts';
import { alerts } from './migrations/0041-alerts.ts';
import { endingMutes } from './mutes.ts';
import { alertOperations, type AlertsServices } from './operations.ts';
import { alertSettings } from './settings.ts';
import type { AlertKindMap } from './shapes.ts';
import { allAlertsOf } from './store.ts';
import { tables } from './tables.ts';

export { aboutDomain, dropAlertsOfDomains, notifyAgain, MAX_CAUSES, settleAlerts, type Cause } from './settle.ts';
export { AlertRecord, type AlertKindMap } from './shapes.ts';
export { currentAlerts } from './visible.ts';

/** What is wrong now, over all areas: these raise and clear it, each by the kinds that it declares. */
export function alertsArea(kinds: AlertKindMap) {
  return defineArea<AlertsServices>()({
    id: 'alerts',
    group: 'platform',
    topics: { alerts: 'Alerts: what is wrong now over everything that is monitored, and who deals with it.' },
    operations: alertOperations(kinds),
    schedules: [endingMutes],
    tables,
    migrations: { '0041-alerts': alerts },
    settings: { alerts: alertSettings },
    exports: { alerts: allAlertsOf },
    idPrefixes: { alr: 'alert' },
    notificationKinds: { 'alert.unmuted': 'The mute of an alert has ended, and its cause is still there.' },
    auditActions: {
      'alert.changed': 'Changed an alert',
    },
  });
}
