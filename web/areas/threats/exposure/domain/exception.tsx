import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { language } from '../../../../language/index.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/exposure.ts';
import { exposureRoutes, type ExposureFinding } from '../types.ts';
import classes from './exposure.module.css';

const { exception: words } = texts;

/** The exception of a finding: why and until when it is accepted, and how to accept it or end that. */
export function Exception({ finding: { id, exception } }: { finding: ExposureFinding }) {
  const mayChange = useMayChange();
  const [isOpen, setOpen] = useState(false);
  const end = useSend('DELETE /api/vuln-scan/findings/{id}/exception', exposureRoutes);
  if (exception !== null) return (
    <div className={classes.inside}>
      <p className={classes.quiet}>{words.says(exception.by, exception.until === null ? '' : language.day(exception.until))} {exception.reason}</p>
      {mayChange && <div><Button size="xs" variant="default" loading={end.isPending} onClick={() => end.mutate({ id })}>{words.end}</Button></div>}
      {end.error && <ProblemNote error={end.error} what={words.what} />}
    </div>
  );
  if (!mayChange) return null;
  return isOpen ? <ExceptionForm id={id} onDone={() => setOpen(false)} /> : <div><Button size="xs" variant="default" onClick={() => setOpen(true)}>{words.open}</Button></div>;
}

function ExceptionForm({ id, onDone }: { id: string; onDone: () => void }) {
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const send = useSend('PUT /api/vuln-scan/findings/{id}/exception', exposureRoutes);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send.mutate({ id, reason, until: `${until}T00:00:00Z` }, { onSuccess: onDone });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <p className={classes.quiet}>{words.hint}</p>
      <TextInput label={words.reason} required minLength={3} maxLength={1000} value={reason} onChange={event => setReason(event.currentTarget.value)} />
      <TextInput type="date" label={words.until} required value={until} onChange={event => setUntil(event.currentTarget.value)} />
      {send.error && <ProblemNote error={send.error} what={words.what} />}
      <div><Button type="submit" size="xs" loading={send.isPending}>{words.save}</Button></div>
    </form>
  );
}
