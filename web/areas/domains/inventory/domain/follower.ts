import { useEffect } from 'react';
import { hasEnded, useRun, type Run, type RunUpdate } from '../../../../api/run.ts';

/** Follows one run to its end. */
export function Follower({ id, onUpdates, onEnd }: { id: string; onUpdates: (updates: readonly RunUpdate[]) => void; onEnd: (run: Run) => void }) {
  const { query: { data }, updates } = useRun(id);
  const run = data?.data;
  useEffect(() => {
    if (updates.length > 0) onUpdates(updates);
  }, [updates, onUpdates]);
  const isOver = run?.id === id && hasEnded(run);
  useEffect(() => {
    if (isOver) onEnd(run);
  }, [isOver, onEnd]);
  return null;
}
