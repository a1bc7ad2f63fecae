import { Button, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useSend } from '../../../../api/queries.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import classes from '../compliance.module.css';
import { texts } from '../texts/wisp.ts';
import type { Plan } from '../types.ts';

/** Records that the whole plan was reviewed. */
export function Review({ of }: { of: Plan }) {
  const today = new Date().toISOString().slice(0, 10);
  const [reviewedOn, setReviewedOn] = useState(today);
  const { mutate, isPending, error } = useSend('PUT /api/compliance/wisp', ['GET /api/compliance/wisp', 'GET /api/compliance/wisp/versions', 'GET /api/compliance']);
  return (
    <form className={classes.form} onSubmit={event => { event.preventDefault(); mutate({ version: of.version, reviewedOn }); }}>
      <Title order={2} size="h5">{texts.review}</Title>
      <p className={classes.quiet}>{texts.reviewWhy}</p>
      <TextInput label={texts.reviewedOn} type="date" required withAsterisk={false} max={today} value={reviewedOn} onChange={event => setReviewedOn(event.currentTarget.value)} />
      {error && <ProblemNote error={error} what={texts.failed} />}
      <div><Button type="submit" variant="default" loading={isPending}>{texts.recordReview}</Button></div>
    </form>
  );
}
