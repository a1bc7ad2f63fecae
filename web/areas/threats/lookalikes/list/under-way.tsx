import { Progress } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Run } from '../../../../api/run.ts';
import { texts } from '../texts/lookalikes.ts';
import classes from './lookalikes.module.css';

const LEAST_SHOWN = 3;

interface UnderWayProps {
  run: Run;
  /** What goes on, for screen readers, and what of it just now. */
  label: string;
  step: string;
  /** What it has brought so far. */
  more?: string | undefined;
}

/** A run while it goes on. */
export function UnderWay({ run: { id, status, progress: { done, total } }, label, step, more }: UnderWayProps) {
  return (
    <div className={classes.underWay}>
      <Progress value={total === 0 ? LEAST_SHOWN : Math.max(LEAST_SHOWN, (done / total) * 100)} aria-label={label} animated={status === 'running'} />
      <p className={classes.quiet}><span role="status">{step}</span>{more === undefined ? null : ` · ${more}`} · <Link to="/runs/$id" params={{ id }}>{texts.run.see}</Link></p>
    </div>
  );
}

/** That a run did not end well, and why. */
export function RunFailed({ run: { id, error }, title }: { run: Run; title: string }) {
  return (
    <section className={classes.failed} data-status="fail" role="alert">
      <strong>{title}</strong> <p>{error ?? texts.run.noReason} <Link to="/runs/$id" params={{ id }}>{texts.run.see}</Link></p>
    </section>
  );
}
