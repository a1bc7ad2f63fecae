import { Button, Menu, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/alerts.ts';
import classes from './alerts.module.css';
import type { Alert } from './types.ts';
import { mutedFor, mutes, useAlertChange, type Change } from './use-alert-change.ts';


/** Where to act, and what may be said of the alert. */
export function Actions({ alert }: { alert: Alert }) {
  const { state, title, assignee, note, url } = alert;
  const mayChange = useMayChange();
  const [written, setWritten] = useState(note ?? '');
  const { change, isPending, error } = useAlertChange();
  const send = (what: Change, done: string): void => change(alert, what, done);
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
                {(Object.keys(mutes) as (keyof typeof mutes)[]).map(name => (
                  <Menu.Item key={name} onClick={() => send(mutedFor(name), texts.done.muted)}>{texts.muteFor[name]}</Menu.Item>
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
