import { Title } from '@mantine/core';
import { SmallTable } from '../../../../parts/facts.tsx';
import { texts } from '../texts/exposure.ts';
import type { Latest } from '../types.ts';
import classes from './exposure.module.css';

/** What was tested, in part or not at all, and why. */
export function Stages({ of: { stages } }: { of: Latest['scan'] }) {
  const { stages: words, scan } = texts;
  return (
    <section className={classes.section} aria-labelledby="exposure-stages">
      <Title order={2} size="h3" id="exposure-stages">{words.title}</Title>
      <p className={classes.quiet}>{words.note}</p>
      <SmallTable label={words.table} columns={words.columns} rows={stages.map(({ stage, outcome, addresses, causes }) => [scan.step[stage] ?? stage, words.outcomes[outcome], texts.count(addresses), causes.join(' ')])} />
    </section>
  );
}
