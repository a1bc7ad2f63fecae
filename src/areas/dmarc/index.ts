export { refusals, type AggregateReport, type AggregateRow, type FailureReport, type Reading, type RefusalReason, type Report, type TlsReport, type WarningCode } from './parse/shapes.ts';
export { summarize, type FileSummary, type ReportSummary } from './parse/summary.ts';
