import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMayChange } from '../../../api/may.ts';
import { useSend } from '../../../api/queries.ts';
import { Ago } from '../../../parts/ago.tsx';
import { Disclosure } from '../../../parts/disclosure.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import classes from './darkweb.module.css';
import { texts } from './texts/darkweb.ts';
import { darkwebRoutes, statusOfSeverity, type Incident } from './types.ts';

const { incident: words } = texts;

/** One leak: what it is, what to do about it, and what was said of it. */
export function IncidentRow({ incident, isFirst }: { incident: Incident; isFirst: boolean }) {
  const { id, kind, title, severity, status, isClaim, whatToDo, source } = incident;
  const summary = (
    <span className={classes.summary}>
      {status === 'open' ? <StatusBadge status={statusOfSeverity[severity]} word={texts.severities[severity]} /> : <StatusBadge status="off" word={texts.list.statuses.acknowledged} />}
      <span className={classes.words}><span>{title}</span><span className={classes.quiet}>{texts.kinds[kind]} · {texts.sourceNames[source] ?? source}</span></span>
    </span>
  );
  return (
    <Disclosure id={id} summary={summary} isOpen={isFirst}>
      <div className={classes.inside}>
        {isClaim && <p className={classes.label}>{words.claim}</p>}
        <div><p className={classes.label}>{words.whatToDo}</p><p>{whatToDo}</p></div>
        <Facts of={factsOf(incident)} />
        {source === 'hibp' && <p className={classes.quiet}>{words.attribution}</p>}
        <Answer incident={incident} />
      </div>
    </Disclosure>
  );
}

function Answer({ incident: { id, status } }: { incident: Incident }) {
  const mayChange = useMayChange();
  const send = useSend('PATCH /api/darkweb/breaches/{id}', darkwebRoutes);
  if (!mayChange) return null;
  const to = status === 'open' ? 'acknowledged' : 'open';
  return (
    <>
      <div><Button size="xs" variant="default" loading={send.isPending} onClick={() => send.mutate({ id, status: to })}>{to === 'open' ? words.reopen : words.acknowledge}</Button></div>
      {send.error && <ProblemNote error={send.error} what={words.what} />}
    </>
  );
}

function factsOf({ domainId, domain, source, occurredOn, fields, count, isVerified, firstSeenAt, lastSeenAt, answer }: Incident) {
  const { facts } = words;
  return [
    [facts.domain, <Link key="domain" to="/domains/$id/darkweb" params={{ id: domainId }}>{domain}</Link>],
    [facts.source, texts.sourceNames[source] ?? source],
    [facts.when, occurredOn ?? words.noDay],
    [facts.fields, fields.length === 0 ? null : fields.join(', ')],
    [facts.count, count],
    [facts.verified, isVerified === null ? null : isVerified ? words.yes : words.no],
    [facts.since, <Ago key="since" at={firstSeenAt} />],
    [facts.seen, <Ago key="seen" at={lastSeenAt} />],
    [facts.answer, answer?.reason ?? null],
  ] as const;
}
