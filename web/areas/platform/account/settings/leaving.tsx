import { Button } from '@mantine/core';
import { useSend } from '../../../../api/queries.ts';
import { language } from '../../../../language/index.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/settings.ts';
import classes from '../account.module.css';

export const DELETION = 'GET /api/account/deletion';

/** Says that the account goes, and when; an owner takes it back here. */
export function Leaving({ deleteAfter, owner }: { deleteAfter: string; owner: boolean }) {
  const { deletion: words } = texts;
  const keep = useSend('DELETE /api/account/deletion', [DELETION]);
  return (
    <div className={classes.note} data-status="fail" role="status">
      <p><strong>{words.set}</strong> <Ago at={deleteAfter} />, {words.on(language.day(deleteAfter))}. {!owner && words.askOwner}</p>
      {owner && <Button variant="default" loading={keep.isPending} onClick={() => keep.mutate({})}>{words.keep}</Button>}
      {keep.error && <ProblemNote error={keep.error} what={words.keep} />}
    </div>
  );
}
