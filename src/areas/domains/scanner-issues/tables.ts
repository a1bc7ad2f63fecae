import { defineTables, type JsonText, type Millis } from '../../../store/index.ts';
import { accountColumns } from '../../platform/account/index.ts';

const DAY_MS = 86_400_000;

/** A finding that somebody holds to be wrong, with what was seen. */
interface ScannerIssueTable {
  id: string;
  account_id: string;
  /** `draft` until the reporter has seen what is sent, and sent it. */
  state: string;
  domain: string;
  /** The id of the finding. */
  finding: string;
  /** What is sent: the finding, and the facts that it was judged by. */
  report: JsonText;
  comment: string | null;
  reported_by: JsonText;
  created_at: Millis;
  sent_at: Millis | null;
  verdict: string | null;
  answer: string | null;
  answered_at: Millis | null;
}

/** The tables of this area, by name. */
export interface ScannerIssueTables {
  scanner_issue: ScannerIssueTable;
}

export const tables = defineTables<ScannerIssueTables>()('scanner-issues', {
  scanner_issue: {
    key: ['id'],
    expires: [{ column: 'created_at', keptMs: DAY_MS, only: { column: 'state', value: 'draft' } }, { column: 'answered_at', keptMs: 365 * DAY_MS }],
  },
}, [accountColumns]);
