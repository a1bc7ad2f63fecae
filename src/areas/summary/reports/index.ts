import { defineArea } from '../../area.ts';
import { weeklyReport } from './migrations/0009-weekly-report.ts';
import { reportLinkOperations } from './links/operations.ts';
import { exportedLinks } from './links/store.ts';
import { reportLinks } from './migrations/0104-report-links.ts';
import { reportsOperations } from './operations.ts';
import type { ReportsServices } from './services.ts';
import { tables } from './tables.ts';
import { beginWeekly, reportWeek, weeklyReports, weeklyReportSettings } from './weekly.ts';

export type { ReportsServices } from './services.ts';

/** Reports for people. */
export const reportsArea = defineArea<ReportsServices>()({
  id: 'reports',
  group: 'summary',
  topics: { reports: 'Reports for people, on one domain or many: pages to read, keep and print, also in the name of a client.' },
  operations: [...reportsOperations, ...reportLinkOperations],
  jobs: [reportWeek],
  schedules: [weeklyReports],
  tables,
  migrations: { '0009-weekly-report': weeklyReport, '0104-report-links': reportLinks },
  exports: { reportLinks: exportedLinks },
  idPrefixes: { rpl: 'link that shares a report' },
  auditActions: {
    'report_link.created': 'Shared a report',
    'report_link.revoked': 'Revoked a shared report',
  },
  settings: { weeklyReport: weeklyReportSettings },
  notificationKinds: { 'report.weekly': 'How the week was for the domains of the account.' },
  subscribes: [beginWeekly],
});
