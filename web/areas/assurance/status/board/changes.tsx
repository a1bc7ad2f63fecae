import { Title } from '@mantine/core';
import { useGet } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { statusOfLevel } from '../record-status.ts';
import classes from '../status.module.css';
import { texts } from '../texts/status.ts';

const NEWEST = 10;

/** What has changed of followed services. */
export function Changes() {
  const query = useGet('GET /api/status/events', { limit: NEWEST });
  return (
    <section className={classes.section} aria-labelledby="changes">
      <Title order={2} id="changes">{texts.changes}</Title>
      <Loaded of={query} what={texts.changesWhat}>
        {({ data }) => (data.length === 0 ? <p className={classes.quiet}>{texts.noChanges}</p> : (
          <ul className={classes.rows}>{data.map(({ id, name, before, after, affected, at }) => (
            <li key={id}>
              <span className={classes.level}><StatusBadge status={statusOfLevel[after]} word={texts.levels[after]} /></span>
              <span className={classes.words}>
                <span className={classes.name}>{name}</span>
                <span className={classes.quiet}>{[texts.changed(texts.levels[before], texts.levels[after]), ...affected.slice(0, 3)].join(' · ')} · <Ago at={at} /></span>
              </span>
            </li>
          ))}</ul>
        ))}
      </Loaded>
    </section>
  );
}
