import { defineTables, type Millis } from '../../../store/index.ts';
import { eventColumns } from '../../domains/events/index.ts';
import { snapshotColumns } from '../../domains/history/index.ts';
import { domainColumns, facetColumns } from '../../domains/inventory/index.ts';

const DAY_MS = 86_400_000;

/** When an account next hears how its domains do. */
interface WeeklyReportTable {
  account_id: string;
  /** 0 until the settings of the account are read. */
  due_at: Millis;
  /** Up to when the last report told; null before the first. */
  told_until: Millis | null;
}

/** The tables of this area, by name. */
export interface ReportTables {
  weekly_report: WeeklyReportTable;
}

export const tables = defineTables<ReportTables>()('reports', {
  weekly_report: { due: [{ column: 'due_at', withinMs: 8 * DAY_MS }] },
}, [domainColumns, facetColumns, snapshotColumns, eventColumns]);
