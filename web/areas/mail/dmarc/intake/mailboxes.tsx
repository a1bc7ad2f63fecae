import { ActionIcon, Button, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { DataOf } from '../../../../api/client.ts';
import { useGet, useSend } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Confirm } from '../../../../parts/confirm.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/messages.ts';
import shared from '../overview/dmarc.module.css';
import classes from './intake.module.css';
import { MailboxForm } from './mailbox-form.tsx';

type Mailbox = DataOf<'GET /api/dmarc/mailboxes'>['data'][number];

const { mailboxes: words } = texts;
const statuses: Readonly<Record<Mailbox['state'], Status>> = { new: 'info', ok: 'pass', failing: 'fail' };
const MOST = 50;

/** The mailboxes that reports are fetched from: how each stands, and ways to test, remove and add one. */
export function Mailboxes() {
  const query = useGet('GET /api/dmarc/mailboxes', { limit: MOST });
  const remove = useSend('DELETE /api/dmarc/mailboxes/{id}', ['GET /api/dmarc/mailboxes', 'GET /api/dmarc/intake']);
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Mailbox | null>(null);
  return (
    <section className={shared.section} aria-labelledby="intake-mailboxes">
      <div className={classes.head}>
        <div><Title order={2} size="h3" id="intake-mailboxes">{words.title}</Title><p className={shared.quiet}>{words.why}</p></div>
        {!isAdding && <Button variant="default" leftSection={<Icon name="plus" size={15} />} onClick={() => setAdding(true)}>{words.add}</Button>}
      </div>
      {isAdding && <MailboxForm onDone={() => setAdding(false)} />}
      <Loaded of={query} what={words.what}>
        {({ data }) => (data.length === 0
          ? <p className={shared.quiet}>{words.none}</p>
          : <ul className={shared.rows}>{data.map(one => <Row key={one.id} of={one} onRemove={() => setRemoving(one)} />)}</ul>)}
      </Loaded>
      <Confirm opened={removing !== null} onClose={() => setRemoving(null)} title={words.removeTitle(removing?.name ?? '')} action={words.removeAction} dangerous
        onConfirm={() => remove.mutateAsync({ id: removing!.id }).then(({ data }) => notifications.show({ message: words.removed(data.name) }))}>{words.removeSays}</Confirm>
    </section>
  );
}

function Row({ of: { id, kind, name, settings, state, cause, failingSince, checkedAt }, onRemove }: { of: Mailbox; onRemove: () => void }) {
  const test = useSend('POST /api/dmarc/mailboxes/{id}/test');
  const inbox = [settings['user'] ?? settings['mailbox'] ?? settings['label'], settings['host'] ?? settings['tenant']].filter(one => typeof one === 'string').join(', ');
  const tested = test.data?.data;
  return (
    <li className={`${classes.source} ${classes.mailbox}`}>
      <span className={classes.state}><StatusBadge status={statuses[state]} word={words.states[state]} /></span>
      <span className={classes.words}>
        <strong>{name}</strong>
        <span className={shared.quiet}>{words.kinds[kind]}{inbox === '' ? null : ` · ${inbox}`}{checkedAt === null ? null : <> · {words.checked} <Ago at={checkedAt} /></>}{failingSince === null ? null : <> · {words.since} <Ago at={failingSince} /></>}</span>
        {cause !== null && <span>{cause}</span>}
      </span>
      <span className={classes.tools}>
        <Button variant="default" size="xs" aria-label={words.testOf(name)} loading={test.isPending} onClick={() => test.mutate({ id })}>{words.test}</Button>
        <ActionIcon variant="subtle" color="gray" aria-label={words.remove(name)} onClick={onRemove}><Icon name="trash" size={16} /></ActionIcon>
      </span>
      {(tested ?? test.error) && (
        <div className={classes.result} role="status">
          {tested && <StatusBadge status={tested.ok ? 'pass' : 'fail'} word={tested.ok ? words.works(tested.waiting ?? 0) : words.fails(tested.cause ?? '')} />}
          {test.error && <ProblemNote error={test.error} what={words.testing} />}
        </div>
      )}
    </li>
  );
}
