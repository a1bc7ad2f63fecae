import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Ago } from '../../../../parts/ago.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { statusOfFinding } from '../../../../parts/finding-status.ts';
import { texts } from '../texts/overview.ts';
import type { Overview } from './types.ts';
import classes from './overview.module.css';

type Alert = Overview['urgent'][number];

/** What is wrong now, each line a way to the alert and to where it is dealt with. */
export function Urgent({ alerts, count }: { alerts: readonly Alert[]; count: number }) {
  return (
    <section className={classes.card} aria-labelledby="overview-urgent">
      <div className={classes.cardHead}>
        <Title order={2} id="overview-urgent" className={classes.cardTitle}>{texts.urgent}{count > alerts.length && <span className={classes.rowNote}> {texts.urgentOf(alerts.length, count)}</span>}</Title>
        <Link to="/alerts">{texts.allAlerts}</Link>
      </div>
      {alerts.length === 0 ? <p className={classes.nothing}>{texts.urgentNone}</p> : (
        <ul className={classes.rows}>{alerts.map(alert => <li key={alert.id}><Row of={alert} /></li>)}</ul>
      )}
    </section>
  );
}

function Row({ of: { id, severity, title, subject, since, state } }: { of: Alert }) {
  return (
    <Link to="/alerts" search={{ alert: id }} className={classes.row}>
      <span className={classes.badge}><StatusBadge status={statusOfFinding({ state: 'fail', severity })} word={texts.severities[severity]} /></span>
      <span className={classes.rowWords}>
        <span className={classes.rowTitle}>{title}</span>
        <span className={classes.rowNote}>{subject.label} · {texts.since} <Ago at={since} />{state === 'acknowledged' && <> · {texts.acknowledged}</>}</span>
      </span>
      <Icon name="right" size={16} />
    </Link>
  );
}
