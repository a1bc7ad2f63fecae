import { defineTables, type JsonText, type Millis } from '../../../store/index.ts';
import { domainColumns } from '../../domains/inventory/index.ts';
import { accountColumns } from '../../platform/account/index.ts';
import { runColumns } from '../../platform/runs/index.ts';

/** An accessibility audit; its id is that of its run. */
interface AuditTable {
  id: string;
  account_id: string;
  domain_id: string;
  settings: JsonText;
  state: string;
  started_at: Millis;
  finished_at: Millis | null;
}

/** A page of an audit's sample. */
interface PageTable {
  audit_id: string;
  page: number;
  url: string;
  /** Why it is in the sample, and the template that it stands for; null in audits of before this was kept. */
  chosen: string | null;
  template: string | null;
  state: string;
  /** Why it was not judged. */
  cause: string | null;
  /** What was seen of it, and who judged it; null before. */
  facts: JsonText | null;
}

/** A failure of one element of a page. */
interface FindingTable {
  audit_id: string;
  finding: number;
  page: number;
  /** Numbers of criteria with a space before and after each. */
  criteria: string;
  impact: string;
  /** The same wherever one component shows the same fault. */
  cause: string;
  details: JsonText;
}

/** What a person is asked. */
interface QuestionTable {
  id: string;
  account_id: string;
  audit_id: string;
  ordinal: number;
  criterion: string;
  /** Null where it is asked of all pages. */
  page: number | null;
  /** The same while what is asked about is unchanged. */
  fingerprint: string;
  details: JsonText;
  answer: string | null;
  note: string | null;
  answered_by: string | null;
  answered_at: Millis | null;
}

/** A picture of an element that a finding or a question speaks of. */
interface PictureTable {
  audit_id: string;
  picture: number;
  /** In base64. */
  png: string;
}

/** How to sign in to the site of a domain, and how to open what its pages hide. */
interface StepsTable {
  domain_id: string;
  account_id: string;
  /** `SiteSteps`, sealed for the domain. */
  steps: string;
  changed_at: Millis;
}

/** The tables of this area, by name. */
export interface AccessibilityTables {
  accessibility_audit: AuditTable;
  accessibility_page: PageTable;
  accessibility_finding: FindingTable;
  accessibility_question: QuestionTable;
  accessibility_picture: PictureTable;
  accessibility_steps: StepsTable;
}

export const tables = defineTables<AccessibilityTables>()('accessibility', {
  accessibility_audit: {},
  accessibility_page: { key: ['audit_id', 'page'] },
  accessibility_finding: { key: ['audit_id', 'finding'] },
  accessibility_question: {},
  accessibility_picture: { key: ['audit_id', 'picture'] },
  accessibility_steps: { key: ['domain_id'], sealed: { by: 'sealer', columns: ['steps'], key: 'domain_id' } },
}, [accountColumns, domainColumns, runColumns]);
