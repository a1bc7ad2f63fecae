import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSend } from '../../../../api/queries.ts';
import { Icon } from '../../../../parts/icon.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/lookalikes.ts';
import classes from './lookalikes.module.css';
import { judgements } from './record-status.ts';
import { lookalikeRoutes, type Review } from '../types.ts';

const { bulk: words } = texts;

interface SelectionBarProps {
  names: readonly string[];
  judging: ReturnType<typeof useJudging>;
  onClear: () => void;
}

/** Judges lookalikes, one after the other; `onEnd` gets their names, and those of them that a failure left. */
export function useJudging(domainId: string, onEnd: (names: readonly string[], left: readonly string[]) => void) {
  const [failed, setFailed] = useState<{ error: Error; done: number; all: number } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = useSend('POST /api/domains/{id}/lookalikes/{name}/review');
  const queries = useQueryClient();
  const judge = async (names: readonly string[], review: Review): Promise<void> => {
    setBusy(true);
    setFailed(null);
    let done = 0;
    try {
      for (; done < names.length; done++) await send.mutateAsync({ id: domainId, name: names[done]!, review });
      notifications.show({ message: words.done(done, texts.reviews[review]) });
    } catch (error) {
      setFailed({ error: error as Error, done, all: names.length });
    } finally {
      await Promise.all(lookalikeRoutes.map(route => queries.invalidateQueries({ queryKey: [route] })));
      setBusy(false);
      onEnd(names, names.slice(done));
    }
  };
  return { judge, isBusy, failed };
}

/** What can be said of the selected lookalikes. */
export function SelectionBar({ names, judging: { judge, isBusy, failed }, onClear }: SelectionBarProps) {
  return (
    <section className={classes.bulk} aria-label={words.label}>
      <span className={classes.bulkCount} role="status">{words.selected(names.length)}</span>
      {judgements.map(one => <Button key={one} size="xs" variant="default" disabled={isBusy} onClick={() => void judge(names, one)}>{texts.review.actions[one]}</Button>)}
      <Button size="xs" variant="subtle" aria-label={words.clear} disabled={isBusy} onClick={onClear}><Icon name="close" size={16} /></Button>
      {failed && <ProblemNote error={failed.error} what={words.failed(failed.done, failed.all)} />}
    </section>
  );
}
