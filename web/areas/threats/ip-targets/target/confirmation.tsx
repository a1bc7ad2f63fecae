import { Button, Title } from '@mantine/core';
import { useState } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { holds, useSession } from '../../../../api/session.ts';
import { Confirm } from '../../../../parts/confirm.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import classes from '../ip-targets.module.css';
import { texts } from '../texts/ip-targets.ts';
import { targetRoutes, type Details } from '../types.ts';

const { confirmation: words } = texts;

/** Whether a person has said that the machines are the account's alone, how to say so, and how to take it back. */
export function Confirmation({ of: { id, target, state, confirmation, contact } }: { of: Details }) {
  const isAdmin = holds(useSession()?.role ?? null, 'admin');
  const mayChange = useMayChange();
  const [asks, setAsks] = useState(false);
  const confirm = useSend('POST /api/ip-targets/{id}/confirm', targetRoutes);
  const withdraw = useSend('DELETE /api/ip-targets/{id}/confirm', targetRoutes);
  const hasAgreed = contact !== null && contact.agreedAt !== null;
  if (state === 'pending') return null;
  return (
    <section className={classes.section} aria-labelledby="ip-confirmation">
      <Title order={2} size="h3" id="ip-confirmation">{words.title}</Title>
      <p className={classes.quiet}>{confirmation !== null ? <>{words.whole} {words.confirmed(confirmation.by)}</> : hasAgreed ? words.agreed : words.limited}</p>
      <div className={classes.controls}>
        {isAdmin && confirmation === null && !hasAgreed && <Button variant="default" onClick={() => setAsks(true)}>{words.confirm}</Button>}
        {mayChange && confirmation !== null && <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate({ id })}>{words.withdraw}</Button>}
      </div>
      {withdraw.error && <ProblemNote error={withdraw.error} what={words.what} />}
      <Confirm opened={asks} onClose={() => setAsks(false)} title={words.ask(target)} action={words.action} onConfirm={() => confirm.mutateAsync({ id })}>{words.why}</Confirm>
    </section>
  );
}
