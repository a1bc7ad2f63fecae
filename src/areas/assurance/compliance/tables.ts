import { defineTables, type JsonText, type Millis } from '../../../store/index.ts';
import { accountColumns } from '../../platform/account/index.ts';

/** A framework that applies to the account. */
interface ComplianceFrameworkTable {
  account_id: string;
  framework: string;
  /** Ids of the domains that it is about; null for all. */
  domains: JsonText | null;
  chosen_at: Millis;
}

/** What the account says of a control; one that nobody has assessed has no row. */
interface ComplianceControlTable {
  account_id: string;
  framework: string;
  control: string;
  version: number;
  status: string;
  approach: string | null;
  justification: string | null;
  owner: string | null;
  /** `YYYY-MM-DD`. */
  due_on: string | null;
  plan_of_action: string | null;
  /** Text of the account's own, such as licensed words of the standard. */
  private_text: string | null;
  changed_at: Millis;
  changed_by: JsonText;
}

/** One change of a control, and what was said with it. */
interface ComplianceChangeTable {
  id: string;
  account_id: string;
  framework: string;
  control: string;
  version: number;
  /** The fields that changed, each with what it was and is. */
  changes: JsonText;
  note: string | null;
  at: Millis;
  by: JsonText;
}

interface ComplianceIncidentTable {
  id: string;
  account_id: string;
  version: number;
  title: string;
  kind: string;
  severity: number;
  status: string;
  discovered_at: Millis;
  /** IANA time zone in which its days are counted. */
  time_zone: string;
  /** Everything else that is known of it. */
  record: JsonText;
  created_at: Millis;
  changed_at: Millis;
}

/** A duty of an incident that was done, or does not apply. */
interface ComplianceObligationTable {
  incident_id: string;
  deadline: string;
  state: string;
  done_at: Millis | null;
  reference: string | null;
}

/** The tables of this area, by name. */
export interface ComplianceTables {
  compliance_framework: ComplianceFrameworkTable;
  compliance_control: ComplianceControlTable;
  compliance_change: ComplianceChangeTable;
  compliance_incident: ComplianceIncidentTable;
  compliance_obligation: ComplianceObligationTable;
}

export const tables = defineTables<ComplianceTables>()('compliance', {
  compliance_framework: { key: ['account_id', 'framework'] },
  compliance_control: { key: ['account_id', 'framework', 'control'] },
  compliance_change: {},
  compliance_incident: {},
  compliance_obligation: { key: ['incident_id', 'deadline'] },
}, [accountColumns]);
