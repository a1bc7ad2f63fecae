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

interface SelectionBarProps {
  domainId: string;
  names: readonly string[];
  /** Gets the names that are still to be judged: none, or those that a failure left. */
  onSelect: (names: readonly string[]) => void;
}

/** Judges the selected lookalikes, one after the other; a failure leaves the rest selected. */
export function SelectionBar({ domainId, names, onSelect }: SelectionBarProps) {
  const [failed, setFailed] = useState<{ error: Error; done: number; all: number } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = useSend('POST /api/domains/{id}/lookalikes/{name}/review');
  const queries = useQueryClient();
  const words = texts.bulk;
  const judge = async (review: Review): Promise<void> => {
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
      onSelect(names.slice(done));
    }
  };
  return (
    <section className={classes.bulk} aria-label={words.label}>
      <span className={classes.bulkCount} role="status">{words.selected(names.length)}</span>
      {judgements.map(one => <Button key={one} size="xs" variant="default" disabled={isBusy} onClick={() => void judge(one)}>{texts.review.actions[one]}</Button>)}
      <Button size="xs" variant="subtle" aria-label={words.clear} disabled={isBusy} onClick={() => onSelect([])}><Icon name="close" size={16} /></Button>
      {failed && <ProblemNote error={failed.error} what={words.failed(failed.done, failed.all)} />}
    </section>
  );
}
