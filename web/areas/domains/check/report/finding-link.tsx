import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './report.module.css';
import { anchorOf, docsOf, useShowFinding } from './show-finding.ts';

/** Leads to a finding on this page, or to its page in the documentation where this page shows none. */
export function FindingLink({ finding, children }: { finding: string; children: ReactNode }) {
  const show = useShowFinding();
  if (!show) return <Anchor className={classes.findingLink} underline="always" href={docsOf(finding)}>{children}</Anchor>;
  return (
    <Anchor className={classes.findingLink} underline="always" href={`#${anchorOf(finding)}`} onClick={event => {
      event.preventDefault();
      show(finding);
    }}>{children}</Anchor>
  );
}
