import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { usePages } from '../../api/queries.ts';
import type { DataOf, InputOf } from '../../api/client.ts';
import { Ago } from '../../parts/ago.tsx';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FilterBar, type Filter } from '../../parts/filter-bar.tsx';
import { Grade } from '../../parts/grade.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { texts } from '../../texts/en/domains.ts';

type Row = DataOf<'GET /api/domains'>['data'][number];

const route = getRouteApi('/own/domains');
const filters: readonly Filter[] = [{ kind: 'text', name: 'search', label: texts.search }];
const columns: readonly Column<Row>[] = [
  { id: 'score', title: texts.columns.score, sortable: true, width: '5rem', cell: ({ grade, score }) => <Grade grade={grade} score={score} /> },
  { id: 'name', title: texts.columns.name, sortable: true, cell: ({ id, unicodeName }) => <Link to="/domains/$id" params={{ id }}>{unicodeName}</Link> },
  { id: 'issues', title: texts.columns.issues, sortable: true, width: '6rem', align: 'end', from: 'sm', cell: ({ issues }) => issues },
  { id: 'checkedAt', title: texts.columns.checkedAt, sortable: true, width: '9rem', from: 'md', cell: ({ checkedAt }) => <Ago at={checkedAt} /> },
  { id: 'expiresAt', title: texts.columns.expiresAt, sortable: true, width: '10rem', from: 'md', cell: ({ expiresAt }) => <Ago at={expiresAt} /> },
];

/** The inventory. */
export default function Domains() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = usePages('GET /api/domains', { ...search, limit: 200 } as InputOf<'GET /api/domains'>);
  const { fetchNextPage } = query;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const change = (changed: Readonly<Record<string, string | undefined>>): void => void navigate({ search: before => ({ ...before, ...changed }), replace: true });
  return (
    <>
      <PageHead title={texts.title} />
      <FilterBar filters={filters} values={search} onChange={change} />
      <Loaded of={query} what={texts.what}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          if (rows.length === 0) return <Empty title={texts.emptyTitle} action={<Button renderRoot={props => <Link to="/domain-checkup.html" {...props} />}>{texts.check}</Button>}>{texts.empty}</Empty>;
          return (
            <DataTable
              label={texts.title} columns={columns} rows={rows} keyOf={({ id }) => id} nameOf={({ unicodeName }) => unicodeName}
              sort={search.sort ?? 'name'} onSort={sort => change({ sort })} onEnd={query.hasNextPage ? more : undefined}
            />
          );
        }}
      </Loaded>
    </>
  );
}
