import { Button, Textarea, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useSend } from '../../../../api/queries.ts';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import classes from '../compliance.module.css';
import { texts } from '../texts/wisp.ts';
import type { Plan } from '../types.ts';

type Section = Plan['sections'][number];
type Field = Section['fields'][number];
type Entries = Readonly<Record<string, string>>;

const MAX_CHARACTERS = 8000;

/** The sections of the plan with their entries; only what was changed is sent. */
export function PlanEditor({ of, mayChange }: { of: Plan; mayChange: boolean }) {
  const [entries, setEntries] = useState<Entries>({});
  const [note, setNote] = useState('');
  const { mutate, isPending, error } = useSend('PUT /api/compliance/wisp', ['GET /api/compliance/wisp', 'GET /api/compliance/wisp/versions', 'GET /api/compliance']);
  const set = (id: string, text: string): void => setEntries(before => ({ ...before, [id]: text }));
  const changed = Object.keys(entries).length;
  const save = (): void => mutate({ version: of.version, entries, ...(note && { note }) }, { onSuccess: ({ data }) => void notifications.show({ title: texts.saved, message: texts.version(data.version) }) });
  return (
    <form className={classes.cards} onSubmit={event => { event.preventDefault(); save(); }}>
      <div>{of.sections.map((section, at) => <SectionView key={section.id} of={section} isOpen={at === 0} entries={entries} set={mayChange ? set : null} />)}</div>
      {mayChange && changed > 0 && (
        <div className={classes.form}>
          <p className={classes.quiet}>{texts.changed(changed)}</p>
          <TextInput label={texts.note} maxLength={4000} value={note} onChange={event => setNote(event.currentTarget.value)} />
        </div>
      )}
      {error && <ProblemNote error={error} what={texts.failed} />}
      {mayChange && <div><Button type="submit" loading={isPending} disabled={changed === 0}>{texts.save}</Button></div>}
    </form>
  );
}

function SectionView({ of: { id, title, fields }, isOpen, entries, set }: { of: Section; isOpen: boolean; entries: Entries; set: ((id: string, text: string) => void) | null }) {
  const written = fields.filter(({ text }) => text !== null).length;
  return (
    <Disclosure id={id} isOpen={isOpen} summary={<Title order={2} size="h5">{texts.section(title, written, fields.length)}</Title>}>
      <div className={classes.form}>{fields.map(field => <FieldView key={field.id} of={field} value={entries[field.id] ?? field.text ?? ''} set={set && (text => set(field.id, text))} />)}</div>
    </Disclosure>
  );
}

function FieldView({ of: { title, asks, draft }, value, set }: { of: Field; value: string; set: ((text: string) => void) | null }) {
  return (
    <div className={classes.entry}>
      <Textarea label={title} description={asks} autosize minRows={1} maxLength={MAX_CHARACTERS} readOnly={set === null} value={value} onChange={event => set?.(event.currentTarget.value)} />
      {value === '' && (draft === null ? <p className={classes.quiet}>{texts.unknown}</p> : (
        <div className={classes.draft}>
          <span className={classes.quiet}>{texts.draftFrom(draft.source)}</span>
          <span className={classes.lines}>{draft.text}</span>
          {set && <div><Button size="xs" variant="default" aria-label={texts.useDraftOf(title)} onClick={() => set(draft.text)}>{texts.useDraft}</Button></div>}
        </div>
      ))}
    </div>
  );
}
