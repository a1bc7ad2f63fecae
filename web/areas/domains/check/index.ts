// What later areas may use of the report of a check.
export { BulkSenders } from './report/bulk-senders.tsx';
export { CheckReport } from './report/check-report.tsx';
export { FindingLink } from './report/finding-link.tsx';
export { RecordList, RecordRow } from './report/record-list.tsx';
export { ReportWrong } from './report/report-wrong.tsx';
export { allOf } from './report/sending-views.tsx';
export { recordStatusOf } from './report/record-status.ts';
export type { Records, Report, ReportRecord } from './report/types.ts';
export { texts as reportTexts } from './texts/report.ts';
