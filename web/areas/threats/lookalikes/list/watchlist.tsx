import { ActionIcon, Button, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from '@tanstack/react-router';
import { useState, type SyntheticEvent } from 'react';
import type { DataOf } from '../../../../api/client.ts';
import { useMayChange } from '../../../../api/may.ts';
import { usePages, useSend } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Confirm } from '../../../../parts/confirm.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/lookalikes.ts';
import classes from './lookalikes.module.css';
import { lookalikeRoutes } from '../types.ts';

type Entry = DataOf<'GET /api/watchlist'>['data'][number];

const { watchlist: words } = texts;
const PAGE = 100;
const refreshes = ['GET /api/watchlist', ...lookalikeRoutes] as const;

/** Names monitored in addition to the generated ones. */
export function Watchlist({ id }: { id: string }) {
  const mayChange = useMayChange();
  const query = usePages('GET /api/watchlist', { domain: id, limit: PAGE });
  const remove = useSend('DELETE /api/watchlist/{id}', refreshes);
  const [leaving, setLeaving] = useState<Entry | null>(null);
  return (
    <section className={classes.section} aria-labelledby="watchlist">
      <div>
        <Title order={2} id="watchlist">{words.title}</Title>
        <p className={classes.quiet}>{words.why}</p>
      </div>
      {mayChange && <Add id={id} />}
      <Loaded of={query} what={words.what}>
        {({ pages }) => {
          const entries = pages.flatMap(({ data }) => data);
          if (entries.length === 0) return <p className={classes.quiet}>{words.none}</p>;
          return (
            <ul className={classes.entries}>{entries.map(entry => (
              <li key={entry.id}>
                <span className={classes.words}>
                  <Link to="/domains/$id/lookalikes/$name" params={{ id, name: entry.name }}>{entry.unicodeName}</Link>
                  <span className={classes.quiet}>{entry.note === null ? null : `${entry.note} · `}<Ago at={entry.createdAt} /></span>
                </span>
                {mayChange && <ActionIcon variant="subtle" color="gray" aria-label={words.remove(entry.unicodeName)} onClick={() => setLeaving(entry)}><Icon name="trash" size={16} /></ActionIcon>}
              </li>
            ))}</ul>
          );
        }}
      </Loaded>
      <MoreRows of={query} />
      <Confirm
        opened={leaving !== null} onClose={() => setLeaving(null)} title={words.removeTitle(leaving?.unicodeName ?? '')} action={words.removeAction} dangerous
        onConfirm={() => remove.mutateAsync({ id: leaving!.id })}
      >{words.removeSays}</Confirm>
    </section>
  );
}

function Add({ id }: { id: string }) {
  const [[name, note], setTyped] = useState(['', '']);
  const send = useSend('POST /api/watchlist', refreshes);
  const add = (event: SyntheticEvent): void => {
    event.preventDefault();
    send.mutate({ domain: id, name: name.trim(), ...(note.trim() === '' ? {} : { note: note.trim() }) }, {
      onSuccess: ({ data }) => {
        setTyped(['', '']);
        notifications.show({ message: words.added(data.unicodeName) });
      },
    });
  };
  return (
    <form className={classes.add} onSubmit={add}>
      <TextInput label={words.name} placeholder={words.placeholder} value={name} onChange={event => setTyped([event.currentTarget.value, note])} required withAsterisk={false} maxLength={253} autoCapitalize="none" spellCheck={false} />
      <TextInput label={words.note} value={note} onChange={event => setTyped([name, event.currentTarget.value])} maxLength={500} />
      <Button type="submit" variant="default" loading={send.isPending}>{words.add}</Button>
      {send.error && <div className={classes.wide}><ProblemNote error={send.error} what={words.adding} /></div>}
    </form>
  );
}
