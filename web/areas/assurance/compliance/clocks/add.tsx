import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSend } from '../../../../api/queries.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import classes from '../compliance.module.css';
import { texts } from '../texts/clocks.ts';
import type { Clock } from '../types.ts';

/** Adds a time limit of the account's own. */
export function AddClock() {
  const today = new Date().toISOString().slice(0, 10);
  const [given, setGiven] = useState({ title: '', source: '', asOf: today, appliesWhen: '', applies: 'unclear', start: 'discovery', within: '', unit: 'days', note: '' });
  const { mutate, isPending, error } = useSend('POST /api/compliance/clocks', ['GET /api/compliance/clocks']);
  const set = (field: keyof typeof given) => (value: string | null): void => setGiven(before => ({ ...before, [field]: value ?? '' }));
  const typed = (field: 'title' | 'source' | 'appliesWhen' | 'note', max: number, isRequired = true) => (
    <TextInput label={texts.fields[field]} required={isRequired} withAsterisk={false} maxLength={max} value={given[field]} onChange={event => set(field)(event.currentTarget.value)} />
  );
  const send = (): void => {
    const { note, within, applies, start, unit, ...words } = given;
    mutate({ ...words, within: Number(within), applies: applies as 'always' | 'unclear', start: start as Clock['start'], unit: unit as Clock['unit'], ...(note && { note }) });
  };
  return (
    <form className={classes.form} onSubmit={event => { event.preventDefault(); send(); }}>
      <p className={classes.quiet}>{texts.addWhy}</p>
      {typed('title', 200)}
      {typed('source', 300)}
      <TextInput label={texts.fields.asOf} type="date" max={today} value={given.asOf} onChange={event => set('asOf')(event.currentTarget.value)} />
      {typed('appliesWhen', 300)}
      <Select label={texts.fields.applies} allowDeselect={false} data={optionsOf(texts.applies)} value={given.applies} onChange={set('applies')} />
      <Select label={texts.fields.start} allowDeselect={false} data={optionsOf(texts.starts)} value={given.start} onChange={set('start')} />
      <NumberInput label={texts.fields.within} required withAsterisk={false} min={0} max={8784} allowDecimal={false} value={given.within} onChange={value => set('within')(String(value))} />
      <Select label={texts.fields.unit} allowDeselect={false} data={optionsOf(texts.units)} value={given.unit} onChange={set('unit')} />
      {typed('note', 1000, false)}
      {error && <ProblemNote error={error} what={texts.failed} />}
      <div><Button type="submit" loading={isPending} disabled={[given.title, given.source, given.appliesWhen, given.within].some(text => text.trim() === '')}>{texts.save}</Button></div>
    </form>
  );
}

function optionsOf(words: Readonly<Record<string, string>>): { value: string; label: string }[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}
