import { defineArea } from '../../area.ts';
import type { DomainsServices } from '../../domains/inventory/index.ts';
import { auditSchedules } from './migrations/0098-audit-schedules.ts';
import { auditScheduleOperations } from './operations.ts';
import { exported } from './store.ts';
import { tables } from './tables.ts';

export { scheduleAudits } from './schedule.ts';

/** Audits of websites that are done again by themselves. */
export const auditSchedulesArea = defineArea<DomainsServices>()({
  id: 'audit-schedules',
  group: 'web',
  topics: { auditSchedules: 'Audits that are done again by themselves: which, how often, and when next.' },
  operations: auditScheduleOperations,
  tables,
  migrations: { '0098-audit-schedules': auditSchedules },
  exports: { auditSchedules: exported },
  auditActions: {
    'domain.audit_schedule_ended': 'Ended the schedule of audits',
  },
});
