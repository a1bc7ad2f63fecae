import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DataOf } from '../../../../api/client.ts';
import type { useGet } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { StatusMark } from '../../../../parts/status-badge.tsx';
import { statusOfFinding } from '../../../../parts/finding-status.ts';
import { texts } from '../texts/overview.ts';
import classes from './overview.module.css';

type Event = DataOf<'GET /api/domain-events'>['data'][number];


/** What changed since the last visit, newest first. */
export function Changes({ of, isFirst }: { of: ReturnType<typeof useGet<'GET /api/domain-events'>>; isFirst: boolean }) {
  return (
    <section className={classes.card} aria-labelledby="overview-changes">
      <div className={classes.cardHead}>
        <Title order={2} id="overview-changes" className={classes.cardTitle}>{isFirst ? texts.changesFirst : texts.changes}</Title>
        <Link to="/events">{texts.allEvents}</Link>
      </div>
      <Loaded of={of} what={texts.changesWhat}>
        {({ data }) => (data.length === 0 ? <p className={classes.nothing}>{texts.changesNone}</p> : <ul className={classes.rows}>{data.map(event => <li key={event.id}><Row of={event} /></li>)}</ul>)}
      </Loaded>
    </section>
  );
}

function Row({ of: { id, severity, title, domain, createdAt } }: { of: Event }) {
  return (
    <Link to="/events" search={{ event: id }} className={classes.row}>
      <StatusMark status={statusOfFinding({ state: 'fail', severity })} label={texts.severities[severity]} />
      <span className={classes.rowWords}>
        <span className={classes.rowTitle}>{title}</span>
        <span className={classes.rowNote}>{domain} · <Ago at={createdAt} /></span>
      </span>
      <Icon name="right" size={16} />
    </Link>
  );
}
