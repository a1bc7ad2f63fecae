import { defineArea } from '../../area.ts';
import { statusAlerts } from './alerts.ts';
import { followsIn, statusEventsOf } from './export.ts';
import { CHANGED } from './follow-levels.ts';
import { followOperations } from './follow-operations.ts';
import { status } from './migrations/0046-status.ts';
import { publicOperations } from './public-operations.ts';
import { readFeeds, readingFeeds } from './read-feeds.ts';
import type { StatusServices } from './services.ts';
import { tables } from './tables.ts';
import { providerEvidence } from './evidence.ts';

export { levels, type Level } from './feeds/report.ts';
export { followsOf } from './follow-store.ts';
export { troublesFor, type Trouble } from './troubles.ts';

/** What third-party services say of themselves on their status pages. */
export const statusArea = defineArea<StatusServices>()({
  id: 'status',
  group: 'assurance',
  topics: { status: 'Status of third-party services: levels, incidents and history, and those that the account follows.' },
  operations: [...publicOperations, ...followOperations],
  jobs: [readFeeds],
  schedules: [readingFeeds],
  tables,
  migrations: { '0046-status': status },
  exports: { statusFollows: followsIn, statusEvents: statusEventsOf },
  idPrefixes: { flw: 'followed service', fed: 'feed of a status page', inc: 'incident of a service', ste: 'change of a followed service' },
  notificationKinds: { [CHANGED]: 'A followed service changed its level.' },
  evidence: providerEvidence,
  alerts: statusAlerts,
  auditActions: {
    'status_follow.created': 'Followed a service',
    'status_follow.changed': 'Changed how a service is followed',
    'status_follow.deleted': 'Stopped following a service',
  },
});
