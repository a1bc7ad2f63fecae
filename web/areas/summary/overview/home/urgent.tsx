import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Ago } from '../../../../parts/ago.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { statusOfFinding } from '../../../../parts/finding-status.ts';
import { texts } from '../texts/overview.ts';
import type { Overview } from './types.ts';
import classes from './overview.module.css';

type Concern = Overview['urgent'][number];

/** What is to do first, each line a way to the place where it is done. */
export function Urgent({ concerns, count }: { concerns: readonly Concern[]; count: number }) {
  return (
    <section className={classes.card} aria-labelledby="overview-urgent">
      <Title order={2} id="overview-urgent" className={classes.cardTitle}>{texts.urgent}{count > concerns.length && <span className={classes.rowNote}> {texts.urgentOf(concerns.length, count)}</span>}</Title>
      {concerns.length === 0 ? <p className={classes.nothing}>{texts.urgentNone}</p> : (
        <ul className={classes.rows}>{concerns.map(concern => <li key={`${concern.kind} ${concern.eventId ?? concern.domainId}`}><Row of={concern} /></li>)}</ul>
      )}
    </section>
  );
}

function Row({ of: { kind, severity, title, domain, domainId, eventId, issues, at } }: { of: Concern }) {
  const content = (
    <>
      <span className={classes.badge}><StatusBadge status={statusOfFinding({ state: 'fail', severity })} word={texts.severities[severity]} /></span>
      <span className={classes.rowWords}>
        <span className={classes.rowTitle}>{title || texts.issuesOnly(issues)}</span>
        <span className={classes.rowNote}>
          {domain} · {texts.kinds[kind]}{at === null ? null : <> <Ago at={at} /></>}{kind === 'issues' && title !== '' && issues > 1 ? ` · ${texts.moreIssues(issues - 1)}` : null}
        </span>
      </span>
      <Icon name="right" size={16} />
    </>
  );
  return eventId === null
    ? <Link to="/domains/$id" params={{ id: domainId }} className={classes.row}>{content}</Link>
    : <Link to="/events" search={{ event: eventId }} className={classes.row}>{content}</Link>;
}
