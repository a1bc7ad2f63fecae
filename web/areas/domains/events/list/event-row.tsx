import { useEffect, useRef } from 'react';
import { Link } from '@tanstack/react-router';
import { Ago } from '../../../../parts/ago.tsx';
import { CopyButton } from '../../../../parts/copy.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { Facts } from '../../../../parts/facts.tsx';
import { RecordDiff } from '../../../../parts/record-diff.tsx';
import { statusOfFinding } from '../../../../parts/finding-status.ts';
import { texts } from '../texts/events.ts';
import { Decide } from './decide.tsx';
import classes from './events.module.css';
import type { DomainEvent } from './types.ts';

const statusOfState: Readonly<Record<DomainEvent['state'], Status>> = { open: 'warn', authorized: 'pass', autoAuthorized: 'pass', denied: 'fail', reverted: 'off', superseded: 'off' };

/** One event in a line; opened, the old and the new value side by side, and the decision. */
export function EventRow({ event, isOpened }: { event: DomainEvent; isOpened: boolean }) {
  const { id, severity, state, title, domain, domainId, createdAt, explanation, before, after } = event;
  const position = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpened) position.current?.scrollIntoView({ block: 'start' });
  }, [isOpened]);
  const summary = (
    <span className={classes.summary}>
      <span className={classes.severity}><StatusBadge status={statusOfFinding({ state: 'fail', severity })} word={texts.severities[severity]} /></span>
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span className={classes.quiet}>{domain} · <Ago at={createdAt} /></span>
      </span>
      {state !== 'open' && <span className={classes.state}><StatusBadge status={statusOfState[state]} word={texts.states[state]} /></span>}
    </span>
  );
  return (
    <div ref={position} className={classes.event} data-row={id}>
      <Disclosure id={`event-${id}`} summary={summary} isOpen={isOpened}>
        <p>{explanation}</p>
        <div className={classes.sides}>
          <Side title={texts.before} lines={before} />
          <Side title={texts.after} lines={after} />
        </div>
        <div className={classes.block}><p className={classes.label}>{texts.difference}</p><RecordDiff before={before} after={after} /></div>
        <FactsOf event={event} />
        <Decide event={event} />
        <p className={classes.foot}>
          <Link to="/domains/$id" params={{ id: domainId }}>{texts.toDomain(domain)}</Link>
          <CopyButton text={`${window.location.origin}/events?event=${encodeURIComponent(id)}`} what={texts.address} />
        </p>
      </Disclosure>
    </div>
  );
}

function Side({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div className={classes.block}>
      <p className={classes.label}>{title}</p>
      {lines.length === 0 ? <p className={classes.quiet}>{texts.nothing}</p> : <ul className={classes.value}>{lines.map(line => <li key={line}><code>{line}</code></li>)}</ul>}
    </div>
  );
}

/** Where it comes from, when it was confirmed, and what became of it. */
function FactsOf({ event: { subject, kind, createdAt, lastSeenAt, count, decision, nextAlarmAt, closedAt } }: { event: DomainEvent }) {
  return (
    <>
      <Facts of={[
        [texts.facts.subject, <><code>{subject}</code> <span className={classes.quiet}>{kind}</span></>],
        [texts.facts.firstSeen, <Ago at={createdAt} />],
        [texts.facts.confirmed, <Ago at={lastSeenAt} />],
        [texts.facts.count, count > 1 ? texts.times(count) : null],
        [texts.facts.decided, decision && <><Ago at={decision.at} /> {texts.by[decision.by.type]}</>],
        [texts.facts.reason, decision?.reason ?? null],
        [texts.facts.alarm, nextAlarmAt && <Ago at={nextAlarmAt} />],
        [texts.facts.closed, closedAt && <Ago at={closedAt} />],
      ]} />
      <p className={classes.quiet}>{texts.confirmedBy}</p>
    </>
  );
}
