import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { usePages, useSend } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Confirm } from '../../../../parts/confirm.tsx';
import { SmallTable } from '../../../../parts/facts.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { Part } from '../../../../parts/section.tsx';
import classes from '../domain/exposure.module.css';
import { texts } from '../texts/opt-outs.ts';

const ROUTE = 'GET /api/admin/scan-opt-outs';

/** Those whom scans leave alone, for the operator. */
export function OptOuts() {
  const query = usePages(ROUTE, {});
  const [leaving, setLeaving] = useState<{ id: string; target: string } | null>(null);
  const remove = useSend('DELETE /api/admin/scan-opt-outs/{id}', [ROUTE]);
  return (
    <Part title={texts.title} answer={texts.why}>
      <Loaded of={query} what={texts.what}>
        {({ pages }) => (pages[0]!.data.length === 0 ? <p className={classes.quiet}>{texts.none}</p> : (
          <SmallTable label={texts.list} columns={texts.columns} rows={pages.flatMap(({ data }) => data).map(({ id, target, note, createdAt }) => [
            target, note ?? '', <Ago key="at" at={createdAt} />, <Button key={id} size="xs" variant="default" aria-label={texts.removeOf(target)} onClick={() => setLeaving({ id, target })}>{texts.remove}</Button>,
          ])} />
        ))}
      </Loaded>
      <MoreRows of={query} />
      <Add />
      <Confirm opened={leaving !== null} onClose={() => setLeaving(null)} title={texts.confirm(leaving?.target ?? '')} action={texts.remove} onConfirm={() => remove.mutateAsync({ id: leaving!.id })}>{texts.confirmWhy}</Confirm>
    </Part>
  );
}

function Add() {
  const [target, setTarget] = useState('');
  const [note, setNote] = useState('');
  const send = useSend('POST /api/admin/scan-opt-outs', [ROUTE]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send.mutate({ target, ...(note === '' ? {} : { note }) }, { onSuccess: () => { setTarget(''); setNote(''); } });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput label={texts.target} description={texts.hint} required value={target} onChange={event => setTarget(event.currentTarget.value)} />
      <TextInput label={texts.note} maxLength={200} value={note} onChange={event => setNote(event.currentTarget.value)} />
      {send.error && <ProblemNote error={send.error} what={texts.adding} />}
      <div><Button type="submit" loading={send.isPending}>{texts.add}</Button></div>
    </form>
  );
}
