export type { ReportsContext } from './context.ts';
export { reportsOperations } from './operations.ts';
export { reportJobs, weeklyReports, weeklyReportSettings } from './weekly.ts';
