import { Title } from '@mantine/core';
import { SmallTable } from '../../../../parts/facts.tsx';
import { texts } from '../texts/reports.ts';
import classes from './dmarc.module.css';
import type { Summary } from '../types.ts';

/** Organizations that report, and what each has seen. */
export function Reporters({ of }: { of: Summary['reporters'] }) {
  const { reporters: words } = texts;
  return (
    <section className={classes.section} aria-labelledby="dmarc-reporters">
      <Title order={2} size="h3" id="dmarc-reporters">{words.title}</Title>
      {of.length === 0 ? <p className={classes.quiet}>{words.none}</p>
        : <SmallTable columns={words.columns} rows={of.map(({ organization, reports, messages, passRate }) => [organization, texts.count(reports), texts.count(messages), texts.percent(passRate)])} />}
    </section>
  );
}
