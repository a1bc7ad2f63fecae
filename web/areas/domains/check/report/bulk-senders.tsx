import { Title } from '@mantine/core';
import type { CheckResult } from '../../../../api/types.ts';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/report.ts';
import { FindingLink } from './finding-link.tsx';
import classes from './report.module.css';

const providers = ['google', 'yahoo', 'microsoft'] as const;

/** Whether the large mailbox providers would take bulk mail from the domain. */
export function BulkSenders({ of }: { of: NonNullable<CheckResult['bulkSenders']> }) {
  return (
    <section className={classes.section} aria-labelledby="report-bulk">
      <Title order={2} id="report-bulk">{texts.bulk.title}</Title>
      <p className={classes.quiet}>{texts.bulk.intro}</p>
      <ul className={classes.cards}>
        {providers.map(provider => {
          const { state, reasons, notTested, source } = of[provider];
          return (
            <li key={provider} className={classes.card}>
              <p className={classes.cardHead}><strong>{texts.bulk.providers[provider]}</strong><StatusBadge status={state} word={texts.bulk.state[state]} /></p>
              {reasons.length > 0 ? <ul className={classes.plain}>{reasons.map(({ text, finding }) => <li key={text}>{finding === null ? text : <FindingLink finding={finding}>{text}</FindingLink>}</li>)}</ul> : null}
              {notTested.length > 0 ? <details className={classes.why}><summary>{texts.bulk.notTested(notTested.length)}</summary><ul>{notTested.map(text => <li key={text}>{text}</li>)}</ul></details> : null}
              <p><a href={source} target="_blank" rel="noreferrer">{texts.bulk.rules}</a></p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
