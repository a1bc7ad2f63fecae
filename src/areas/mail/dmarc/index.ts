import { defineArea } from '../../area.ts';
import { dmarcRules } from './advice/catalogue.ts';
import { reportSource } from './advice/source.ts';
import { alertKinds } from './alerts/alerts.ts';
import { reportAlerts } from './alerts/causes.ts';
import { reviewSoon } from './alerts/watch.ts';
import { hearProven, reportAnswersJobs, reportAnswersOperations, reportAnswersSchedules, type ReportAnswersServices } from './answers/manifest.ts';
import { reportIntakeJobs, reportIntakeOperations, reportIntakeSchedules } from './intake/manifest.ts';
import { hearPublished } from './intake/secret-tokens.ts';
import type { IntakeOperationsServices } from './intake/services.ts';
import { dmarcSpool } from './migrations/0016-dmarc-spool.ts';
import { dmarcStore } from './migrations/0017-dmarc-store.ts';
import { senderLookups } from './migrations/0018-sender-lookups.ts';
import { senderSources } from './migrations/0019-sender-sources.ts';
import { reportProof } from './migrations/0027-report-proof.ts';
import { tlsProof } from './migrations/0028-tls-proof.ts';
import { reportStages } from './migrations/0040-report-stages.ts';
import { messagesOf } from './spool/operations.ts';
import { reportsOf, senderDaysOf, tlsDaysOf } from './store/sections.ts';
import { tables } from './tables.ts';

export { refusals, type AggregateReport, type AggregateRow, type FailureReport, type Reading, type RefusalReason, type Report, type TlsReport, type WarningCode } from './parse/shapes.ts';
export { RecordMemory } from './parse/xml-repeats.ts';
export { summarize, type FileSummary, type ReportSummary } from './parse/summary.ts';
export type { ReportAnswersServices } from './answers/manifest.ts';
export { digestOf } from './answers/digest.ts';
export type { IntakeOperationsServices } from './intake/services.ts';
export { createIntake, type Admitted, type Intake } from './intake/intake.ts';
export type { MemoryBudget } from './intake/memory-budget.ts';
export type { ReportFolder } from './mailboxes/services.ts';
export { createReportThreads } from './reading/threads.ts';
export { createSpoolContent } from './spool/content.ts';
export { OverQuota } from './spool/quota.ts';
export { MAX_MESSAGE_BYTES } from './spool/message.ts';

/** DMARC and TLS reports: what receivers of mail report on the domains. */
export const dmarcArea = defineArea<IntakeOperationsServices & ReportAnswersServices>()({
  id: 'dmarc',
  group: 'mail',
  topics: { dmarc: 'DMARC and TLS reporting: what receivers of mail report on the domains, and the sources of reports.' },
  operations: [...reportIntakeOperations, ...reportAnswersOperations],
  jobs: [...reportIntakeJobs, ...reportAnswersJobs],
  schedules: [...reportIntakeSchedules, ...reportAnswersSchedules],
  tables,
  migrations: {
    '0016-dmarc-spool': dmarcSpool, '0017-dmarc-store': dmarcStore, '0018-sender-lookups': senderLookups, '0019-sender-sources': senderSources, '0027-report-proof': reportProof, '0028-tls-proof': tlsProof,
    '0040-report-stages': reportStages,
  },
  exports: { reportMessages: messagesOf, reports: reportsOf, reportSenders: senderDaysOf, tlsReportDays: tlsDaysOf },
  idPrefixes: { dmm: 'message with reports', mbx: 'mailbox' },
  notificationKinds: alertKinds,
  alerts: reportAlerts,
  auditActions: {
    'dmarc.sender_decided': 'Decided on a DMARC sender',
    'dmarc_intake.rotated': 'Changed the address for DMARC reports',
    'dmarc_intake.secret_created': 'Created a secret address for DMARC reports',
    'dmarc_intake.secret_revoked': 'Revoked a secret address for DMARC reports',
    'dmarc_mailbox.added': 'Connected a mailbox for DMARC reports',
    'dmarc_mailbox.removed': 'Disconnected a mailbox for DMARC reports',
    'dmarc_messages.reparsed': 'Had DMARC messages read again',
    'dmarc_reports.uploaded': 'Uploaded DMARC reports',
  },
  findings: {
    about: 'DMARC and TLS reports: advice, given where reports show that something is wrong. What does not show is not mentioned.',
    afterwards: 'Whether it worked shows in the reports of the next days: most receivers send one a day.',
    rules: dmarcRules,
    source: reportSource,
  },
  subscribes: [hearProven, hearPublished, reviewSoon],
});
