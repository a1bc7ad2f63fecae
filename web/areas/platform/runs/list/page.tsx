import { Button, Progress } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { InputOf } from '../../../../api/client.ts';
import { useRunKinds } from '../../../../area.ts';
import { useGet, usePages } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { DataTable, type Column } from '../../../../parts/data-table.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar, type Filter } from '../../../../parts/filter-bar.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { Sample } from '../../../../parts/sample.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/runs.ts';
import classes from './runs.module.css';
import { secondsOf, statusOfRun, type RunLine } from '../run-status.ts';

const route = getRouteApi('/own/runs');
const EVERY_MS = 3000;
/** The name of what a run is about, and below it on small screens what has no column there. */
const ROW_PX = 52;
const optionsOf = (words: Readonly<Record<string, string>>) => Object.entries(words).map(([value, label]) => ({ value, label }));
const filtersWith = (kinds: Readonly<Record<string, string>>): readonly Filter[] => [
  { kind: 'choice', name: 'status', label: texts.filters.status, options: optionsOf(texts.statuses) },
  { kind: 'choice', name: 'kind', label: texts.filters.kind, options: optionsOf(kinds) },
];
const columnsWith = (kinds: Readonly<Record<string, string>>): readonly Column<RunLine>[] => [
  { id: 'subject', title: texts.columns.subject, cell: run => <Subject of={run} kind={kinds[run.kind] ?? run.kind} /> },
  { id: 'kind', title: texts.columns.kind, width: '12rem', from: 'md', cell: ({ kind }) => kinds[kind] ?? kind },
  { id: 'status', title: texts.columns.status, width: '9.5rem', cell: run => <RunStatus run={run} /> },
  { id: 'trigger', title: texts.columns.trigger, width: '8rem', from: 'lg', cell: ({ trigger }) => texts.triggers[trigger] },
  { id: 'createdAt', title: texts.columns.createdAt, width: '9rem', from: 'sm', cell: ({ createdAt }) => <Ago at={createdAt} /> },
  { id: 'took', title: texts.columns.took, width: '6rem', align: 'end', from: 'md', cell: run => tookOf(run) },
];

/** What was asked for and what came by schedule, newest first; what is running is polled. */
export default function Runs() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const kinds = Object.fromEntries(Array.from(useRunKinds(), ([kind, { label }]) => [kind, label()]));
  const query = usePages('GET /api/runs', { ...search, limit: 100 } as InputOf<'GET /api/runs'>);
  const running = useGet('GET /api/runs', { status: 'running', limit: 200 }, { everyMs: EVERY_MS });
  const queued = useGet('GET /api/runs', { status: 'queued', limit: 200 }, { everyMs: EVERY_MS });
  const counts = useGet('GET /api/runs/summary', {}, { everyMs: EVERY_MS }).data?.data;
  const { fetchNextPage } = query;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const change = (changed: Readonly<Record<string, string | undefined>>): void => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true });
  const live = new Map([...queued.data?.data ?? [], ...running.data?.data ?? []].map(run => [run.id, run]));
  return (
    <>
      <PageHead title={texts.title} answer={counts && texts.answer(counts.running, counts.queued)} />
      <FilterBar filters={filtersWith(kinds)} values={search} onChange={change} />
      {search.subject !== undefined && <p className={classes.only}>{texts.ofOne} <Button size="compact-xs" variant="default" onClick={() => change({ subject: undefined })}>{texts.all}</Button></p>}
      <Loaded of={query} what={texts.what}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data).map(run => live.get(run.id) ?? run);
          if (rows.length === 0) return <Nothing filtered={Object.keys(search).length > 0} onClear={() => void navigate({ to: '.', search: {} })} />;
          return <DataTable label={texts.title} columns={columnsWith(kinds)} rows={rows} keyOf={({ id }) => id} nameOf={({ subject }) => subject.label} rowHeight={ROW_PX} onEnd={query.hasNextPage ? more : undefined} />;
        }}
      </Loaded>
    </>
  );
}

function Subject({ of: { id, subject, createdAt }, kind }: { of: RunLine; kind: string }) {
  return (
    <span className={classes.subject}>
      <Link to="/runs/$id" params={{ id }}>{subject.label}</Link>
      <span className={classes.under}><span className={classes.when}><Ago at={createdAt} /> · </span><span>{kind}</span></span>
    </span>
  );
}

function RunStatus({ run: { status, progress: { done, total } } }: { run: RunLine }) {
  if (status !== 'running') return <StatusBadge status={statusOfRun[status]} word={texts.statuses[status]} />;
  return <span className={classes.live}><Progress size="sm" value={total === 0 ? 5 : Math.max(5, (done / total) * 100)} aria-label={texts.statuses.running} /><span>{texts.progress(done, total)}</span></span>;
}

function tookOf(run: RunLine): string {
  const seconds = secondsOf(run, Date.now());
  return seconds === null ? texts.none : texts.seconds(seconds);
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered) return <Empty title={texts.emptyFiltered} action={<Button variant="default" onClick={onClear}>{texts.clear}</Button>} />;
  return <Empty title={texts.empty} sample={<Sample of={texts.sample} as={['info', 'pass', 'pass']} />} action={<Button variant="default" renderRoot={props => <Link to="/domains" {...props} />}>{texts.toDomains}</Button>}>{texts.emptyWhy}</Empty>;
}
