import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useGet, useSend } from '../../../../api/queries.ts';
import { hasEnded, useRun, type Run } from '../../../../api/run.ts';
import { Icon } from '../../../../parts/icon.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/lookalikes.ts';
import classes from './lookalikes.module.css';
import { lookalikeRoutes } from '../types.ts';
import { RunFailed, UnderWay } from './under-way.tsx';

const { sweep: words } = texts;
const EVERY_MS = 30_000;

/** The search for lookalikes: starts it, follows the one that goes on, and says what the last one could not do. `children` is how far the searches are. */
export function Sweep({ id, children }: { id: string; children: ReactNode }) {
  const mayChange = useMayChange();
  const latest = useGet('GET /api/runs', { subject: id, kind: 'lookalikeSweep', limit: 1 }, { everyMs: EVERY_MS });
  const send = useSend('POST /api/domains/{id}/lookalikes/scan', ['GET /api/runs']);
  const found = latest.data?.data[0];
  const isBusy = found !== undefined && !hasEnded(found);
  return (
    <div className={classes.sweep}>
      <div className={classes.bar}>
        <p className={classes.quiet}>{children}</p>
        {mayChange && <Button variant="default" loading={send.isPending || isBusy} leftSection={<Icon name="search" size={16} />} onClick={() => send.mutate({ id })}>{words.start}</Button>}
      </div>
      {send.error && <ProblemNote error={send.error} what={words.starting} />}
      {found && <Followed key={found.id} runId={found.id} />}
    </div>
  );
}

/** One search while it goes on, and what it left open; what it finds comes up in the queue as it lands. */
function Followed({ runId }: { runId: string }) {
  const queries = useQueryClient();
  const { query: { data }, updates } = useRun(runId);
  const run = data?.data;
  const isOver = run !== undefined && hasEnded(run);
  const [isFollowed, setFollowed] = useState(false);
  const landed = updates.length;
  useEffect(() => {
    if (run !== undefined && !isOver) setFollowed(true);
  }, [run, isOver]);
  useEffect(() => {
    if (!isFollowed || (landed === 0 && !isOver)) return;
    for (const route of [...lookalikeRoutes, ...(isOver ? ['GET /api/runs' as const] : [])]) void queries.invalidateQueries({ queryKey: [route] });
    if (isOver) setFollowed(false);
  }, [queries, landed, isOver, isFollowed]);
  if (run === undefined) return null;
  if (isOver) return <Left run={run} />;
  const { status, progress: { step } } = run;
  const found = updates.filter(({ name }) => name === 'found').reduce((sum, { data }) => sum + (data as { names: readonly string[] }).names.length, 0);
  const now = status === 'queued' ? words.waits : step === null ? words.underWay : words.steps[step] ?? step;
  return <UnderWay run={run} label={words.progress} step={now} more={found > 0 ? words.found(found) : undefined} />;
}

/** What the last search could not do; nothing where it could do everything. */
function Left({ run }: { run: Run }) {
  if (run.status === 'failed') return <RunFailed run={run} title={words.failed} />;
  const { names, unknown, left } = (run.result ?? {}) as { names?: number; unknown?: number; left?: number };
  return (
    <>
      {unknown && names ? <p className={classes.quiet}>{words.unknown(unknown, names)}</p> : null}
      {left ? <p className={classes.quiet}>{words.left(left)}</p> : null}
    </>
  );
}
