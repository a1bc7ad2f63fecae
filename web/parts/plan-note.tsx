import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Session } from '../api/session.ts';
import { texts } from '../texts/parts.ts';
import classes from './problem-note.module.css';

/** Says, before anybody is refused, that something needs another plan, what one would have, with a sample of it, and where the plans are. */
export function PlanNote({ plan, children, sample }: { plan: Session['plan']; children: ReactNode; sample?: ReactNode }) {
  return (
    <>
      <section className={classes.note} data-status="info">
        <p className={classes.title}>{texts.needsPlan(plan)}</p>
        <p>{children}</p>
        <div className={classes.foot}>
          <Button variant="default" size="xs" renderRoot={props => <Link to="/settings/plan" {...props} />}>{texts.plans}</Button>
        </div>
      </section>
      {sample}
    </>
  );
}
