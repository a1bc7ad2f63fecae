import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useGet, useSend } from '../../../../api/queries.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import classes from '../compliance.module.css';
import { texts } from '../texts/tasks.ts';

/** Records that a yearly affirmation was made. */
export function Affirm() {
  const today = new Date().toISOString().slice(0, 10);
  const [given, setGiven] = useState({ framework: '', affirmedOn: today, note: '' });
  const all = useGet('GET /api/compliance/frameworks', {});
  const { mutate, isPending, error } = useSend('POST /api/compliance/affirmations', ['GET /api/compliance/tasks']);
  const set = (field: keyof typeof given) => (value: string | null): void => setGiven(before => ({ ...before, [field]: value ?? '' }));
  const options = all.data?.data.filter(({ yearly }) => yearly !== null).map(({ id, title, yearly }) => ({ value: id, label: `${title}: ${yearly!.title}` })) ?? [];
  return (
    <form className={classes.form} onSubmit={event => { event.preventDefault(); mutate({ framework: given.framework, affirmedOn: given.affirmedOn, ...(given.note && { note: given.note }) }); }}>
      <p className={classes.quiet}>{texts.affirmWhy}</p>
      <Select label={texts.fields.framework} data={options} value={given.framework || null} onChange={set('framework')} />
      <TextInput label={texts.fields.affirmedOn} type="date" max={today} value={given.affirmedOn} onChange={event => set('affirmedOn')(event.currentTarget.value)} />
      <TextInput label={texts.fields.note} maxLength={2000} value={given.note} onChange={event => set('note')(event.currentTarget.value)} />
      {error && <ProblemNote error={error} what={texts.failed} />}
      <div><Button type="submit" variant="default" loading={isPending} disabled={given.framework === ''}>{texts.save}</Button></div>
    </form>
  );
}
