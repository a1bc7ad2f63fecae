import { Button, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useSend } from '../../../../api/queries.ts';
import { useSession } from '../../../../api/session.ts';
import { Confirm } from '../../../../parts/confirm.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/events.ts';
import classes from './events.module.css';
import type { DomainEvent } from './types.ts';

export const refreshes = ['GET /api/domain-events', 'GET /api/domain-events/{id}', 'GET /api/domain-events/summary', 'GET /api/overview', 'GET /api/alerts', 'GET /api/alerts/summary', 'GET /api/domains', 'GET /api/notifications'] as const;

/** Whether the change was intended: what each answer does stands next to it. Nothing where it is decided for good. */
export function Decide({ event: { id, state, title, severity } }: { event: DomainEvent }) {
  const role = useSession()?.role;
  const [note, setNote] = useState('');
  const [asking, setAsking] = useState(false);
  const authorize = useSend('POST /api/domain-events/{id}/authorize', refreshes);
  const deny = useSend('POST /api/domain-events/{id}/deny', refreshes);
  if (state !== 'open' && state !== 'denied') return null;
  if (role === 'viewer') return <p className={classes.quiet}>{texts.viewer}</p>;
  const input = { id, ...(note.trim() === '' ? {} : { reason: note.trim() }) };
  const tell = (word: string, also = 0): void => void notifications.show({ title: word, message: also > 0 ? `${title}. ${texts.alsoClosed(also)}` : title });
  const needsNote = state === 'denied';
  const toBaseline = () => authorize.mutateAsync(input, { onSuccess: ({ alsoClosed }) => tell(texts.done.authorized, alsoClosed.length) });
  const error = authorize.error ?? deny.error;
  return (
    <div className={classes.decide}>
      <TextInput
        label={texts.noteLabel} description={needsNote ? texts.authorizeDenied : undefined} maxLength={500} value={note} onChange={event => setNote(event.currentTarget.value)}
        required={needsNote} withAsterisk={false}
      />
      <div className={classes.answers}>
        <Button
          loading={authorize.isPending} disabled={deny.isPending || (needsNote && note.trim() === '')}
          onClick={() => { if (severity === 'critical') setAsking(true); else toBaseline().catch(() => {}); }}
        >{texts.authorize}</Button>
        {state === 'open' && (
          <Button variant="default" loading={deny.isPending} disabled={authorize.isPending} onClick={() => deny.mutate(input, { onSuccess: () => tell(texts.done.denied) })}>{texts.deny}</Button>
        )}
      </div>
      <p className={classes.quiet}>{texts.authorizeSays}{state === 'open' ? <><br />{texts.denySays}</> : null}</p>
      <Confirm opened={asking} onClose={() => setAsking(false)} title={texts.authorizeCritical.title} action={texts.authorizeCritical.action} onConfirm={toBaseline}>{texts.authorizeCritical.says(title)}</Confirm>
      {error && !asking && <ProblemNote error={error} what={texts.deciding(title)} />}
    </div>
  );
}
