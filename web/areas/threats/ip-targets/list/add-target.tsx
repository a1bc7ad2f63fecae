import { Button, Select, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type SyntheticEvent } from 'react';
import { useGet, useSend } from '../../../../api/queries.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import classes from '../ip-targets.module.css';
import { texts } from '../texts/ip-targets.ts';
import { targetRoutes } from '../types.ts';

const { add: words } = texts;
const MOST_DOMAINS = 200;

/** Takes an address or a range, proves it and leads to it. */
export function AddTarget() {
  const navigate = useNavigate();
  const [values, setValues] = useState({ target: '', label: '', domain: null as string | null });
  const domains = useGet('GET /api/domains', { limit: MOST_DOMAINS }).data?.data ?? [];
  const send = useSend('POST /api/ip-targets', targetRoutes);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const [target, label] = [values.target.trim(), values.label.trim()];
    if (target === '') return;
    send.mutate({ target, ...(label === '' ? {} : { label }), ...(values.domain === null ? {} : { domain: values.domain }) }, { onSuccess: ({ data: { id } }) => void navigate({ to: '/ip-targets/$id', params: { id } }) });
  };
  return (
    <form className={classes.form} aria-label={words.title} onSubmit={submit}>
      <TextInput label={words.target} description={words.targetHint} value={values.target} onChange={({ currentTarget: { value } }) => setValues(before => ({ ...before, target: value }))} required withAsterisk={false} maxLength={49} autoCapitalize="none" autoComplete="off" spellCheck={false} />
      <TextInput label={words.label} value={values.label} onChange={({ currentTarget: { value } }) => setValues(before => ({ ...before, label: value }))} maxLength={100} />
      <Select label={words.domain} description={words.domainHint} data={domains.map(({ id, unicodeName }) => ({ value: id, label: unicodeName }))} value={values.domain} onChange={domain => setValues(before => ({ ...before, domain }))} clearable searchable />
      <div><Button type="submit" loading={send.isPending}>{words.action}</Button></div>
      {send.error && <ProblemNote error={send.error} what={words.what} />}
    </form>
  );
}
