import { Button, FileInput, Textarea, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import classes from '../compliance.module.css';
import { texts } from '../texts/evidence.ts';
import type { ControlDetails } from '../types.ts';
import { base64Of } from './read-file.ts';

type Document = ControlDetails['documents'][number];

const KIB = 1024;
const badges: Readonly<Record<Document['state'], Status>> = { valid: 'pass', expired: 'warn', withdrawn: 'off' };
const refreshes = ['GET /api/compliance/{id}', 'GET /api/compliance'] as const;

/** Files and links that people gave as evidence for a control, and how to add one. */
export function Documents({ of }: { of: ControlDetails }) {
  const mayChange = useMayChange();
  return (
    <section className={classes.cards}>
      <Title order={2} size="h5">{texts.documents}</Title>
      {of.documents.length === 0 && <p className={classes.quiet}>{texts.noDocuments}</p>}
      {of.documents.map(one => <DocumentCard key={one.id} of={one} mayChange={mayChange} />)}
      {mayChange && <Disclosure summary={texts.add}><Add key={of.documents.length} control={of.id} /></Disclosure>}
    </section>
  );
}

function DocumentCard({ of: { id, title, note, state, url, file, controls, validUntil, addedAt, withdrawn }, mayChange }: { of: Document; mayChange: boolean }) {
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <span className={classes.words}>
          <strong>{title}</strong><br />
          <span className={classes.quiet}><Ago at={addedAt} />{validUntil !== null && <> · <span>{texts.until(validUntil)}</span></>}{controls.length > 1 && <> · <span>{texts.also(controls.length - 1)}</span></>}</span>
        </span>
        <StatusBadge status={badges[state]} word={texts.states[state]} />
      </div>
      {note !== null && <p>{note}</p>}
      {url !== null && <a href={url} rel="noreferrer" target="_blank" aria-label={`${texts.open}: ${title}`}>{texts.open}</a>}
      {file && <a href={`/api/compliance/evidence/${id}/file`} download>{texts.download(file.name, Math.ceil(file.size / KIB))}</a>}
      {file && <p className={classes.hash}><span>{texts.hash}</span> <code>{file.sha256}</code></p>}
      {withdrawn && <p className={classes.quiet}>{withdrawn.reason}</p>}
      {mayChange && state !== 'withdrawn' && <Disclosure summary={texts.withdraw}><Withdraw id={id} /></Disclosure>}
    </div>
  );
}

function Withdraw({ id }: { id: string }) {
  const [reason, setReason] = useState('');
  const { mutate, isPending, error } = useSend('POST /api/compliance/evidence/{id}/withdraw', refreshes);
  return (
    <form className={classes.form} onSubmit={event => { event.preventDefault(); mutate({ id, reason }); }}>
      <TextInput label={texts.reason} required withAsterisk={false} maxLength={2000} value={reason} onChange={event => setReason(event.currentTarget.value)} />
      {error && <ProblemNote error={error} what={texts.withdrawFailed} />}
      <div><Button type="submit" variant="default" loading={isPending}>{texts.withdraw}</Button></div>
    </form>
  );
}

function Add({ control }: { control: string }) {
  const [given, setGiven] = useState({ title: '', note: '', url: '', validUntil: '' });
  const [file, setFile] = useState<File | null>(null);
  const { mutate, isPending, error } = useSend('POST /api/compliance/evidence', refreshes);
  const set = (field: keyof typeof given) => (value: string): void => setGiven(before => ({ ...before, [field]: value }));
  const words = texts.fields;
  const send = async (): Promise<void> => {
    const content = file && { file: { name: file.name, content: await base64Of(file) } };
    const { title, note, url, validUntil } = given;
    mutate({ title, controls: [control], ...(note && { note }), ...(validUntil && { validUntil }), ...(content ?? { url }) });
  };
  return (
    <form className={classes.form} onSubmit={event => { event.preventDefault(); void send(); }}>
      <TextInput label={words.title} required withAsterisk={false} maxLength={300} value={given.title} onChange={event => set('title')(event.currentTarget.value)} />
      <FileInput label={words.file} description={texts.fileHint} placeholder={texts.choose} clearable value={file} onChange={setFile} />
      {file === null && <TextInput label={words.url} type="url" maxLength={2000} value={given.url} onChange={event => set('url')(event.currentTarget.value)} />}
      <TextInput label={words.validUntil} type="date" value={given.validUntil} onChange={event => set('validUntil')(event.currentTarget.value)} />
      <Textarea label={words.note} autosize maxLength={4000} value={given.note} onChange={event => set('note')(event.currentTarget.value)} />
      {error && <ProblemNote error={error} what={texts.failed} />}
      <div><Button type="submit" loading={isPending} disabled={given.title.trim() === '' || (file === null && given.url === '')}>{texts.save}</Button></div>
    </form>
  );
}
