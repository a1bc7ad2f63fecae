import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataOf } from '../../../../api/client.ts';
import { Empty } from '../../../../parts/empty.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Lines, Loaded } from '../../../../parts/loaded.tsx';
import { SecretOnce } from '../../../../parts/secret-once.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/channels.ts';
import { Panel } from '../../../../parts/panel.tsx';
import { Part } from '../../../../parts/section.tsx';
import { useAddressChange } from '../../../../api/use-address.ts';
import { ChannelDetail } from './channel-detail.tsx';
import { ChannelForm } from './channel-form.tsx';
import type { Channel } from './types.ts';
import classes from './channels.module.css';

const route = getRouteApi('/own/settings/channels');
const words = texts.channels;
const NEW = 'new';

type RecordStatus = keyof typeof words.states;
const marks: Readonly<Record<RecordStatus, Status>> = { active: 'pass', failing: 'fail', unconfirmed: 'warn', notConfigured: 'fail', disabled: 'off' };

/** How a channel stands; one that is on but whose messages do not arrive fails. */
function recordStatusOf({ state, failingSince }: Channel): RecordStatus {
  return state === 'active' && failingSince !== null ? 'failing' : state;
}

/** The channels of the account: a new one, and each with its details below it. */
export function ChannelsPart({ of: query }: { of: UseInfiniteQueryResult<InfiniteData<DataOf<'GET /api/notification-channels'>>> }) {
  const { channel: opened } = route.useSearch();
  const change = useAddressChange();
  const [secret, setSecret] = useState<string | null>(null);
  const open = (channel: string | undefined): void => change({ channel, state: undefined });
  const channels = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const add = opened !== NEW && <Button leftSection={<Icon name="plus" size={16} />} onClick={() => open(NEW)}>{words.add}</Button>;
  return (
    <Part title={words.title} answer={query.data && channels.length > 0 && answerOf(channels)} actions={channels.length > 0 && add}>
      {opened === NEW && (
        <Panel title={texts.form.add} onClose={() => open(undefined)}>
          <ChannelForm onDone={reply => { setSecret(reply.secret); open(reply.data.id); }} />
        </Panel>
      )}
      {secret !== null && <SecretOnce title={texts.detail.once} secret={secret} what={texts.detail.onceWhat} onDone={() => setSecret(null)}>{texts.detail.onceHelp}</SecretOnce>}
      <Loaded of={query} what={words.what} skeleton={<Lines count={4} />}>
        {() => channels.length === 0 ? opened !== NEW && <Empty title={words.emptyTitle} action={add}>{words.empty}</Empty> : (
          <ul className={classes.list}>
            {channels.map(channel => <Row key={channel.id} of={channel} open={opened === channel.id} onOpen={() => open(opened === channel.id ? undefined : channel.id)} onSecret={setSecret} />)}
          </ul>
        )}
      </Loaded>
    </Part>
  );
}

function answerOf(channels: readonly Channel[]): string {
  const count = (...wanted: RecordStatus[]): number => channels.filter(one => wanted.includes(recordStatusOf(one))).length;
  return words.answer(count('active', 'failing'), count('failing'), count('unconfirmed'), count('notConfigured'));
}

interface RowProps {
  of: Channel;
  open: boolean;
  onOpen: () => void;
  onSecret: (secret: string | null) => void;
}

function Row({ of: channel, open, onOpen, onSecret }: RowProps) {
  const recordStatus = recordStatusOf(channel);
  return (
    <li className={classes.row}>
      <button type="button" className={classes.summary} aria-expanded={open} onClick={onOpen}>
        <Icon name={open ? 'down' : 'right'} size={14} />
        <span className={classes.name}><strong>{channel.name}</strong><span>{texts.kinds[channel.kind].name}</span></span>
        <span className={classes.target}>{channel.target}</span>
        <StatusBadge status={marks[recordStatus]} word={words.states[recordStatus]} />
      </button>
      {open && <ChannelDetail of={channel} onSecret={onSecret} />}
    </li>
  );
}
