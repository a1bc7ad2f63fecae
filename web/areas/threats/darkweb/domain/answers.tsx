import { Title } from '@mantine/core';
import { Ago } from '../../../../parts/ago.tsx';
import { SmallTable } from '../../../../parts/facts.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import classes from '../darkweb.module.css';
import { texts } from '../texts/darkweb.ts';
import { statusOfState, type Answered } from '../types.ts';

const { domain: { sources: words } } = texts;

/** Which sources have answered, when, and why others have not. */
export function Answers({ of }: { of: readonly Answered[] }) {
  return (
    <section className={classes.section} aria-labelledby="darkweb-answers">
      <Title order={2} size="h3" id="darkweb-answers">{words.title}</Title>
      <SmallTable label={words.label} columns={words.columns} rows={of.map(({ source, state, answeredAt, cause }) => [
        texts.sourceNames[source] ?? source, <StatusBadge key="state" status={statusOfState[state]} word={texts.states[state]} />, answeredAt && <Ago key="at" at={answeredAt} />, cause,
      ])} />
    </section>
  );
}
