import { Title } from '@mantine/core';
import { useRunKinds } from '../../../../area.ts';
import { hasEnded, type Run, type RunUpdate } from '../../../../api/run.ts';
import { texts } from '../texts/run.ts';
import { stepsOf, type NoteOf } from './steps.ts';
import classes from './run.module.css';

/** What the run has reported on the way; `noteOf` says more of an event of its kind. */
export function RunSteps({ run, events, noteOf }: { run: Run; events: readonly RunUpdate[]; noteOf?: NoteOf }) {
  const steps = stepsOf(events, useRunKinds().get(run.kind)?.stages() ?? {}, noteOf);
  return (
    <section className={classes.section} aria-labelledby="run-steps">
      <Title order={2} id="run-steps">{texts.steps}</Title>
      {steps.length === 0 ? <p className={classes.quiet}>{hasEnded(run) ? texts.stepsGone : texts.stepsWaiting}</p> : (
        <ol className={classes.steps}>{steps.map(({ id, title, note, count }) => (
          <li key={id}><span>{title}</span><span className={classes.quiet}>{note}{count > 1 ? ` ×${count}` : null}</span></li>
        ))}</ol>
      )}
    </section>
  );
}
