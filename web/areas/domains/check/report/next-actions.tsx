import { Title } from '@mantine/core';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/report.ts';
import { nextActionsOf } from './actions.ts';
import { FindingLink } from './finding-link.tsx';
import { FixSteps } from './fix-steps.tsx';
import classes from './report.module.css';
import { statusOfFinding } from '../../../../parts/finding-status.ts';
import type { Report } from './types.ts';

/** The three things to do first, each with its remedy. */
export function NextActions({ result, host }: { result: NonNullable<Report['result']>; host: string | null }) {
  const actions = nextActionsOf(result);
  if (actions.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="report-actions">
      <Title order={2} id="report-actions">{texts.actions.title}</Title>
      <ol className={classes.actions}>
        {actions.map(({ finding, severity, title, fix, gain }) => (
          <li key={finding} className={classes.action}>
            <p className={classes.actionHead}>
              <StatusBadge status={statusOfFinding({ state: 'fail', severity })} word={texts.severity[severity]} />
              {gain > 0 ? <span className={classes.quiet}>{texts.actions.gain(gain)}</span> : null}
            </p>
            <Title order={3}>{title}</Title>
            <FixSteps fix={fix} host={host} />
            <p className={classes.actionFoot}><FindingLink finding={finding}>{texts.actions.evidence}</FindingLink></p>
          </li>
        ))}
      </ol>
    </section>
  );
}
