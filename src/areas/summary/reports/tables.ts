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

/** A link that shares the report on a domain. */
interface ReportLinkTable {
  id: string;
  account_id: string;
  domain_id: string;
  /** Of the token in it, which is stored nowhere. */
  token_hash: string;
  created_at: Millis;
  expires_at: Millis;
}

/** The tables of this area, by name. */
export interface ReportTables {
  weekly_report: WeeklyReportTable;
  report_link: ReportLinkTable;
}

export const tables = defineTables<ReportTables>()('reports', {
  weekly_report: { due: [{ column: 'due_at', withinMs: 8 * DAY_MS }] },
  report_link: { key: ['id'], expires: [{ column: 'expires_at', keptMs: DAY_MS }] },
}, [domainColumns, facetColumns, snapshotColumns, eventColumns]);
