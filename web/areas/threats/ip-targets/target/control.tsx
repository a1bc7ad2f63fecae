import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { hasEnded, useRun } from '../../../../api/run.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Confirm } from '../../../../parts/confirm.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import classes from '../ip-targets.module.css';
import { texts } from '../texts/ip-targets.ts';
import { targetRoutes, type Details } from '../types.ts';

const { target: words } = texts;

/** When the target was scanned, how to scan it now, and how to delete it. */
export function Control({ of: { id, target, state, scannedAt, nextScanAt, underWay } }: { of: Details }) {
  const mayChange = useMayChange();
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const scan = useSend('POST /api/ip-targets/{id}/scan', targetRoutes);
  const remove = useSend('DELETE /api/ip-targets/{id}', ['GET /api/ip-targets', 'GET /api/alerts', 'GET /api/alerts/summary']);
  const runId = underWay?.runId ?? scan.data?.data.id ?? null;
  return (
    <div className={classes.section}>
      <div className={classes.bar}>
        <p className={classes.quiet}>{scannedAt === null ? words.never : <>{words.scanned} <Ago at={scannedAt} /></>}{nextScanAt !== null && <> · {words.next} <Ago at={nextScanAt} /></>}</p>
        {mayChange && (
          <div className={classes.controls}>
            {state !== 'pending' && <Button loading={scan.isPending || underWay !== null} onClick={() => scan.mutate({ id })}>{words.scan}</Button>}
            <Button variant="default" onClick={() => setAsks(true)}>{words.remove}</Button>
          </div>
        )}
      </div>
      {scan.error && <ProblemNote error={scan.error} what={words.scanning} />}
      {runId !== null && <UnderWay key={runId} runId={runId} />}
      <Confirm opened={asks} onClose={() => setAsks(false)} title={words.removeTitle(target)} action={words.remove} dangerous onConfirm={async () => { await remove.mutateAsync({ id }); await navigate({ to: '/ip-targets' }); }}>{words.removeSays}</Confirm>
    </div>
  );
}

/** A scan while it goes on; what it found is asked for when it ends. */
function UnderWay({ runId }: { runId: string }) {
  const queries = useQueryClient();
  const run = useRun(runId).query.data?.data;
  const isOver = run !== undefined && hasEnded(run);
  useEffect(() => {
    if (isOver) for (const route of targetRoutes) void queries.invalidateQueries({ queryKey: [route] });
  }, [queries, isOver]);
  if (run === undefined || isOver) return null;
  return <p className={classes.quiet}><span role="status">{texts.stages[run.progress.step ?? 'lookups'] ?? words.underWay}</span> · <Link to="/runs/$id" params={{ id: runId }}>{words.see}</Link></p>;
}
