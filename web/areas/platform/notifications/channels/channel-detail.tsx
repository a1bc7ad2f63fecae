import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useSend } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Confirm } from '../../../../parts/confirm.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/channels.ts';
import { Panel } from '../../../../parts/panel.tsx';
import { Facts } from '../../../../parts/section.tsx';
import { ChannelChange } from './channel-form.tsx';
import { Deliveries } from './deliveries.tsx';
import type { Channel, Delivery } from './types.ts';
import classes from './channels.module.css';

const words = texts.detail;
const refreshes = ['GET /api/notification-channels', 'GET /api/notification-deliveries'] as const;

type Asking = 'rotate' | 'remove' | 'edit' | null;

/** A channel: how it stands, a test, what can be changed, and what was sent. */
export function ChannelDetail({ of: channel, onSecret }: { of: Channel; onSecret: (secret: string | null) => void }) {
  const { id, name, kind, state, cause, failingSince, formerSecretUntil, createdAt, version } = channel;
  const [asking, setAsking] = useState<Asking>(null);
  const test = useSend('POST /api/notification-channels/{id}/test', refreshes);
  const change = useSend('PATCH /api/notification-channels/{id}', refreshes);
  const rotate = useSend('POST /api/notification-channels/{id}/rotate-secret', refreshes);
  const remove = useSend('DELETE /api/notification-channels/{id}', [...refreshes, 'GET /api/notification-rules']);
  const on = state !== 'disabled';
  return (
    <div className={classes.detail}>
      {cause !== null && <p className={classes.cause}>{cause}</p>}
      <Facts of={[
        [words.target, channel.target],
        [words.added, <Ago key="added" at={createdAt} />],
        ...(failingSince === null ? [] : [[words.since, <Ago key="since" at={failingSince} />] as const]),
        ...(formerSecretUntil === null ? [] : [[words.former, <Ago key="former" at={formerSecretUntil} />] as const]),
      ]} />
      <Group gap="xs">
        <Button size="xs" variant="default" loading={test.isPending} disabled={state === 'unconfirmed'} onClick={() => test.mutate({ id })}>{words.test}</Button>
        <Button size="xs" variant="default" onClick={() => setAsking(asking === 'edit' ? null : 'edit')} leftSection={<Icon name="edit" size={14} />}>{words.edit}</Button>
        {kind === 'webhook' && <Button size="xs" variant="default" onClick={() => setAsking('rotate')} leftSection={<Icon name="key" size={14} />}>{words.rotate}</Button>}
        <Button size="xs" variant="default" loading={change.isPending} onClick={() => change.mutate({ id, version, enabled: !on })}>{on ? words.turnOff : words.turnOn}</Button>
        <Button size="xs" variant="subtle" color="red" onClick={() => setAsking('remove')}>{words.remove}</Button>
      </Group>
      {state === 'unconfirmed' && <p className={classes.help}>{words.testUnconfirmed}</p>}
      <div aria-live="polite">{test.data && <TestResult of={test.data.data} />}</div>
      {test.error && <ProblemNote error={test.error} what={words.testing} />}
      {change.error && <ProblemNote error={change.error} what={words.failed} />}
      {asking === 'edit' && <Panel title={texts.form.edit} onClose={() => setAsking(null)}><ChannelChange of={channel} onDone={() => setAsking(null)} /></Panel>}
      <Deliveries channelId={id} />
      <Confirm
        opened={asking === 'rotate'} onClose={() => setAsking(null)} title={words.rotateTitle(name)} action={words.rotateAction}
        onConfirm={async () => onSecret((await rotate.mutateAsync({ id })).secret)}
      >
        {words.rotateText}
      </Confirm>
      <Confirm opened={asking === 'remove'} onClose={() => setAsking(null)} title={words.removeTitle(name)} action={words.removeAction} dangerous onConfirm={() => remove.mutateAsync({ id })}>
        {words.removeText}
      </Confirm>
    </div>
  );
}

function TestResult({ of: { state, status, cause, response, durationMs } }: { of: Delivery }) {
  const arrived = state === 'delivered';
  return (
    <div className={classes.result} data-status={arrived ? 'pass' : 'fail'}>
      <StatusBadge status={arrived ? 'pass' : 'fail'} word={texts.deliveries.states[state]} />
      <span>{arrived ? words.arrived(status, durationMs) : <>{state === 'notConfigured' ? words.notSent : words.notArrived}{' '}{cause}</>}</span>
      {response !== null && response !== '' && <span className={classes.reply}>{words.reply}{' '}<code>{response}</code></span>}
    </div>
  );
}
