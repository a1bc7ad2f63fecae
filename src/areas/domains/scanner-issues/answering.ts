import type { NewJob } from '../../../store/index.ts';
import { notificationJob } from '../../platform/notifications/index.ts';
import { reportIn, type IssueRow, type Verdict } from './shapes.ts';
import type { ScannerIssuesTexts } from './texts.ts';

const verdictOf = { fixed: 'wrong', accepted: 'wrong', right: 'right', changed: 'undecided', more: 'undecided' } as const satisfies Record<keyof ScannerIssuesTexts['templates'], Verdict>;

/** The answers that the operator chooses from, filled in. */
export function templatesFor(texts: ScannerIssuesTexts, { domain, report }: Pick<IssueRow, 'domain' | 'report'>): { id: string; verdict: Verdict; text: string }[] {
  const about = { domain, title: reportIn(report).finding.title };
  return (Object.keys(verdictOf) as (keyof typeof verdictOf)[]).map(id => ({ id, verdict: verdictOf[id], text: texts.templates[id](about) }));
}

/** The job that tells the account of the operator's answer. */
export function answerNotice(texts: ScannerIssuesTexts, { id, domain, report }: Pick<IssueRow, 'id' | 'domain' | 'report'>, { verdict, answer }: { verdict: Verdict; answer: string }): NewJob {
  return notificationJob({
    kind: 'scannerIssue.answered', severity: 'info', subjectType: 'scannerIssue', subjectId: id, title: texts.answered({ domain, title: reportIn(report).finding.title }),
    body: `${texts.verdicts[verdict]}\n${answer}`, data: { domain, verdict, path: `/scanner-issues?issue=${id}` },
  });
}
