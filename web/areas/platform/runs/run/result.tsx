import { Button, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Target } from '../../../../area.ts';
import type { Run } from '../../../../api/run.ts';
import { CodeBlock } from '../../../../parts/copy.tsx';
import { Facts } from '../../../../parts/facts.tsx';
import { texts } from '../texts/run.ts';
import classes from './run.module.css';

interface RunResultProps {
  run: Run;
  /** The page that shows the whole of it. */
  target: Target;
  facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** What came out of a run, with the way to the whole of it; nothing where it has no result. */
export function RunResult({ run: { result }, target, facts }: RunResultProps) {
  if (typeof result !== 'object' || result === null) return null;
  return (
    <section className={classes.section} aria-labelledby="run-result">
      <Title order={2} id="run-result">{texts.result}</Title>
      <div className={classes.result}>
        <Facts of={facts} />
        <Button variant="default" renderRoot={props => <Link {...target} {...props} />}>{texts.seeResult}</Button>
      </div>
      <details className={classes.data}><summary>{texts.showJson}</summary><CodeBlock text={JSON.stringify(result, null, 2)} what={texts.copyJson} /></details>
    </section>
  );
}
