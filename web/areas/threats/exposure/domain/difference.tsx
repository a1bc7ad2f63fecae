import { Title } from '@mantine/core';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/exposure.ts';
import type { Latest } from '../types.ts';
import classes from './exposure.module.css';

const statuses = { new: 'warn', changed: 'warn', reopened: 'fail', resolved: 'pass', unchanged: 'off', notTested: 'unknown' } as const;

/** What is new, changed, resolved or reopened since the previous scan. */
export function Difference({ of: { previousScanId, findings } }: { of: Latest['difference'] }) {
  const { difference: words } = texts;
  return (
    <section className={classes.section} aria-labelledby="exposure-difference">
      <Title order={2} size="h3" id="exposure-difference">{words.title}</Title>
      {previousScanId === null ? <p className={classes.quiet}>{words.first}</p> : findings.length === 0 ? <p className={classes.quiet}>{words.none}</p> : (
        <ul className={classes.changes}>
          {findings.map(({ id, change, title, status }) => (
            <li key={id}><StatusBadge status={statuses[change]} word={words.changes[change]} /> {status === 'open' ? <a href={`#${id}`}>{title}</a> : title}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
