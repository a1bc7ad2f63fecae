import { useEffect } from 'react';
import { hasEnded, useRun, type Run, type Told } from '../../../../api/run.ts';

/** Follows one run to its end. */
export function Follower({ id, onTold, onEnd }: { id: string; onTold: (told: readonly Told[]) => void; onEnd: (run: Run) => void }) {
  const { query: { data }, told } = useRun(id);
  const run = data?.data;
  useEffect(() => {
    if (told.length > 0) onTold(told);
  }, [told, onTold]);
  const isOver = run?.id === id && hasEnded(run);
  useEffect(() => {
    if (isOver) onEnd(run);
  }, [isOver, onEnd]);
  return null;
}
