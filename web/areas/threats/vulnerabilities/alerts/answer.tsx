import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { language } from '../../../../language/index.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/vulnerabilities.ts';
import { alertRoutes, type VulnerabilityAlert } from '../types.ts';
import classes from '../vulnerabilities.module.css';

const { answers: words } = texts;

/** What people said of an alert, and how to say it. */
export function AlertAnswer({ alert: { id, status, answer } }: { alert: VulnerabilityAlert }) {
  const mayChange = useMayChange();
  const [isOpen, setOpen] = useState(false);
  const send = useSend('PATCH /api/vulnapps/alerts/{id}', alertRoutes);
  const say = (to: typeof status) => () => send.mutate({ id, status: to });
  return (
    <div className={classes.inside}>
      {answer && <p className={classes.quiet}>{[words.statuses[status], answer.until && words.until(language.day(answer.until)), answer.reason].filter(part => part).join(' · ')}</p>}
      {mayChange && !isOpen && (
        <div className={classes.controls}>
          {status === 'open' ? (
            <>
              <Button size="xs" variant="default" loading={send.isPending} onClick={say('acknowledged')}>{words.acknowledge}</Button>
              <Button size="xs" variant="default" onClick={() => setOpen(true)}>{words.falsePositive}</Button>
              <Button size="xs" variant="default" onClick={say('fixed')}>{words.fixed}</Button>
            </>
          ) : <Button size="xs" variant="default" loading={send.isPending} onClick={say('open')}>{words.reopen}</Button>}
        </div>
      )}
      {isOpen && <FalsePositiveForm id={id} onDone={() => setOpen(false)} />}
      {send.error && <ProblemNote error={send.error} what={words.what} />}
    </div>
  );
}

function FalsePositiveForm({ id, onDone }: { id: string; onDone: () => void }) {
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const send = useSend('PATCH /api/vulnapps/alerts/{id}', alertRoutes);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send.mutate({ id, status: 'falsePositive', reason, until: `${until}T00:00:00Z` }, { onSuccess: onDone });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <p className={classes.quiet}>{words.hint}</p>
      <TextInput label={words.reason} required minLength={3} maxLength={1000} value={reason} onChange={event => setReason(event.currentTarget.value)} />
      <TextInput type="date" label={words.end} required value={until} onChange={event => setUntil(event.currentTarget.value)} />
      {send.error && <ProblemNote error={send.error} what={words.what} />}
      <div><Button type="submit" size="xs" loading={send.isPending}>{words.save}</Button></div>
    </form>
  );
}
