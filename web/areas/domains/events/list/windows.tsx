import { ActionIcon, Button, Title } from '@mantine/core';
import { useState } from 'react';
import type { DataOf } from '../../../../api/client.ts';
import { useGet, useSend } from '../../../../api/queries.ts';
import { useSession } from '../../../../api/session.ts';
import { language } from '../../../../language/index.ts';
import { Confirm } from '../../../../parts/confirm.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/events.ts';
import classes from './events.module.css';
import { NewWindow } from './new-window.tsx';

type Window = DataOf<'GET /api/change-windows'>['data'][number];

const words = texts.windows;

/** Changes that were announced, and the way to announce one. */
export function Windows() {
  const query = useGet('GET /api/change-windows', { limit: 50 });
  const remove = useSend('DELETE /api/change-windows/{id}', ['GET /api/change-windows']);
  const mayWrite = useSession()?.role !== 'viewer';
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Window | null>(null);
  return (
    <section className={classes.windows} aria-labelledby="events-windows">
      <div className={classes.windowsHead}>
        <div><Title order={2} id="events-windows">{words.title}</Title><p className={classes.quiet}>{words.why}</p></div>
        {mayWrite && !adding && <Button variant="default" leftSection={<Icon name="plus" size={15} />} onClick={() => setAdding(true)}>{words.add}</Button>}
      </div>
      {adding && <NewWindow onDone={() => setAdding(false)} />}
      <Loaded of={query} what={words.what}>
        {({ data }) => (data.length === 0 ? <p className={classes.quiet}>{words.none}</p> : (
          <ul className={`${classes.rows} ${classes.list}`}>
            {data.map(window => <Row key={window.id} window={window} {...(mayWrite ? { onRemove: () => setRemoving(window) } : {})} />)}
          </ul>
        ))}
      </Loaded>
      <Confirm opened={removing !== null} onClose={() => setRemoving(null)} title={words.removeTitle} action={words.removeAction} onConfirm={() => remove.mutateAsync({ id: removing!.id })}>{words.removeSays}</Confirm>
    </section>
  );
}

function Row({ window: { unicodeName: name, kinds, startsAt, endsAt, reason }, onRemove }: { window: Window; onRemove?: () => void }) {
  const now = Date.now();
  const state = Date.parse(endsAt) <= now ? 'over' : Date.parse(startsAt) > now ? 'later' : 'now';
  return (
    <li className={classes.window}>
      <StatusBadge status={state === 'now' ? 'info' : 'off'} word={words.states[state]} />
      <span className={classes.words}>
        <span className={classes.title}>{name}: {kinds.map(kind => words.groups[kind] ?? kind).join(', ')}</span>
        <span className={classes.quiet}>{words.span(language.moment(startsAt), language.moment(endsAt))}{reason === null ? null : ` · ${reason}`}</span>
      </span>
      {onRemove && state !== 'over' && <ActionIcon variant="subtle" color="gray" aria-label={words.remove(name)} onClick={onRemove}><Icon name="trash" size={16} /></ActionIcon>}
    </li>
  );
}
