import { Button, Select } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { DataOf, InputOf } from '../../../../api/client.ts';
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
import { contentOf } from '../threads/files.ts';
import { Messages } from '../threads/messages.tsx';
import classes from '../threads/support.module.css';
import { isReady, Write, type Draft } from '../threads/write.tsx';

type Whole = DataOf<'GET /api/operator/support/threads/{id}'>['data'];

const route = getRouteApi('/own/support/queue');
const refreshes = ['GET /api/operator/support/threads', 'GET /api/operator/support/threads/{id}'] as const;
const words = texts.operatorQueue;
const EVERY_MS = 30_000;
const nothing: Draft = { message: '', files: [] };

/** For the operator: the threads of all accounts. */
export default function QueuePage() {
  const session = useSession();
  const answers = session?.account.operator === true && (session.role === 'owner' || session.role === 'admin');
  return answers ? <Queue /> : <><PageHead title={words.title} /><Empty title={words.forOperators} /></>;
}

function Queue() {
  const { thread, state } = route.useSearch();
  const navigate = route.useNavigate();
  const query = usePages('GET /api/operator/support/threads', { limit: 50, ...(state && { state }) } as InputOf<'GET /api/operator/support/threads'>);
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const unread = query.data?.pages[0]?.unread;
  return (
    <>
      <PageHead title={words.title} answer={unread === undefined ? undefined : words.answer(unread)} />
      <FilterBar filters={[{ kind: 'choice', name: 'state', label: texts.filter, options: Object.entries(texts.states).map(([value, label]) => ({ value, label })) }]} values={{ state }} onChange={changed => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true })} />
      <Loaded of={query} what={texts.what}>
        {() => rows.length === 0 ? <Empty title={words.empty}>{words.emptyWhy}</Empty> : (
          <>
            <div className={classes.rows}>{rows.map(({ id, subject, account, unread: isUnread, lastFrom, lastMessageAt, state: at }) => (
              <Disclosure key={id} id={`thread-${id}`} isOpen={id === thread} summary={(
                <span className={classes.summary}>
                  <span className={classes.words}><span className={classes.title} data-unread={isUnread || undefined}>{subject}</span><span className={classes.quiet}>{account.name} · {words.lastFrom[lastFrom]} <Ago at={lastMessageAt} /></span></span>
                  {isUnread ? <StatusBadge status="warn" word={texts.unread} /> : <StatusBadge status={at === 'open' ? 'info' : 'off'} word={texts.states[at]} />}
                </span>
              )}><Opened id={id} isUnread={isUnread} /></Disclosure>
            ))}</div>
            <MoreRows of={query} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Opened({ id, isUnread }: { id: string; isUnread: boolean }) {
  const query = useGet('GET /api/operator/support/threads/{id}', { id }, { everyMs: EVERY_MS });
  const { mutate: markRead } = useSend('POST /api/operator/support/threads/{id}/read', ['GET /api/operator/support/threads']);
  useEffect(() => {
    if (isUnread) markRead({ id });
  }, [id, isUnread, markRead]);
  return <Loaded of={query} what={texts.thread}>{({ data }) => <><Messages of={data.messages} own="operator" files="/api/operator/support/attachments" /><Answer thread={data} /></>}</Loaded>;
}

function Answer({ thread: { id, state, templates } }: { thread: Whole }) {
  const [draft, setDraft] = useState(nothing);
  const { mutateAsync, isPending, error } = useSend('POST /api/operator/support/threads/{id}/messages', refreshes);
  const send = async (close: boolean): Promise<void> => {
    await mutateAsync({ id, message: draft.message.trim(), attachments: await contentOf(draft.files), close });
    setDraft(nothing);
    notifications.show({ title: texts.reply.sent, message: '' });
  };
  return (
    <div className={classes.form}>
      {state === 'closed' && <p className={classes.quiet}>{texts.closed}</p>}
      <Select label={words.template} data={templates.map(({ id: value, text }) => ({ value, label: text }))} value={null} onChange={value => setDraft({ ...draft, message: templates.find(one => one.id === value)?.text ?? draft.message })} />
      <Write label={words.label} draft={draft} onChange={setDraft} />
      <div className={classes.buttons}>
        <Button disabled={!isReady(draft)} loading={isPending} onClick={() => void send(false).catch(() => {})}>{words.submit}</Button>
        <Button variant="default" disabled={!isReady(draft)} loading={isPending} onClick={() => void send(true).catch(() => {})}>{words.answerAndClose}</Button>
      </div>
      {error && <ProblemNote error={error} what={texts.reply.failed} />}
    </div>
  );
}
