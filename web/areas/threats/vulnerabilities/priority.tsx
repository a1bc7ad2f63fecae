import { StatusBadge, type Status } from '../../../parts/status-badge.tsx';
import { texts } from './texts/vulnerabilities.ts';
import type { AlertCounts, Priority } from './types.ts';

const priorities: readonly Priority[] = ['act', 'attend', 'track'];
const statuses: Readonly<Record<Priority, Status>> = { act: 'fail', attend: 'warn', track: 'info' };

/** What to do about an alert, as word, shape and colour. */
export function PriorityBadge({ priority }: { priority: Priority }) {
  return <StatusBadge status={statuses[priority]} word={texts.priorities[priority]} />;
}

/** Whether there is any alert among these. */
export function hasAlerts(alerts: AlertCounts): boolean {
  return priorities.some(priority => alerts[priority] > 0);
}

/** How many alerts there are, with the status of the most urgent. */
export function AlertsBadge({ alerts }: { alerts: AlertCounts }) {
  const worst = priorities.find(priority => alerts[priority] > 0);
  return worst === undefined ? <>{texts.products.noAlerts}</> : <StatusBadge status={statuses[worst]} word={texts.products.counts(alerts.act, alerts.attend, alerts.track)} />;
}
