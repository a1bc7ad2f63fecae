import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
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

/** Judges lookalikes, one after the other; `onEnd` gets the names of those that were. A name is in one call at a time. */
export function useJudging(domainId: string, selected: ReadonlySet<string>, onEnd: (judged: readonly string[]) => void) {
  const [failed, setFailed] = useState<{ error: Error; done: number; all: number } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const underWay = useRef(new Set<string>());
  const latest = useRef(selected);
  latest.current = selected;
  const send = useSend('POST /api/domains/{id}/lookalikes/{name}/review');
  const queries = useQueryClient();
  const isUnderWay = (name: string): boolean => underWay.current.has(name);
  const judge = async (names: readonly string[], review: Review): Promise<void> => {
    for (const name of names) underWay.current.add(name);
    setBusy(true);
    setFailed(null);
    let done = 0;
    try {
      for (; done < names.length; done++) await send.mutateAsync({ id: domainId, name: names[done]!, review });
      notifications.show({ message: words.done(done, texts.reviews[review]) });
    } catch (thrown) {
      const error = thrown as Error;
      // What is selected stays so, with the failure next to it.
      if (names.some(name => latest.current.has(name))) setFailed({ error, done, all: names.length });
      else notifications.show({ color: 'red', title: words.failed(done, names.length), message: `${names[done]!}: ${error.message}` });
    } finally {
      await Promise.all(lookalikeRoutes.map(route => queries.invalidateQueries({ queryKey: [route] })));
      for (const name of names) underWay.current.delete(name);
      setBusy(underWay.current.size > 0);
      onEnd(names.slice(0, done));
    }
  };
  return { judge, isUnderWay, isBusy, failed };
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
