import { Button, Progress } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useRunKinds } from '../../../../area.ts';
import { useSend, useGet } from '../../../../api/queries.ts';
import { hasEnded, useRun, type Run, type RunUpdate } from '../../../../api/run.ts';
import { useSession } from '../../../../api/session.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Confirm } from '../../../../parts/confirm.tsx';
import { Loaded, Loading } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { Facts } from '../../../../parts/facts.tsx';
import { texts as listTexts } from '../texts/runs.ts';
import { texts } from '../texts/run.ts';
import { secondsOf, statusOfRun } from '../run-status.ts';
import { RunSteps } from './run-steps.tsx';
import classes from './run.module.css';

const route = getRouteApi('/own/runs/$id');

/** One run: its steps and what it finds as they land, and what came out of it. */
export default function RunPage() {
  const { id } = route.useParams();
  return <OneRun key={id} id={id} />;
}

function OneRun({ id }: { id: string }) {
  const { query, updates } = useRun(id);
  return <Loaded of={query} what={texts.what}>{({ data }) => <Shown run={data} updates={updates} />}</Loaded>;
}

function Shown({ run, updates }: { run: Run; updates: readonly RunUpdate[] }) {
  const { id, kind, subject, status, error, trigger, createdAt, startedAt, finishedAt, progress } = run;
  const ended = hasEnded(run);
  const history = useGet('GET /api/runs/{id}/events', { id, limit: 200 }, { enabled: ended && updates.length === 0 });
  const events = updates.length > 0 ? updates : history.data?.data ?? [];
  const runKind = useRunKinds().get(kind);
  const stage = progress.step === null ? null : runKind?.stages()[progress.step] ?? progress.step;
  return (
    <>
      <PageHead
        title={texts.title(runKind?.label() ?? kind, subject.label)} above={<Link to="/runs">{texts.above}</Link>}
        answer={<span role="status">{texts.answers[status]}{status === 'running' && stage !== null ? ` ${stage}.` : null}</span>}
        actions={<><Button variant="default" renderRoot={props => <Link to="/domains/$id" params={{ id: subject.id }} {...props} />}>{texts.toSubject(subject.label)}</Button>{!ended && <Cancel id={id} />}</>}
      />
      {!ended && (
        <div className={classes.progress}>
          <Progress value={progress.total === 0 ? 3 : Math.max(3, (progress.done / progress.total) * 100)} aria-label={texts.progressLabel} animated={status === 'running'} />
          <p className={classes.quiet}>{startedAt !== null && <>{texts.progress(progress.done, progress.total)} · {texts.elapsing} <Elapsed run={run} />. </>}{texts.keep}</p>
        </div>
      )}
      {error !== null && <section className={classes.failed} data-status="fail" role="alert"><p className={classes.failedTitle}>{error}</p>{status === 'failed' && <p>{texts.failedNext}</p>}</section>}
      <div className={classes.page}>
        <div className={classes.main}>
          {runKind ? <Suspense fallback={<Loading what={texts.what} />}><runKind.View run={run} events={events} /></Suspense> : <RunSteps run={run} events={events} />}
        </div>
        <aside className={classes.side} aria-label={texts.facts.id}>
          <Facts of={[
            [texts.facts.status, <StatusBadge status={statusOfRun[status]} word={listTexts.statuses[status]} />],
            [texts.facts.trigger, listTexts.triggers[trigger]],
            [texts.facts.createdAt, <Ago at={createdAt} />],
            [texts.facts.startedAt, startedAt && <Ago at={startedAt} />],
            [texts.facts.finishedAt, finishedAt && <Ago at={finishedAt} />],
            [texts.elapsed, ended && startedAt !== null ? <Elapsed run={run} /> : null],
            [texts.facts.id, <code>{id}</code>],
          ]} />
        </aside>
      </div>
    </>
  );
}

/** How long it takes, by the second while it goes on. */
function Elapsed({ run }: { run: Run }) {
  const [now, setNow] = useState(Date.now);
  const ended = hasEnded(run);
  useEffect(() => {
    if (ended) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [ended]);
  const seconds = secondsOf(run, now);
  return <>{seconds === null ? listTexts.none : listTexts.seconds(seconds)}</>;
}

function Cancel({ id }: { id: string }) {
  const role = useSession()?.role;
  const [asking, setAsking] = useState(false);
  const cancel = useSend('POST /api/runs/{id}/cancel', ['GET /api/runs', 'GET /api/runs/{id}']);
  if (role === 'viewer') return null;
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>{texts.cancel}</Button>
      <Confirm opened={asking} onClose={() => setAsking(false)} title={texts.cancel} action={texts.cancel} dangerous onConfirm={() => cancel.mutateAsync({ id })}>{texts.cancelSays}</Confirm>
    </>
  );
}
