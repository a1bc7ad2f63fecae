import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { DataOf, InputOf } from '../../../../api/client.ts';
import { useMayChange } from '../../../../api/may.ts';
import { usePages, useSend } from '../../../../api/queries.ts';
import type { Run } from '../../../../api/run.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { DataTable, type Column } from '../../../../parts/data-table.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar, type Filter } from '../../../../parts/filter-bar.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts as words } from '../texts/subdomains.ts';
import classes from './subdomains.module.css';
import { Follower } from '../../inventory/index.ts';

type Answer = DataOf<'GET /api/domains/{id}/subdomains'>;
type Name = Answer['data'][number];

const route = getRouteApi('/own/domains/$id/subdomains');
const ROWS_A_PAGE = 200;
const filters: readonly Filter[] = [
  { kind: 'text', name: 'search', label: words.search },
  { kind: 'choice', name: 'source', label: words.source, options: Object.entries(words.sources).map(([value, label]) => ({ value, label })) },
];
const columns: readonly Column<Name>[] = [
  { id: 'name', title: words.columns.name, cell: ({ name }) => <span title={name}>{name}</span> },
  { id: 'leads', title: words.columns.leads, from: 'sm', cell: name => <Leads of={name} /> },
  { id: 'sources', title: words.columns.sources, width: '16rem', from: 'md', cell: ({ sources }) => <Sources of={sources} /> },
  { id: 'first', title: words.columns.first, width: '8rem', from: 'lg', cell: ({ firstSeenAt }) => <Ago at={firstSeenAt} /> },
  { id: 'last', title: words.columns.last, width: '8rem', cell: ({ lastSeenAt }) => <Ago at={lastSeenAt} /> },
];

/** The names that are known below the domain. */
export default function Subdomains() {
  const { id } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = usePages('GET /api/domains/{id}/subdomains', { id, ...search, limit: ROWS_A_PAGE } as InputOf<'GET /api/domains/{id}/subdomains'>);
  const { fetchNextPage, refetch } = query;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const ended = useCallback(() => void refetch(), [refetch]);
  const isFiltered = Object.keys(search).length > 0;
  return (
    <>
      <Discover id={id} search={search} onEnd={ended} />
      <Loaded of={query} what={words.what}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          return (
            <>
              <Discovery of={pages[0]?.discovery ?? null} id={id} />
              {(rows.length > 0 || isFiltered) && <FilterBar filters={filters} values={search} onChange={changed => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true })} />}
              {rows.length === 0
                ? <Empty title={isFiltered ? words.filteredTitle : words.emptyTitle}>{isFiltered ? null : words.empty}</Empty>
                : <DataTable label={words.label} columns={columns} rows={rows} keyOf={({ name }) => name} nameOf={({ name }) => name} onEnd={query.hasNextPage ? more : undefined} />}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function Leads({ of: { addresses, target } }: { of: Name }) {
  const leads = [...(target === null ? [] : [target]), ...addresses];
  return leads.length === 0 ? <span className={classes.quiet}>{words.noAddress}</span> : <span title={leads.join(', ')}>{leads.join(', ')}</span>;
}

function Sources({ of }: { of: Name['sources'] }) {
  const said = of.map(source => words.sources[source] ?? source).join(', ');
  return <span title={said}>{said}</span>;
}

/** Starts a search and follows it. */
function Discover({ id, search, onEnd }: { id: string; search: Readonly<Record<string, string>>; onEnd: () => void }) {
  const mayChange = useMayChange();
  const send = useSend('POST /api/domains/{id}/subdomains/discover');
  const [runId, setRunId] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const end = useCallback((run: Run) => {
    setRunId(null);
    setFailure(run.status === 'failed' ? run.error : null);
    onEnd();
  }, [onEnd]);
  return (
    <>
      <div className={classes.bar}>
        <span role="status" className={classes.quiet}>{runId === null ? null : words.running}</span>
        <span className={classes.tools}>
          <Button variant="default" component="a" href={`/api/domains/${id}/subdomains/export?${new URLSearchParams(search).toString()}`} download leftSection={<Icon name="download" size={16} />}>{words.export}</Button>
          {mayChange && <Button variant="default" loading={send.isPending || runId !== null} leftSection={<Icon name="search" size={16} />} onClick={() => send.mutate({ id }, { onSuccess: ({ data }) => setRunId(data.id) })}>{words.discover}</Button>}
        </span>
      </div>
      {runId !== null && <Follower key={runId} id={runId} onUpdates={passOver} onEnd={end} />}
      {send.error && <div className={classes.said}><ProblemNote error={send.error} what={words.discovering} /></div>}
      {failure !== null && <p className={classes.failed} data-status="fail" role="alert">{failure}</p>}
    </>
  );
}

function passOver(): void {}

function Discovery({ of, id }: { of: Answer['discovery']; id: string }) {
  if (of === null) return <p className={classes.said}>{words.never}</p>;
  const { finishedAt, wildcard, zoneWalk, failed } = of;
  return (
    <div className={classes.said}>
      <p>{words.last} <Ago at={finishedAt} />. {words.walk[zoneWalk.state](zoneWalk.names)} {zoneWalk.state === 'notOwned' && <Link to="/domains/$id/settings" params={{ id }} hash="ownership">{words.prove}</Link>}</p>
      {wildcard && <p className={classes.quiet}>{words.wildcard}</p>}
      {failed > 0 && <p className={classes.quiet}>{words.failed(failed)}</p>}
    </div>
  );
}
