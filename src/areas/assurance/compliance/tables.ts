import { defineTables, type JsonText, type Millis } from '../../../store/index.ts';
import { accountColumns, personColumns } from '../../platform/account/index.ts';

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

/** A time limit of incidents that the account added; never changed. */
interface ComplianceClockTable {
  id: string;
  account_id: string;
  title: string;
  source: string;
  /** `YYYY-MM-DD`. */
  as_of: string;
  /** `always`, or `unclear` where people decide for each incident. */
  applies: string;
  applies_when: string;
  start: string;
  /** ISO 8601, or `P4BD` for business days of federal offices. */
  due_in: string;
  note: string | null;
  added_at: Millis;
  added_by: JsonText;
  /** When it was removed while incidents name it. */
  ended_at: Millis | null;
}

/** A catalogue that the account imported as a framework; never changed. */
interface ComplianceCatalogueTable {
  id: string;
  account_id: string;
  title: string;
  /** The version of the catalogue. */
  edition: string;
  source: string;
  /** How many it has. */
  controls: number;
  imported_at: Millis;
  imported_by: JsonText;
}

/** One of its controls. */
interface ComplianceCatalogueControlTable {
  catalogue_id: string;
  control: string;
  account_id: string;
  position: number;
  title: string;
  family: string;
  text: string | null;
}

/** When evidence of an account is collected next. */
interface ComplianceWatchTable {
  account_id: string;
  due_at: Millis;
  collected_at: Millis | null;
}

/** What an area has seen as evidence, from when to when without a change. */
interface ComplianceObservationTable {
  id: string;
  account_id: string;
  /** The area that saw it. */
  area: string;
  kind: string;
  /** Empty for the account as a whole; the domain may be gone. */
  domain_id: string;
  domain_name: string | null;
  verdict: string;
  findings: JsonText;
  path: string;
  first_at: Millis;
  last_at: Millis;
  /** When something else was seen, or its domain was deleted; null while it holds. */
  ended_at: Millis | null;
}

/** A file or link that a person gives as evidence; never changed, only withdrawn. */
interface ComplianceDocumentTable {
  id: string;
  account_id: string;
  kind: string;
  title: string;
  note: string | null;
  url: string | null;
  file_name: string | null;
  media_type: string | null;
  size: number | null;
  sha256: string | null;
  /** The blob that holds the file. */
  blob: string | null;
  /** `YYYY-MM-DD`; null where it holds for good. */
  valid_until: string | null;
  added_at: Millis;
  added_by: JsonText;
  withdrawn_at: Millis | null;
  withdrawn_by: JsonText | null;
  withdrawn_reason: string | null;
}

/** Which controls a document is evidence for. */
interface ComplianceDocumentControlTable {
  document_id: string;
  account_id: string;
  framework: string;
  control: string;
}

/** A blob of a document; written before the blob is, and there until it was removed. */
interface ComplianceBlobTable {
  blob: string;
  document_id: string;
  named_at: Millis;
}

/** A version of the written information security plan; never changed. */
interface ComplianceWispTable {
  account_id: string;
  version: number;
  /** What people wrote, by `section.field`. */
  entries: JsonText;
  /** `YYYY-MM-DD`; null before the first review. */
  reviewed_on: string | null;
  note: string | null;
  at: Millis;
  by: JsonText;
}

/** A reminder that was sent; `step` says how many milliseconds before it was due. */
interface ComplianceReminderTable {
  account_id: string;
  task: string;
  due_at: Millis;
  step: number;
  sent_at: Millis;
}

/** When people of an account are reminded next. */
interface ComplianceReminderWatchTable {
  account_id: string;
  due_at: Millis;
}

/** The day on which a yearly affirmation was made. */
interface ComplianceAffirmationTable {
  account_id: string;
  framework: string;
  /** `YYYY-MM-DD`. */
  affirmed_on: string;
  note: string | null;
  at: Millis;
  by: JsonText;
}

/** The tables of this area, by name. */
export interface ComplianceTables {
  compliance_framework: ComplianceFrameworkTable;
  compliance_control: ComplianceControlTable;
  compliance_change: ComplianceChangeTable;
  compliance_incident: ComplianceIncidentTable;
  compliance_obligation: ComplianceObligationTable;
  compliance_clock: ComplianceClockTable;
  compliance_catalogue: ComplianceCatalogueTable;
  compliance_catalogue_control: ComplianceCatalogueControlTable;
  compliance_watch: ComplianceWatchTable;
  compliance_observation: ComplianceObservationTable;
  compliance_document: ComplianceDocumentTable;
  compliance_document_control: ComplianceDocumentControlTable;
  compliance_blob: ComplianceBlobTable;
  compliance_wisp: ComplianceWispTable;
  compliance_reminder: ComplianceReminderTable;
  compliance_reminder_watch: ComplianceReminderWatchTable;
  compliance_affirmation: ComplianceAffirmationTable;
}

const DAY_MS = 86_400_000;
/** Six years (45 CFR 164.316(b)(2)(i)), leap days included. */
const KEPT_DAYS = 2192;

export const tables = defineTables<ComplianceTables>()('compliance', {
  compliance_framework: { key: ['account_id', 'framework'] },
  compliance_control: { key: ['account_id', 'framework', 'control'] },
  compliance_change: {},
  compliance_incident: {},
  compliance_obligation: { key: ['incident_id', 'deadline'] },
  compliance_clock: {},
  compliance_catalogue: {},
  compliance_catalogue_control: { key: ['catalogue_id', 'control'] },
  compliance_watch: { key: ['account_id'], due: [{ column: 'due_at', withinMs: DAY_MS }] },
  compliance_observation: { key: ['id'], expires: [{ column: 'ended_at', keptMs: KEPT_DAYS * DAY_MS }] },
  compliance_document: { key: ['id'], expires: [{ column: 'withdrawn_at', keptMs: KEPT_DAYS * DAY_MS }] },
  compliance_document_control: { key: ['document_id', 'framework', 'control'] },
  compliance_blob: { key: ['blob'], blob: 'blob' },
  compliance_wisp: { key: ['account_id', 'version'] },
  compliance_reminder: { key: ['account_id', 'task', 'due_at', 'step'], expires: [{ column: 'sent_at', keptMs: KEPT_DAYS * DAY_MS }] },
  compliance_reminder_watch: { key: ['account_id'], due: [{ column: 'due_at', withinMs: DAY_MS }] },
  compliance_affirmation: { key: ['account_id', 'framework', 'affirmed_on'] },
}, [accountColumns, personColumns]);
