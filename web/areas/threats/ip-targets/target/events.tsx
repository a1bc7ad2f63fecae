import { Button, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { usePages, useSend } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { statusOfFinding } from '../../../../parts/finding-status.ts';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { RecordDiff } from '../../../../parts/record-diff.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import classes from '../ip-targets.module.css';
import { texts } from '../texts/ip-targets.ts';
import { targetRoutes, type IpEvent } from '../types.ts';

const { events: words } = texts;
const ROWS_A_PAGE = 50;
const statuses: Readonly<Record<IpEvent['state'], Status>> = { open: 'warn', authorized: 'pass', autoAuthorized: 'pass', denied: 'fail', reverted: 'off', superseded: 'off' };

/** What changed at the addresses of the target, newest first, each with its decision. */
export function Events({ targetId, opened }: { targetId: string; opened: string | undefined }) {
  const query = usePages('GET /api/ip-targets/{id}/events', { id: targetId, limit: ROWS_A_PAGE });
  return (
    <section className={classes.section} aria-labelledby="ip-events">
      <Title order={2} size="h3" id="ip-events">{words.title}</Title>
      <Loaded of={query} what={words.what}>
        {({ pages }) => {
          const events = pages.flatMap(({ data }) => data);
          return events.length === 0 ? <p className={classes.quiet}>{words.none}</p> : <div className={classes.rows}>{events.map(event => <EventRow key={event.id} event={event} isOpened={event.id === opened} />)}</div>;
        }}
      </Loaded>
      <MoreRows of={query} />
    </section>
  );
}

function EventRow({ event, isOpened }: { event: IpEvent; isOpened: boolean }) {
  const { id, severity, state, title, address, createdAt, explanation, before, after, decision } = event;
  const summary = (
    <span className={classes.summary}>
      <StatusBadge status={statusOfFinding({ state: 'fail', severity })} word={words.severities[severity]} />
      <span className={classes.words}><span>{title}</span><span className={classes.quiet}>{address} · <Ago at={createdAt} /></span></span>
      <StatusBadge status={statuses[state]} word={words.states[state]} />
    </span>
  );
  return (
    <Disclosure id={`event-${id}`} summary={summary} isOpen={isOpened}>
      <div className={classes.inside}>
        <p>{explanation}</p>
        <RecordDiff before={before} after={after} />
        {decision?.reason && <p className={classes.quiet}>{decision.reason}</p>}
        <Decide event={event} />
      </div>
    </Disclosure>
  );
}

function Decide({ event: { id: event, targetId: id, state } }: { event: IpEvent }) {
  const mayChange = useMayChange();
  const [note, setNote] = useState('');
  const authorize = useSend('POST /api/ip-targets/{id}/events/{event}/authorize', targetRoutes);
  const deny = useSend('POST /api/ip-targets/{id}/events/{event}/deny', targetRoutes);
  if (!mayChange || (state !== 'open' && state !== 'denied')) return null;
  const needsNote = state === 'denied';
  const input = { id, event, ...(note.trim() === '' ? {} : { reason: note.trim() }) };
  const error = authorize.error ?? deny.error;
  return (
    <>
      <TextInput label={words.reason} description={needsNote ? words.needsReason : undefined} maxLength={500} value={note} onChange={({ currentTarget: { value } }) => setNote(value)} required={needsNote} withAsterisk={false} />
      <div className={classes.controls}>
        <Button loading={authorize.isPending} disabled={deny.isPending || (needsNote && note.trim() === '')} onClick={() => authorize.mutate(input)}>{words.authorize}</Button>
        {state === 'open' && <Button variant="default" loading={deny.isPending} disabled={authorize.isPending} onClick={() => deny.mutate(input)}>{words.deny}</Button>}
      </div>
      <p className={classes.quiet}>{words.authorizeSays}{state === 'open' && ` ${words.denySays}`}</p>
      {error && <ProblemNote error={error} what={words.deciding} />}
    </>
  );
}
