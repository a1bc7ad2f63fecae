import { Button, Progress as Bar } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSend } from '../../../../api/queries.ts';
import { hasEnded, useRun } from '../../../../api/run.ts';
import classes from '../local.module.css';
import { texts } from '../texts/local.ts';
import { scanRoutes } from '../types.ts';

const { progress: words } = texts;
const LEAST_SHOWN = 3;

/** A scan while it goes on; what it found is asked for again as it comes, and when it ends. */
export function Progress({ runId, mayChange }: { runId: string; mayChange: boolean }) {
  const queries = useQueryClient();
  const stop = useSend('POST /api/runs/{id}/cancel', scanRoutes);
  const run = useRun(runId).query.data?.data;
  const [done, total] = [run?.progress.done ?? 0, run?.progress.total ?? 0];
  const isOver = run !== undefined && hasEnded(run);
  useEffect(() => {
    for (const route of scanRoutes) void queries.invalidateQueries({ queryKey: [route] });
  }, [queries, isOver, done]);
  if (run === undefined || isOver) return null;
  return (
    <div className={classes.time}>
      <Bar value={total === 0 ? LEAST_SHOWN : Math.max(LEAST_SHOWN, 100 * done / total)} aria-label={words.label} animated={run.status === 'running'} />
      <div className={classes.controls}>
        <span className={classes.quiet} role="status">{words.far(done, total)}</span>
        <Link to="/runs/$id" params={{ id: runId }}>{words.view}</Link>
        {mayChange && <Button size="xs" variant="default" loading={stop.isPending} onClick={() => stop.mutate({ id: runId })}>{words.stop}</Button>}
      </div>
    </div>
  );
}
