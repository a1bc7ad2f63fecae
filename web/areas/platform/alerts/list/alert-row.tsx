import { useEffect, useRef } from 'react';
import { language } from '../../../../language/index.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { Facts } from '../../../../parts/facts.tsx';
import { statusOfFinding } from '../../../../parts/finding-status.ts';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/alerts.ts';
import { Actions } from './actions.tsx';
import classes from './alerts.module.css';
import { useAlertAreas } from './alert-areas.ts';
import type { Alert } from './types.ts';

const statusOfState: Readonly<Record<Alert['state'], Status>> = { open: 'warn', acknowledged: 'info', muted: 'off', cleared: 'pass' };

/** One alert in a line; opened, what is known of it and what can be done. */
export function AlertRow({ alert, isOpened }: { alert: Alert; isOpened: boolean }) {
  const { id, severity, state, title, detail, subject, since, assignee } = alert;
  const position = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpened) position.current?.scrollIntoView({ block: 'start' });
  }, [isOpened]);
  const summary = (
    <span className={classes.summary}>
      <span className={classes.severity}><StatusBadge status={statusOfFinding({ state: 'fail', severity })} word={texts.severities[severity]} /></span>
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span className={classes.quiet}>{subject.label} · {texts.since} <Ago at={since} />{assignee && <> · {texts.assignedTo(assignee.email)}</>}</span>
      </span>
      {state !== 'open' && <span className={classes.state}><StatusBadge status={statusOfState[state]} word={texts.states[state]} /></span>}
    </span>
  );
  return (
    <div ref={position} className={classes.alert} data-row={id}>
      <Disclosure id={`alert-${id}`} summary={summary} isOpen={isOpened}>
        <p>{detail}</p>
        <FactsOf alert={alert} />
        <Actions alert={alert} />
      </Disclosure>
    </div>
  );
}

function FactsOf({ alert: { subject, area, since, firstRaisedAt, notified, acknowledged, mutedUntil, assignee, note, clearedAt } }: { alert: Alert }) {
  const areas = useAlertAreas();
  return (
    <Facts of={[
      [texts.facts.about, subject.label],
      [texts.facts.area, areas[area] ?? area],
      [texts.facts.since, <Ago at={since} />],
      [texts.facts.first, firstRaisedAt === since ? null : <Ago at={firstRaisedAt} />],
      [texts.facts.notified, <>{texts.notified(notified.count)}{notified.lastAt && <> <Ago at={notified.lastAt} /></>}</>],
      [texts.facts.acknowledged, acknowledged && <><Ago at={acknowledged.at} /> {acknowledged.by.type === 'key' && texts.byKey}</>],
      [texts.facts.muted, mutedUntil && language.moment(mutedUntil)],
      [texts.facts.assignee, assignee?.email ?? null],
      [texts.facts.note, note],
      [texts.facts.cleared, clearedAt && <Ago at={clearedAt} />],
    ]} />
  );
}
