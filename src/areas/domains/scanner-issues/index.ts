import { defineArea } from '../../area.ts';
import type { FindingSources } from '../../finding-source.ts';
import { scannerIssues } from './migrations/0042-scanner-issues.ts';
import { issueOperations, type ScannerIssuesServices } from './operations.ts';
import { operatorIssueOperations } from './operator-operations.ts';
import { issuesOf } from './store.ts';
import { tables } from './tables.ts';

export { FindingReport, replay } from './report.ts';

/** Findings that people hold to be wrong, of the check and of the areas that are `sources`, and what the operator says to them. */
export function scannerIssuesArea(sources: FindingSources) {
  return defineArea<ScannerIssuesServices>()({
    id: 'scanner-issues',
    group: 'domains',
    topics: {
      scanner_issues: 'Reports that a finding is wrong, with what was seen, and the operator\'s answers.',
      scanner_issue_queue: 'For the operator: reports of wrong findings that wait for an answer.',
    },
    operations: [...issueOperations(sources), ...operatorIssueOperations(sources)],
    tables,
    migrations: { '0042-scanner-issues': scannerIssues },
    exports: { scannerIssues: issuesOf },
    idPrefixes: { iss: 'report of a wrong finding' },
    notificationKinds: { 'scannerIssue.answered': 'The operator has answered the report of a wrong finding.' },
    auditActions: {
      'scanner_issue.drafted': 'Drafted a report of a wrong finding',
      'scanner_issue.sent': 'Reported a finding as wrong',
      'scanner_issue.deleted': 'Deleted a report of a wrong finding',
      'scanner_issue.answered': 'Answered a report of a wrong finding',
    },
  });
}
