import { Button, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { InputOf } from '../../../../api/client.ts';
import { useMayChange } from '../../../../api/may.ts';
import { useGet, usePages, useSend } from '../../../../api/queries.ts';
import { useSession } from '../../../../api/session.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar } from '../../../../parts/filter-bar.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/support.ts';
import { contentOf } from './files.ts';
import { Messages, type Thread } from './messages.tsx';
import classes from './support.module.css';
import { isReady, Write, type Draft } from './write.tsx';

const route = getRouteApi('/own/support');
const refreshes = ['GET /api/support/threads', 'GET /api/support/threads/{id}'] as const;
const EVERY_MS = 30_000;
const nothing: Draft = { message: '', files: [] };

/** What people of the account and the operator write to each other. */
export default function SupportPage() {
  const { thread, state } = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMayChange();
  const session = useSession();
  const answers = session?.account.operator === true && (session.role === 'owner' || session.role === 'admin');
  const [isNew, setIsNew] = useState(false);
  const query = usePages('GET /api/support/threads', { limit: 50, ...(state && { state }) } as InputOf<'GET /api/support/threads'>);
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const unread = query.data?.pages[0]?.unread;
  const opened = (id: string): void => {
    setIsNew(false);
    void navigate({ to: '.', search: { thread: id } });
  };
  return (
    <>
      <PageHead title={texts.title} answer={unread === undefined ? undefined : <>{texts.answer(unread)}{!mayChange && <> {texts.viewer}</>}</>} actions={(
        <>
          <Button variant="default" renderRoot={props => <Link to="/scanner-issues" {...props} />}>{texts.toReports}</Button>
          {answers && <Button variant="default" renderRoot={props => <Link to="/support/queue" {...props} />}>{texts.queue}</Button>}
          {mayChange && <Button onClick={() => setIsNew(true)}>{texts.create.action}</Button>}
        </>
      )} />
      {isNew && <NewThread onOpened={opened} onCancel={() => setIsNew(false)} />}
      <FilterBar filters={[{ kind: 'choice', name: 'state', label: texts.filter, options: Object.entries(texts.states).map(([value, label]) => ({ value, label })) }]} values={{ state }} onChange={changed => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true })} />
      <Loaded of={query} what={texts.what}>
        {() => rows.length === 0 ? <Empty title={state === undefined ? texts.empty : texts.emptyFiltered}>{state === undefined ? texts.emptyWhy : undefined}</Empty> : (
          <>
            <div className={classes.rows}>{rows.map(({ id, subject, unread: isUnread, lastFrom, lastMessageAt, state: at }) => (
              <Disclosure key={`${id} ${id === thread}`} id={`thread-${id}`} isOpen={id === thread} summary={(
                <span className={classes.summary}>
                  <span className={classes.words}><span className={classes.title} data-unread={isUnread || undefined}>{subject}</span><span className={classes.quiet}>{texts.lastFrom[lastFrom]} <Ago at={lastMessageAt} /></span></span>
                  {isUnread ? <StatusBadge status="warn" word={texts.unread} /> : <StatusBadge status={at === 'open' ? 'info' : 'off'} word={texts.states[at]} />}
                </span>
              )}><Opened id={id} isUnread={isUnread} mayChange={mayChange} /></Disclosure>
            ))}</div>
            <MoreRows of={query} />
          </>
        )}
      </Loaded>
    </>
  );
}

function NewThread({ onOpened, onCancel }: { onOpened: (id: string) => void; onCancel: () => void }) {
  const [subject, setSubject] = useState('');
  const [draft, setDraft] = useState(nothing);
  const { mutateAsync, isPending, error } = useSend('POST /api/support/threads', refreshes);
  const send = async (): Promise<void> => {
    const { data } = await mutateAsync({ subject: subject.trim(), message: draft.message.trim(), attachments: await contentOf(draft.files) });
    notifications.show({ title: texts.create.sent, message: data.subject });
    onOpened(data.id);
  };
  return (
    <div className={classes.card}>
      <TextInput label={texts.create.subject} maxLength={150} value={subject} onChange={event => setSubject(event.currentTarget.value)} data-autofocus />
      <Write label={texts.create.message} draft={draft} onChange={setDraft} />
      <div className={classes.buttons}>
        <Button disabled={subject.trim().length < 3 || !isReady(draft)} loading={isPending} onClick={() => void send().catch(() => {})}>{texts.create.submit}</Button>
        <Button variant="default" onClick={onCancel}>{texts.create.cancel}</Button>
      </div>
      {error && <ProblemNote error={error} what={texts.create.failed} />}
    </div>
  );
}

function Opened({ id, isUnread, mayChange }: { id: string; isUnread: boolean; mayChange: boolean }) {
  const query = useGet('GET /api/support/threads/{id}', { id }, { everyMs: EVERY_MS });
  const { mutate: markRead } = useSend('POST /api/support/threads/{id}/read', ['GET /api/support/threads']);
  useEffect(() => {
    if (isUnread) markRead({ id });
  }, [id, isUnread, markRead]);
  return (
    <Loaded of={query} what={texts.thread}>
      {({ data }) => <><Messages of={data.messages} own="account" files="/api/support/attachments" />{mayChange && <Reply thread={data} />}</>}
    </Loaded>
  );
}

function Reply({ thread: { id, state } }: { thread: Thread }) {
  const [draft, setDraft] = useState(nothing);
  const reply = useSend('POST /api/support/threads/{id}/messages', refreshes);
  const close = useSend('POST /api/support/threads/{id}/close', refreshes);
  const send = async (): Promise<void> => {
    await reply.mutateAsync({ id, message: draft.message.trim(), attachments: await contentOf(draft.files) });
    setDraft(nothing);
    notifications.show({ title: texts.reply.sent, message: '' });
  };
  return (
    <div className={classes.form}>
      {state === 'closed' && <p className={classes.quiet}>{texts.closed}</p>}
      <Write label={texts.reply.label} draft={draft} onChange={setDraft} />
      <div className={classes.buttons}>
        <Button disabled={!isReady(draft)} loading={reply.isPending} onClick={() => void send().catch(() => {})}>{texts.reply.submit}</Button>
        {state === 'open' && <Button variant="default" loading={close.isPending} onClick={() => close.mutate({ id })}>{texts.close}</Button>}
      </div>
      {reply.error && <ProblemNote error={reply.error} what={texts.reply.failed} />}
      {close.error && <ProblemNote error={close.error} what={texts.closing} />}
    </div>
  );
}
