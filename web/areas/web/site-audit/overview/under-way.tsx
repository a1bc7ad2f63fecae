import { Button, Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ReadRoute } from '../../../../api/client.ts';
import { useSend } from '../../../../api/queries.ts';
import { hasEnded, useRun } from '../../../../api/run.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import classes from '../site-audit.module.css';
import { texts } from '../texts/audit.ts';
import { paceOf } from './pace.ts';

const { start: words } = texts;
const LEAST_SHOWN = 3;

interface UnderWayProps {
  runId: string;
  mayChange: boolean;
  /** What is asked for again when it ends. */
  refreshes: readonly ReadRoute[];
}

/** An audit while it goes on: how far it is, how fast, and how long it takes; what it found is asked for when it ends. */
export function UnderWay({ runId, mayChange, refreshes }: UnderWayProps) {
  const queries = useQueryClient();
  const run = useRun(runId).query.data?.data;
  const isOver = run !== undefined && hasEnded(run);
  useEffect(() => {
    if (isOver) for (const route of refreshes) void queries.invalidateQueries({ queryKey: [route] });
  }, [queries, isOver, refreshes]);
  if (run === undefined || isOver) return isOver ? <p className={classes.quiet} role="status">{words.ended} · <Link to="/runs/$id" params={{ id: runId }}>{words.see}</Link></p> : null;
  const { status, startedAt, progress: { done, total, step } } = run;
  const pace = startedAt === null || step === 'targets' ? null : paceOf({ done, total, elapsedMs: Date.now() - Date.parse(startedAt) });
  return (
    <div className={classes.underWay}>
      <Progress value={total === 0 ? LEAST_SHOWN : Math.max(LEAST_SHOWN, (done / total) * 100)} aria-label={words.progress} animated={status === 'running'} />
      <div className={classes.bar}>
        <p className={classes.quiet}>
          <span role="status">{status === 'queued' ? words.waits : status === 'paused' ? words.paused : words.steps[step ?? 'crawl'] ?? words.what}</span>
          {total > 0 && <> · {step === 'targets' ? words.asked(done, total) : words.far(done, total)}</>}
          {pace && status === 'running' && <> · {words.rate(pace.pagesPerMinute)} · {words.left(pace.minutesLeft)}</>}
          {' · '}<Link to="/runs/$id" params={{ id: runId }}>{words.see}</Link>
        </p>
        {mayChange && <Controls runId={runId} isPaused={status === 'paused'} refreshes={refreshes} />}
      </div>
    </div>
  );
}

function Controls({ runId, isPaused, refreshes }: Pick<UnderWayProps, 'runId' | 'refreshes'> & { isPaused: boolean }) {
  const [pause, resume, stop] = [useSend('POST /api/runs/{id}/pause', ['GET /api/runs/{id}']), useSend('POST /api/runs/{id}/resume', ['GET /api/runs/{id}']), useSend('POST /api/runs/{id}/cancel', ['GET /api/runs/{id}', ...refreshes])];
  const error = pause.error ?? resume.error ?? stop.error;
  return (
    <div className={classes.controls}>
      {isPaused
        ? <Button size="xs" variant="default" loading={resume.isPending} onClick={() => resume.mutate({ id: runId })}>{words.resume}</Button>
        : <Button size="xs" variant="default" loading={pause.isPending} onClick={() => pause.mutate({ id: runId })}>{words.pause}</Button>}
      <Button size="xs" variant="default" loading={stop.isPending} onClick={() => stop.mutate({ id: runId })}>{words.stop}</Button>
      {error && <ProblemNote error={error} what={words.control} />}
    </div>
  );
}
