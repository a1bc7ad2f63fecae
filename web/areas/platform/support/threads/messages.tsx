import { Anchor } from '@mantine/core';
import type { DataOf } from '../../../../api/client.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { texts } from '../texts/support.ts';
import classes from './support.module.css';

export type Thread = DataOf<'GET /api/support/threads/{id}'>['data'];

/** What was written, oldest first; `own` is the side that reads it, `files` where its files are. */
export function Messages({ of, own, files }: { of: Thread['messages']; own: 'account' | 'operator'; files: string }) {
  return (
    <ol className={classes.messages}>
      {of.map(({ id, from, author, via, text, createdAt, attachments }) => (
        <li key={id} className={classes.message} data-own={from === own || undefined}>
          <p className={classes.quiet}><strong>{author ?? texts.operator}</strong> <Ago at={createdAt} />{via === 'mail' && <> · {texts.byMail}</>}</p>
          <p className={classes.text}>{text}</p>
          {attachments.length > 0 && <p className={classes.files}>{attachments.map(file => <Anchor key={file.id} href={`${files}/${file.id}`} download>{texts.download(file.name, file.size)}</Anchor>)}</p>}
        </li>
      ))}
    </ol>
  );
}
