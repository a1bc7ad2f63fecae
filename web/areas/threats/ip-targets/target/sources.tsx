import { Title } from '@mantine/core';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import classes from '../ip-targets.module.css';
import { texts } from '../texts/ip-targets.ts';
import type { Details } from '../types.ts';

const { sources: words } = texts;

/** Which blocklists are asked, and which are off: what was not asked is never clean. */
export function Sources({ of: lists }: { of: Details['lists'] }) {
  return (
    <section className={classes.section} aria-labelledby="ip-sources">
      <Title order={2} size="h3" id="ip-sources">{words.title}</Title>
      <ul className={classes.rows}>
        {lists.map(({ zone, name, state, terms }) => (
          <li key={zone} className={classes.row}>
            <span className={classes.words}><span>{name}</span><code className={classes.quiet}>{zone}</code></span>
            <StatusBadge status={state === 'asked' ? 'pass' : 'off'} word={words[state]} />
            {terms !== null && <a href={terms} target="_blank" rel="noreferrer">{words.terms}</a>}
          </li>
        ))}
      </ul>
    </section>
  );
}
