import { Button, Menu, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { InputOf } from '../../../../api/client.ts';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/alerts.ts';
import classes from './alerts.module.css';
import type { Alert } from './types.ts';

type Change = Omit<InputOf<'PATCH /api/alerts/{id}'>, 'id'>;

const DAY_MS = 86_400_000;
const mutes = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS, quarter: 90 * DAY_MS } as const;
const refreshes = ['GET /api/alerts', 'GET /api/alerts/{id}', 'GET /api/alerts/summary', 'GET /api/overview'] as const;

/** Where to act, and what may be said of the alert. */
export function Actions({ alert: { id, state, title, assignee, note, url } }: { alert: Alert }) {
  const mayChange = useMayChange();
  const [written, setWritten] = useState(note ?? '');
  const { mutate, isPending, error } = useSend('PATCH /api/alerts/{id}', refreshes);
  const send = (change: Change, done: string): void => mutate({ id, ...change }, { onSuccess: () => void notifications.show({ title: done, message: title }) });
  const { pathname, search } = new URL(url, window.location.origin);
  const link = <Button component="a" href={`${pathname}${search}`}>{texts.act}</Button>;
  if (state === 'cleared') return <div className={classes.buttons}>{link}</div>;
  if (!mayChange) return <><div className={classes.buttons}>{link}</div><p className={classes.quiet}>{texts.viewer}</p></>;
  return (
    <div className={classes.actions}>
      <div className={classes.buttons}>
        {link}
        {state === 'open' && <Button variant="default" loading={isPending} onClick={() => send({ acknowledged: true }, texts.done.acknowledged)}>{texts.acknowledge}</Button>}
        {state === 'acknowledged' && <Button variant="default" loading={isPending} onClick={() => send({ acknowledged: false }, texts.done.reopened)}>{texts.reopen}</Button>}
        {state === 'muted'
          ? <Button variant="default" loading={isPending} onClick={() => send({ mutedUntil: null }, texts.done.unmuted)}>{texts.unmute}</Button>
          : (
            <Menu>
              <Menu.Target><Button variant="default" loading={isPending}>{texts.mute}</Button></Menu.Target>
              <Menu.Dropdown>
                {Object.entries(mutes).map(([name, ms]) => (
                  <Menu.Item key={name} onClick={() => send({ mutedUntil: new Date(Date.now() + ms).toISOString() }, texts.done.muted)}>{texts.muteFor[name as keyof typeof mutes]}</Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
        {assignee === null
          ? <Button variant="default" loading={isPending} onClick={() => send({ assigneeId: 'me' }, texts.done.assigned)}>{texts.take}</Button>
          : <Button variant="default" loading={isPending} onClick={() => send({ assigneeId: null }, texts.done.released)}>{texts.release}</Button>}
      </div>
      <div className={classes.note}>
        <Textarea label={texts.note} maxLength={500} autosize minRows={1} value={written} onChange={event => setWritten(event.currentTarget.value)} />
        <Button variant="default" disabled={written.trim() === (note ?? '')} loading={isPending} onClick={() => send({ note: written.trim() }, texts.done.noted)}>{texts.saveNote}</Button>
      </div>
      <p className={classes.quiet}>{texts.says}</p>
      {error && <ProblemNote error={error} what={texts.changing(title)} />}
    </div>
  );
}
