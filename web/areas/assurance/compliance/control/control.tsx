import { Button, Select, Textarea, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useGet, useSend } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import classes from '../compliance.module.css';
import { texts } from '../texts/framework.ts';
import type { ControlDetails } from '../types.ts';
import { AutomaticEvidence } from './automatic.tsx';
import { Documents } from './documents.tsx';

const optionsOf = (labels: Readonly<Record<string, string>>) => Object.entries(labels).map(([value, label]) => ({ value, label }));

/** One control: its words, what was said of it, and what may be changed. */
export function ControlView({ id }: { id: string }) {
  const query = useGet('GET /api/compliance/{id}', { id });
  const mayChange = useMayChange();
  return (
    <Loaded of={query} what={id}>
      {({ data }) => (
        <div className={classes.cards}>
          <p>{data.text ?? data.summary ?? texts.noText}</p>
          <AutomaticEvidence of={data.automatic} />
          <Documents of={data} />
          <Title order={2} size="h5">{texts.assessment}</Title>
          {mayChange ? <Form key={data.version} of={data} /> : <p className={classes.quiet}>{texts.viewer}</p>}
          {data.history.length > 0 && <Disclosure summary={texts.history}><History of={data} /></Disclosure>}
        </div>
      )}
    </Loaded>
  );
}

function Form({ of }: { of: ControlDetails }) {
  const [given, setGiven] = useState({ status: of.status, approach: of.approach, justification: of.justification ?? '', owner: of.owner ?? '', dueOn: of.dueOn ?? '', planOfAction: of.planOfAction ?? '', privateText: of.privateText ?? '', note: '' });
  const { mutate, isPending, error } = useSend('PUT /api/compliance/{id}', ['GET /api/compliance', 'GET /api/compliance/{id}', 'GET /api/compliance/frameworks']);
  const set = (field: keyof typeof given) => (value: string | null): void => setGiven(before => ({ ...before, [field]: value }));
  const words = texts.fields;
  const approaches = Object.fromEntries(Object.entries(texts.approaches).filter(([name]) => name !== 'alternative' || of.requirement === 'addressable'));
  const save = (): void => mutate({ id: of.id, version: of.version, ...given, dueOn: given.dueOn || null }, { onSuccess: () => void notifications.show({ title: texts.saved, message: of.control }) });
  return (
    <form className={classes.form} onSubmit={event => { event.preventDefault(); save(); }}>
      <Select label={words.status} data={optionsOf(texts.statuses)} value={given.status} allowDeselect={false} onChange={set('status')} />
      <Select label={words.approach} data={optionsOf(approaches)} value={given.approach} clearable clearButtonProps={{ 'aria-label': texts.nothing }} onChange={set('approach')} />
      {(given.status === 'notApplicable' || given.approach === 'alternative') && <Textarea label={words.justification} autosize maxLength={4000} value={given.justification} onChange={event => set('justification')(event.currentTarget.value)} />}
      <TextInput label={words.owner} maxLength={200} value={given.owner} onChange={event => set('owner')(event.currentTarget.value)} />
      <TextInput label={words.dueOn} type="date" value={given.dueOn} onChange={event => set('dueOn')(event.currentTarget.value)} />
      <Textarea label={words.planOfAction} autosize maxLength={4000} value={given.planOfAction} onChange={event => set('planOfAction')(event.currentTarget.value)} />
      <Textarea label={words.privateText} autosize maxLength={20_000} value={given.privateText} onChange={event => set('privateText')(event.currentTarget.value)} />
      <Textarea label={words.note} autosize maxLength={4000} value={given.note} onChange={event => set('note')(event.currentTarget.value)} />
      {error && <ProblemNote error={error} what={texts.failed} />}
      <div><Button type="submit" loading={isPending}>{texts.save}</Button></div>
    </form>
  );
}

function History({ of: { history } }: { of: ControlDetails }) {
  return (
    <ul className={classes.list}>
      {history.map(({ version, at, note, changes }) => (
        <li key={version}>
          <span>{texts.changed(version)}</span> · <Ago at={at} />{note !== null && <> · <span>{note}</span></>}
          <ul className={classes.list}>
            {changes.map(({ field, from, to }) => <li key={field}>{texts.fromTo(texts.fieldNames[field] ?? field, shown(field, from), shown(field, to))}</li>)}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function shown(field: string, value: string | null): string {
  if (value === null) return texts.nothing;
  const labels: Readonly<Record<string, string>> = field === 'status' ? texts.statuses : field === 'approach' ? texts.approaches : {};
  return labels[value] ?? value;
}
