import { Button, Textarea, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useSend } from '../../../../api/queries.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/scanner-issues.ts';
import { ReportView, type Issue } from './report-view.tsx';
import classes from './scanner-issues.module.css';

const refreshes = ['GET /api/scanner-issues', 'GET /api/scanner-issues/{id}'] as const;
const words = texts.draft;

/** What would be sent, and whether it is. */
export function Draft({ issue, onDone }: { issue: Issue; onDone: (id: string | null) => void }) {
  const [comment, setComment] = useState(issue.comment ?? '');
  const send = useSend('POST /api/scanner-issues/{id}/send', refreshes);
  const discard = useSend('DELETE /api/scanner-issues/{id}', refreshes);
  const error = send.error ?? discard.error;
  const { id, finding } = issue;
  const done = (title: string, opened: string | null) => ({ onSuccess: () => { notifications.show({ title, message: finding.title }); onDone(opened); } });
  return (
    <section className={classes.card} aria-labelledby="draft-title">
      <Title order={2} size="h4" id="draft-title">{words.title}</Title>
      <p className={classes.quiet}>{words.says}</p>
      <ReportView of={issue.report} />
      <Textarea label={words.comment} description={words.commentHint} maxLength={2000} autosize minRows={2} value={comment} onChange={event => setComment(event.currentTarget.value)} />
      <div className={classes.buttons}>
        <Button loading={send.isPending} onClick={() => send.mutate({ id, comment: comment.trim() }, done(words.sent, id))}>{words.send}</Button>
        <Button variant="default" loading={discard.isPending} onClick={() => discard.mutate({ id }, done(words.discarded, null))}>{words.discard}</Button>
      </div>
      {error && <ProblemNote error={error} what={words.sending} />}
    </section>
  );
}
