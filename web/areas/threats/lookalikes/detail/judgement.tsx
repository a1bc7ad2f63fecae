import { Button, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/lookalikes.ts';
import shared from '../list/lookalikes.module.css';
import { ReviewChoice } from '../list/review.tsx';
import { lookalikeRoutes } from '../types.ts';
import type { OneLookalike } from './types.ts';
import classes from './lookalike.module.css';

const { review: words } = texts;
const MOST_LETTERS = 2000;

/** What people say of the lookalike, with their note. */
export function Judgement({ domainId, of: one }: { domainId: string; of: OneLookalike }) {
  const { note, at, by } = one.review;
  const mayChange = useMayChange();
  return (
    <section className={classes.section} aria-labelledby="judgement">
      <Title order={2} id="judgement">{words.title}</Title>
      <ReviewChoice domainId={domainId} of={one} />
      {mayChange ? <Note key={note ?? ''} domainId={domainId} of={one} /> : note !== null && <p className={classes.note}>{note}</p>}
      {at !== null && <p className={shared.quiet}>{words.judged} <Ago at={at} /> {by === null ? null : words.by[by.type]}</p>}
    </section>
  );
}

function Note({ domainId, of: { name, review } }: { domainId: string; of: OneLookalike }) {
  const [note, setNote] = useState(review.note ?? '');
  const send = useSend('POST /api/domains/{id}/lookalikes/{name}/review', lookalikeRoutes);
  return (
    <div className={classes.noteForm}>
      <Textarea label={words.note} value={note} onChange={event => setNote(event.currentTarget.value)} maxLength={MOST_LETTERS} autosize minRows={2} maxRows={8} />
      {note.trim() !== (review.note ?? '') && <div><Button size="xs" loading={send.isPending} onClick={() => send.mutate({ id: domainId, name, review: review.state, note: note.trim() })}>{words.keepNote}</Button></div>}
      {send.error && <ProblemNote error={send.error} what={words.what} />}
    </div>
  );
}
