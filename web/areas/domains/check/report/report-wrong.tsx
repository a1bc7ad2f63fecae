import { Link } from '@tanstack/react-router';
import { useSession } from '../../../../api/session.ts';
import { texts } from '../texts/report.ts';

/** Leads to a report to the operator that the finding is wrong, for those who are signed in. */
export function ReportWrong({ domain, finding, sender, from }: { domain: string; finding: string; sender?: string | undefined; from?: string | undefined }) {
  return useSession() && <Link to="/scanner-issues" search={{ domain, finding, ...(sender && { sender }), ...(from && { from }) }}>{texts.findings.wrong}</Link>;
}
