import { Button, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { usePages, useSend } from '../../../../api/queries.ts';
import { hasEnded, useRun, type Run } from '../../../../api/run.ts';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/lookalikes.ts';
import { names } from '../texts/names.ts';
import shared from '../list/lookalikes.module.css';
import { lookalikeRoutes } from '../types.ts';
import { RunFailed, UnderWay } from '../list/under-way.tsx';
import { Capture } from './capture.tsx';
import classes from './lookalike.module.css';

const { evidence: words } = texts;
const PAGE = 20;

/** What was kept of the lookalike, newest first; takes more, and hands it out for a takedown. */
export function Evidence({ domainId, name }: { domainId: string; name: string }) {
  const mayChange = useMayChange();
  const query = usePages('GET /api/domains/{id}/lookalike-evidence', { id: domainId, name, limit: PAGE });
  const send = useSend('POST /api/domains/{id}/lookalike-evidence');
  const [runId, setRunId] = useState<string | null>(null);
  const [failed, setFailed] = useState<Run | null>(null);
  const end = useCallback((run: Run) => {
    setRunId(null);
    setFailed(run.status === 'failed' ? run : null);
  }, []);
  const take = (): void => {
    setFailed(null);
    send.mutate({ id: domainId, name }, { onSuccess: ({ data }) => setRunId(data.id) });
  };
  const newest = query.data?.pages[0]?.data[0];
  return (
    <section className={classes.section} aria-labelledby="evidence">
      <div className={classes.head}>
        <Title order={2} id="evidence">{words.title}</Title>
        <div className={classes.tools}>
          {newest && <Button variant="default" component="a" href={newest.links.package} download leftSection={<Icon name="download" size={16} />}>{words.newest}</Button>}
          {mayChange && <Button loading={send.isPending || runId !== null} leftSection={<Icon name="copy" size={16} />} onClick={take}>{words.capture}</Button>}
        </div>
      </div>
      <p className={shared.quiet}>{words.why}</p>
      {send.error && <ProblemNote error={send.error} what={words.capturing} />}
      {runId !== null && <Followed key={runId} runId={runId} onEnd={end} />}
      {failed && <RunFailed run={failed} title={words.failed} />}
      <Loaded of={query} what={words.what}>
        {({ pages }) => {
          const captures = pages.flatMap(({ data }) => data);
          if (captures.length === 0) return <p className={shared.quiet}>{words.none}</p>;
          return <div className={shared.rows}>{captures.map((one, at) => <Capture key={one.id} of={one} fingerprint={pages[0]!.key.fingerprint} isOpen={at === 0} />)}</div>;
        }}
      </Loaded>
      <MoreRows of={query} />
    </section>
  );
}

function Followed({ runId, onEnd }: { runId: string; onEnd: (run: Run) => void }) {
  const queries = useQueryClient();
  const { query: { data } } = useRun(runId);
  const run = data?.data;
  const isOver = run !== undefined && hasEnded(run);
  useEffect(() => {
    if (!isOver) return;
    void Promise.all([...lookalikeRoutes, 'GET /api/domains/{id}/lookalike-evidence'].map(route => queries.invalidateQueries({ queryKey: [route] }))).then(() => onEnd(run));
  }, [queries, isOver, run, onEnd]);
  if (run === undefined) return null;
  const { status, progress: { step } } = run;
  return <UnderWay run={run} label={words.capturing} step={status === 'queued' ? words.waits : step === null ? words.underWay : (names.stages as Readonly<Record<string, string>>)[step] ?? step} />;
}
