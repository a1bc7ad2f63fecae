import { Button, Progress, Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { hasEnded, useRun } from '../../../../api/run.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/exposure.ts';
import { exposureRoutes, type Latest } from '../types.ts';
import classes from './exposure.module.css';

const { scan: words } = texts;
const LEAST_SHOWN = 3;
type Profile = keyof typeof words.profiles;

/** When it was scanned last, how to scan it now, and how far a scan is that goes on. */
export function ScanControl({ id, of, runId }: { id: string; of: Latest | null; runId: string | null }) {
  const mayChange = useMayChange();
  const [profile, setProfile] = useState<Profile>('standard');
  const send = useSend('POST /api/vuln-scan/start', exposureRoutes);
  const followed = runId ?? send.data?.data.id ?? null;
  return (
    <div className={classes.section}>
      <div className={classes.bar}>
        <p className={classes.quiet}>{of && <>{words.done} <Ago at={of.scan.finishedAt} /> · {texts.figures.hosts} {texts.count(of.scan.summary.hosts)} · {texts.figures.ports} {texts.count(of.scan.summary.openPorts)}</>}</p>
        {mayChange && (
          <div className={classes.controls}>
            <Select aria-label={words.profile} allowDeselect={false} data={Object.entries(words.profiles).map(([value, label]) => ({ value, label }))} value={profile} onChange={value => setProfile((value ?? 'standard') as Profile)} w={180} />
            <Button loading={send.isPending || runId !== null} leftSection={<Icon name="search" size={16} />} onClick={() => send.mutate({ domainId: id, profile })}>{words.start}</Button>
          </div>
        )}
      </div>
      {send.error && <ProblemNote error={send.error} what={words.starting} />}
      {followed !== null && <UnderWay key={followed} runId={followed} />}
    </div>
  );
}

/** A scan while it goes on; what it found is asked for when it ends. */
function UnderWay({ runId }: { runId: string }) {
  const queries = useQueryClient();
  const run = useRun(runId).query.data?.data;
  const isOver = run !== undefined && hasEnded(run);
  useEffect(() => {
    if (isOver) for (const route of exposureRoutes) void queries.invalidateQueries({ queryKey: [route] });
  }, [queries, isOver]);
  if (run === undefined || isOver) return isOver ? <p className={classes.quiet} role="status">{words.ended} · <Link to="/runs/$id" params={{ id: runId }}>{words.see}</Link></p> : null;
  const { status, progress: { done, total, step } } = run;
  return (
    <div className={classes.underWay}>
      <Progress value={total === 0 ? LEAST_SHOWN : Math.max(LEAST_SHOWN, (done / total) * 100)} aria-label={words.progress} animated={status === 'running'} />
      <p className={classes.quiet}><span role="status">{status === 'queued' ? words.waits : words.step[step ?? 'resolve'] ?? words.starting}</span> · <Link to="/runs/$id" params={{ id: runId }}>{words.see}</Link></p>
    </div>
  );
}
