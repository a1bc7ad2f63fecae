import { Button, Textarea, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { useSession } from '../../../../api/session.ts';
import { language } from '../../../../language/index.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { statusTexts } from '../../status/index.ts';
import classes from '../checks.module.css';
import { texts } from '../texts/incidents.ts';
import type { Incident } from '../types.ts';

const refreshes = ['GET /api/status/check-incidents', 'GET /api/status/check-incidents/{id}'] as const;

/** One incident in a line; opened, its checks, its timeline, what others reported, and what can be done. */
export function IncidentRow({ of: incident, isOpen }: { of: Incident; isOpen: boolean }) {
  const { id, state, title, startedAt, resolvedAt, acknowledgedAt } = incident;
  const position = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) position.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const summary = (
    <span className={classes.words}>
      <span className={classes.name}>{title}</span>
      <span className={classes.quiet}>
        <StatusBadge status={state === 'open' ? 'fail' : 'pass'} word={texts.states[state]} />{' '}
        {state === 'open' ? texts.since : texts.over} <Ago at={resolvedAt ?? startedAt} />
        {acknowledgedAt !== null && state === 'open' && <> · {texts.acknowledged}</>}
      </span>
    </span>
  );
  return (
    <div ref={position}>
      <Disclosure id={`incident-${id}`} summary={summary} isOpen={isOpen}>
        <Checks of={incident} />
        <Them of={incident} />
        <Timeline of={incident} />
        <Actions of={incident} />
      </Disclosure>
    </div>
  );
}

function Checks({ of: { checks } }: { of: Incident }) {
  return <p>{texts.checks}: {checks.map(({ id, name }, at) => <span key={id}>{at > 0 && ', '}<Link to="/status/checks/$id" params={{ id }}>{name}</Link></span>)}</p>;
}

function Them({ of: { services } }: { of: Incident }) {
  return (
    <div className={classes.section}>
      <Title order={2} size="h4">{texts.them}</Title>
      {services.length === 0 ? <p className={classes.quiet}>{texts.themNone}</p> : (
        <ul>{services.map(({ name, level, title, since, url }, at) => (
          <li key={at}>
            <a href={url} target="_blank" rel="noreferrer">{texts.reports(name, levelWord(level))}</a>
            {title !== '' && <> · {title}</>}{since !== null && <> · {texts.since} <Ago at={since} /></>}
          </li>
        ))}</ul>
      )}
    </div>
  );
}

function levelWord(level: string): string {
  const words: Readonly<Record<string, string>> = statusTexts.levels;
  return words[level] ?? level;
}

function Timeline({ of: { timeline } }: { of: Incident }) {
  const session = useSession();
  return (
    <div className={classes.section}>
      <Title order={2} size="h4">{texts.timeline}</Title>
      <ol className={classes.timeline}>{timeline.map(({ at, kind, text }, index) => (
        <li key={index}>
          <span className={classes.quiet}>{language.moment(at)}</span>
          <span><strong>{texts.kinds[kind]}</strong> {kind !== 'acknowledged' ? text : text === session?.user?.id ? texts.byYou : null}</span>
        </li>
      ))}</ol>
    </div>
  );
}

function Actions({ of: { id, title, state, acknowledgedAt, note } }: { of: Incident }) {
  const mayChange = useMayChange();
  const [written, setWritten] = useState(note ?? '');
  const acknowledge = useSend('POST /api/status/check-incidents/{id}/acknowledge', refreshes);
  const save = useSend('PATCH /api/status/check-incidents/{id}', refreshes);
  const error = acknowledge.error ?? save.error;
  if (!mayChange) return note === null ? null : <p>{texts.note}: {note}</p>;
  return (
    <>
      {state === 'open' && acknowledgedAt === null && (
        <div className={classes.buttons}><Button loading={acknowledge.isPending} onClick={() => acknowledge.mutate({ id }, { onSuccess: () => void notifications.show({ title: texts.done, message: title }) })}>{texts.acknowledge}</Button></div>
      )}
      <div className={classes.note}>
        <Textarea label={texts.note} maxLength={2000} autosize minRows={1} value={written} onChange={event => setWritten(event.currentTarget.value)} />
        <Button variant="default" disabled={written.trim() === (note ?? '')} loading={save.isPending}
          onClick={() => save.mutate({ id, note: written.trim() === '' ? null : written.trim() }, { onSuccess: () => void notifications.show({ title: texts.noted, message: title }) })}>{texts.saveNote}</Button>
      </div>
      {error && <ProblemNote error={error} what={texts.failed} />}
    </>
  );
}
