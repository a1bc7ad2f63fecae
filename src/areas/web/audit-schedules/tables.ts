import { defineTables, type JsonText, type Millis } from '../../../store/index.ts';
import { domainColumns } from '../../domains/inventory/index.ts';
import { accountColumns } from '../../platform/account/index.ts';

const DAY_MS = 86_400_000;

/** When a domain is audited by itself, and how. */
interface ScheduleTable {
  domain_id: string;
  /** Which audit. */
  kind: string;
  account_id: string;
  settings: JsonText;
  every_days: number;
  due_at: Millis;
}

/** The tables of this area, by name. */
export interface AuditScheduleTables {
  audit_schedule: ScheduleTable;
}

export const tables = defineTables<AuditScheduleTables>()('audit-schedules', {
  // 90 days, and a tenth by which times are spread.
  audit_schedule: { key: ['domain_id', 'kind'], due: [{ column: 'due_at', withinMs: 100 * DAY_MS }] },
}, [accountColumns, domainColumns]);
