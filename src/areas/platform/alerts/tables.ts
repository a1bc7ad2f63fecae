import { defineTables, type JsonText, type Millis } from '../../../store/index.ts';
import { accountColumns, personColumns } from '../account/index.ts';

const DAY_MS = 86_400_000;

/** One cause that is wrong, or was: a row for an account, kind, subject and cause, however often it comes back. */
interface AlertTable {
  id: string;
  account_id: string;
  /** The domain of the inventory that the subject is or belongs to. */
  domain_id: string | null;
  kind: string;
  subject_type: string;
  subject_id: string;
  subject_label: string;
  /** Which cause at the subject; the area's own word. */
  cause: string;
  severity: string;
  /** The position among the account's alerts: the most severe first, of equal ones the newest. */
  position: number;
  title: string;
  detail: string;
  /** Where the dashboard shows what to do. */
  path: string;
  first_raised_at: Millis;
  /** Since when it is so without a break. */
  since: Millis;
  /** How many notifications told of it since then, and when the last one did. */
  notified: number;
  notified_at: Millis | null;
  acknowledged_at: Millis | null;
  acknowledged_by: JsonText | null;
  muted_until: Millis | null;
  assignee_id: string | null;
  note: string | null;
  /** When it was over; null while it is not. */
  cleared_at: Millis | null;
}

/** The tables of this area, by name. */
export interface AlertTables {
  alert: AlertTable;
}

export const tables = defineTables<AlertTables>()('alerts', {
  alert: { key: ['id'], expires: [{ column: 'cleared_at', keptMs: 180 * DAY_MS }] },
}, [accountColumns, personColumns]);
