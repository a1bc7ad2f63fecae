import { Anchor, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { hasEnded, useRun } from '../../../../api/run.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import classes from '../darkweb.module.css';
import { texts } from '../texts/darkweb.ts';
import { darkwebRoutes, type DomainState } from '../types.ts';

const { domain: words } = texts;

/** When sources were asked last, how to ask them now, and how far a search is that goes on. */
export function SearchControl({ state: { domainId, ownership, runId, lastScan, nextScan } }: { state: DomainState }) {
  const mayChange = useMayChange();
  const send = useSend('POST /api/darkweb/scan', darkwebRoutes);
  const followed = runId ?? send.data?.data.id ?? null;
  return (
    <div className={classes.section}>
      <div className={classes.bar}>
        <p className={classes.quiet}>{lastScan === null ? words.never : <>{words.last} <Ago at={lastScan} />{nextScan && <> · {words.next} <Ago at={nextScan} /></>}</>}</p>
        {mayChange && ownership.verified && <Button loading={send.isPending || runId !== null} leftSection={<Icon name="search" size={16} />} onClick={() => send.mutate({ domainId })}>{words.scan}</Button>}
      </div>
      {!ownership.verified && <p>{words.unproven} <Anchor underline="always" renderRoot={props => <Link to="/domains/$id/settings" params={{ id: domainId }} {...props} />}>{words.prove}</Anchor></p>}
      {send.error && <ProblemNote error={send.error} what={words.scanning} />}
      {followed !== null && <UnderWay key={followed} runId={followed} />}
    </div>
  );
}

/** A search while it goes on; what it found is asked for when it ends. */
function UnderWay({ runId }: { runId: string }) {
  const queries = useQueryClient();
  const run = useRun(runId).query.data?.data;
  const isOver = run !== undefined && hasEnded(run);
  useEffect(() => {
    if (isOver) for (const route of darkwebRoutes) void queries.invalidateQueries({ queryKey: [route] });
  }, [queries, isOver]);
  if (run === undefined) return null;
  return <p className={classes.quiet} role="status">{isOver ? words.ended : run.status === 'queued' ? words.queued : words.running} · <Link to="/runs/$id" params={{ id: runId }}>{words.see}</Link></p>;
}
