import { notifications } from '@mantine/notifications';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/lookalikes.ts';
import classes from './lookalikes.module.css';
import { judgements } from './record-status.ts';
import { lookalikeRoutes, type Lookalike, type Review } from '../types.ts';

const { review: words } = texts;

/** The review of a lookalike, and the actions to change it; read-only roles are told that they cannot. */
export function ReviewChoice({ domainId, of: { name, unicodeName, review } }: { domainId: string; of: Pick<Lookalike, 'name' | 'unicodeName' | 'review'> }) {
  const mayChange = useMayChange();
  const send = useSend('POST /api/domains/{id}/lookalikes/{name}/review', lookalikeRoutes);
  if (!mayChange) return <p className={classes.quiet}>{words.viewer}</p>;
  const judge = (chosen: Review): void => {
    if (chosen !== review.state && !send.isPending) send.mutate({ id: domainId, name, review: chosen }, { onSuccess: () => void notifications.show({ message: words.done(unicodeName, texts.reviews[chosen]) }) });
  };
  return (
    <div className={classes.block}>
      <div className={classes.choices} role="group" aria-label={words.group(unicodeName)} aria-busy={send.isPending}>
        {judgements.map(one => (
          <button key={one} type="button" className={classes.choice} aria-pressed={review.state === one} onClick={() => judge(one)}>{words.actions[one]}</button>
        ))}
      </div>
      <p className={classes.quiet}>{words.says[review.state]}</p>
      {send.error && <ProblemNote error={send.error} what={words.what} />}
    </div>
  );
}
