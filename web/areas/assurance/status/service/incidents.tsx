import { Title } from '@mantine/core';
import { usePages } from '../../../../api/queries.ts';
import { language } from '../../../../language/index.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { statusOfLevel } from '../record-status.ts';
import classes from '../status.module.css';
import { texts } from '../texts/status.ts';
import type { ServiceIncident } from '../types.ts';

const PAGE = 20;
const { service: words } = texts;

/** What its operator reported, the newest first. */
export function Incidents({ slug }: { slug: string }) {
  const query = usePages('GET /api/status/incidents', { service: [slug], limit: PAGE });
  return (
    <section className={classes.section} aria-labelledby="incidents">
      <Title order={2} id="incidents">{words.incidents}</Title>
      <Loaded of={query} what={words.incidentsWhat}>
        {({ pages }) => {
          const all = pages.flatMap(({ data }) => data);
          return all.length === 0 ? <p className={classes.quiet}>{words.noIncidents}</p> : <div className={classes.rows}>{all.map(one => <Incident key={one.id} of={one} />)}</div>;
        }}
      </Loaded>
      <MoreRows of={query} />
    </section>
  );
}

function Incident({ of: { id, title, status, impact, startedAt, resolvedAt, components, regions, updates } }: { of: ServiceIncident }) {
  const isOver = resolvedAt !== null;
  const level = isOver ? 'operational' : impact;
  const summary = (
    <span className={classes.words}>
      <span className={classes.name}>{title}</span>
      <span className={classes.quiet}>
        <StatusBadge status={isOver ? 'pass' : statusOfLevel[level]} word={texts.incidentStates[isOver ? 'resolved' : status]} />{' '}
        {isOver ? words.over : words.goesOn} <Ago at={resolvedAt ?? startedAt} />
      </span>
    </span>
  );
  return (
    <Disclosure id={id} summary={summary} isOpen={!isOver}>
      {components.length + regions.length > 0 && <p className={classes.quiet}>{[...components, ...regions].join(', ')}</p>}
      {updates.map(({ at, status: state, body }, index) => (
        <div key={index}>
          <strong>{texts.incidentStates[state]}</strong>{at !== null && <span className={classes.quiet}> {language.moment(at)}</span>}
          <p>{body}</p>
        </div>
      ))}
    </Disclosure>
  );
}
