import { Button, Title } from '@mantine/core';
import { useState } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { useSession } from '../../../../api/session.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import classes from '../darkweb.module.css';
import { texts } from '../texts/darkweb.ts';
import type { Emails as Reply } from '../types.ts';

const { emails: words } = texts;

/** Addresses of the domain in leaks: masked, and whole for owners who ask for it. */
export function Emails({ domainId }: { domainId: string }) {
  const mayChange = useMayChange();
  const isOwner = useSession()?.role === 'owner';
  const [pages, setPages] = useState<readonly Reply[]>([]);
  const [isWhole, setWhole] = useState(false);
  const send = useSend('POST /api/darkweb/emails');
  if (!mayChange) return null;
  const ask = (reveal: boolean, before: readonly Reply[]) => () => send.mutate({ domainId, reveal, ...(before.length === 0 ? {} : { cursor: before.at(-1)!.nextCursor! }) }, {
    onSuccess: reply => {
      setPages([...before, reply]);
      setWhole(reveal);
    },
  });
  const last = pages.at(-1);
  const rows = pages.flatMap(({ data }) => data);
  return (
    <section className={classes.section} aria-labelledby="darkweb-emails">
      <Title order={2} size="h3" id="darkweb-emails">{words.title}</Title>
      <p className={classes.quiet}>{last ? words.counts(last.counts.total, last.counts.infected) : words.why}</p>
      {last && rows.length === 0 && <p>{words.none}</p>}
      {rows.length > 0 && <ul className={`${classes.rows} ${classes.lines}`}>{rows.map(row => <li key={row.id}><EmailRow row={row} /></li>)}</ul>}
      <div className={classes.controls}>
        {!last && <Button variant="default" size="xs" loading={send.isPending} onClick={ask(false, [])}>{words.show}</Button>}
        {last?.nextCursor && <Button variant="default" size="xs" loading={send.isPending} onClick={ask(isWhole, pages)}>{words.more}</Button>}
        {isOwner && !isWhole && <><Button variant="default" size="xs" loading={send.isPending} onClick={ask(true, [])}>{words.reveal}</Button><span className={classes.quiet}>{words.revealNote}</span></>}
      </div>
      {send.error && <ProblemNote error={send.error} what={words.what} />}
    </section>
  );
}

function EmailRow({ row: { email, breaches, withheld, stealer, mutedUntil } }: { row: Reply['data'][number] }) {
  return (
    <>
      {stealer && <StatusBadge status="fail" word={words.infected} />}
      {mutedUntil !== null && <StatusBadge status="off" word={words.muted} />}
      <span className={classes.words}>
        <span>{email}</span>
        <span className={classes.quiet}>{[breaches.map(({ name }) => name).join(', '), stealer && stealer.sites.length > 0 ? words.sites(stealer.sites) : '', withheld > 0 ? words.withheld(withheld) : ''].filter(part => part !== '').join(' · ')}</span>
      </span>
    </>
  );
}
