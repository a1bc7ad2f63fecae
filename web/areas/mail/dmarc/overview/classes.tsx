import { Title } from '@mantine/core';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { SmallTable } from '../../../../parts/facts.tsx';
import { texts } from '../texts/reports.ts';
import classes from './dmarc.module.css';
import { shareOf, statusOfClass } from './record-status.ts';
import type { Summary } from '../types.ts';

/** The messages by what their senders are. */
export function ByClass({ of }: { of: Summary['byClass'] }) {
  const { classes: words } = texts;
  const rows = of.map(({ class: kind, messages, passed }) => [<StatusBadge key="kind" status={statusOfClass[kind]} word={texts.senders.classes[kind]} />, texts.count(messages), texts.percent(shareOf(passed, messages))]);
  return (
    <section className={classes.section} aria-labelledby="dmarc-classes">
      <Title order={2} size="h3" id="dmarc-classes">{words.title}</Title>
      <SmallTable columns={words.columns} rows={rows} />
    </section>
  );
}
