import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { DataOf } from '../../../../api/client.ts';
import { usePages } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { DataTable, type Column } from '../../../../parts/data-table.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar, type Filter } from '../../../../parts/filter-bar.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { texts } from '../texts/admin.ts';

type Entry = DataOf<'GET /api/admin/audit-log'>['data'][number];

const words = texts.audit;
const filters: readonly Filter[] = [
  { kind: 'text', name: 'accountId', label: words.filters.accountId },
  { kind: 'text', name: 'action', label: words.filters.action },
];
const columns: readonly Column<Entry>[] = [
  { id: 'action', title: words.columns.action, isLine: true, cell: ({ action }) => <code>{action}</code> },
  { id: 'at', title: words.columns.at, width: '9rem', cell: ({ at }) => <Ago at={at} /> },
  { id: 'actor', title: words.columns.actor, width: '13rem', from: 'md', cell: ({ actor: { type, id, prefix } }) => <>{words.actors[type]} <code>{prefix ?? id}</code></> },
  { id: 'resource', title: words.columns.resource, width: '12rem', from: 'lg', cell: ({ resource: { id } }) => <code>{id}</code> },
  { id: 'account', title: words.columns.account, width: '11rem', from: 'md', cell: ({ accountId }) => <Link to="/admin/$section" params={{ section: 'audit' }} search={{ accountId }}><code>{accountId}</code></Link> },
];

/** What was changed on any account, newest first. */
export function AuditLog() {
  const { accountId, action } = useSearch({ from: '/own/admin/$section' });
  const search = { ...(accountId === undefined ? {} : { accountId }), ...(action === undefined ? {} : { action }) };
  const navigate = useNavigate();
  const query = usePages('GET /api/admin/audit-log', { ...search, limit: 100 });
  const { fetchNextPage } = query;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const show = (changed: Readonly<Record<string, string | undefined>>): void => void navigate({ to: '/admin/$section', params: { section: 'audit' }, search: { ...search, ...changed }, replace: true });
  return (
    <>
      <FilterBar filters={filters} values={search} onChange={show} />
      <Loaded of={query} what={words.what}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          if (rows.length === 0) return <Empty title={words.empty} action={<Button variant="default" onClick={() => show({ accountId: undefined, action: undefined })}>{words.clear}</Button>} />;
          return <DataTable label={words.label} columns={columns} rows={rows} keyOf={({ id }) => id} nameOf={({ action }) => action} onEnd={query.hasNextPage ? more : undefined} />;
        }}
      </Loaded>
    </>
  );
}
