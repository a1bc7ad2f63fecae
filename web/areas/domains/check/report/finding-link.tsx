import type { ReactNode } from 'react';
import classes from './report.module.css';
import { anchorOf, docsOf, useShowFinding } from './show-finding.ts';

/** Leads to a finding on this page, or to its page in the documentation where this page shows none. */
export function FindingLink({ finding, children }: { finding: string; children: ReactNode }) {
  const show = useShowFinding();
  if (!show) return <a className={classes.findingLink} href={docsOf(finding)}>{children}</a>;
  return (
    <a className={classes.findingLink} href={`#${anchorOf(finding)}`} onClick={event => {
      event.preventDefault();
      show(finding);
    }}>{children}</a>
  );
}
