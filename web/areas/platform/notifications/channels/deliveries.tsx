import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import type { InputOf } from '../../../../api/client.ts';
import { usePages, useSend } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { CodeBlock } from '../../../../parts/copy.tsx';
import { FilterBar, type Filter } from '../../../../parts/filter-bar.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Lines, Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/channels.ts';
import { Facts, Part } from '../../../../parts/section.tsx';
import { useAddressChange } from '../../../../api/use-address.ts';
import type { Delivery } from './types.ts';
import classes from './channels.module.css';

const route = getRouteApi('/own/settings/channels');
const words = texts.deliveries;
const marks: Readonly<Record<Delivery['state'], Status>> = { collecting: 'info', waiting: 'info', delivered: 'pass', failed: 'fail', notConfigured: 'fail', cancelled: 'off' };
const filters: readonly Filter[] = [{ kind: 'choice', name: 'state', label: words.state, options: Object.entries(words.states).map(([value, label]) => ({ value, label })) }];

/** What was sent to a channel, what came back, and a way to send it again. */
export function Deliveries({ channelId }: { channelId: string }) {
  const { state } = route.useSearch();
  const change = useAddressChange();
  const [opened, setOpened] = useState<string | null>(null);
  const query = usePages('GET /api/notification-deliveries', { channelId, limit: 20, ...(state === undefined ? {} : { state }) } as InputOf<'GET /api/notification-deliveries'>);
  const replay = useSend('POST /api/notification-deliveries/{id}/replay', ['GET /api/notification-deliveries']);
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Part order={3} title={words.title} actions={(rows.length > 0 || state !== undefined) && <FilterBar filters={filters} values={{ state }} onChange={change} />}>
      <div aria-live="polite">{replay.isSuccess && <p className={classes.help}>{words.replayed}</p>}</div>
      {replay.error && <ProblemNote error={replay.error} what={words.replayFailed} />}
      <Loaded of={query} what={words.what} skeleton={<Lines count={3} />}>
        {() => rows.length === 0 ? <p className={classes.help}>{state === undefined ? words.none : words.noneFits}</p> : (
          <table className={classes.deliveries} aria-label={words.title}>
            <thead><tr><th scope="col">{words.columns.at}</th><th scope="col">{words.columns.state}</th><th scope="col" data-from="sm">{words.columns.answer}</th><th scope="col" data-from="sm">{words.columns.attempts}</th><th scope="col" data-align="end">{words.columns.actions}</th></tr></thead>
            <tbody>
              {rows.map(row => {
                const open = opened === row.id;
                return (
                  <Fragment key={row.id}>
                    <tr>
                      <td>
                        <button type="button" className={classes.toggle} aria-expanded={open} aria-label={words.bodyOf(row.id)} onClick={() => setOpened(open ? null : row.id)}><Icon name={open ? 'down' : 'right'} size={14} /></button>
                        <Ago at={row.createdAt} />
                      </td>
                      <td><StatusBadge status={marks[row.state]} word={words.states[row.state]} /></td>
                      <td data-from="sm"><span className={classes.answer}>{[row.status, row.cause].filter(one => one !== null).join(' · ')}</span></td>
                      <td data-from="sm">{words.attempts(row.attempts)}{row.nextAt !== null && <>, {words.next}{' '}<Ago at={row.nextAt} /></>}</td>
                      <td data-align="end">{row.nextAt === null && row.body !== null && <Button size="compact-xs" variant="default" aria-label={words.replayOf(row.id)} loading={replay.isPending && replay.variables.id === row.id} onClick={() => replay.mutate({ id: row.id })}>{words.replay}</Button>}</td>
                    </tr>
                    {open && <tr><td colSpan={5}><Whole of={row} /></td></tr>}
                  </Fragment>
                );
              })}
            </tbody>
          </table>
        )}
      </Loaded>
      <MoreRows of={query} />
    </Part>
  );
}

function Whole({ of: { id, messageId, status, cause, response, durationMs, body } }: { of: Delivery }) {
  return (
    <div className={classes.whole}>
      <Facts of={[
        [words.id, <code key="id">{id}</code>], [words.message, <code key="message">{messageId}</code>],
        ...(durationMs === null ? [] : [[words.took, words.ms(durationMs)] as const]),
        [words.columns.answer, [status, cause].filter(one => one !== null).join(' · ') || texts.never],
      ]} />
      {response !== null && response !== '' && <CodeBlock text={response} what={words.response} />}
      {body !== null && <CodeBlock text={body} what={words.body} />}
    </div>
  );
}
