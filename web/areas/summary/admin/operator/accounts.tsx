import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { DataOf } from '../../../../api/client.ts';
import { usePages } from '../../../../api/queries.ts';
import { language } from '../../../../language/index.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { DataTable, type Column } from '../../../../parts/data-table.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { texts as parts } from '../../../../texts/parts.ts';
import { texts } from '../texts/admin.ts';
import classes from './admin.module.css';

type Account = DataOf<'GET /api/admin/accounts'>['data'][number];

const words = texts.accounts;
const columns: readonly Column<Account>[] = [
  { id: 'name', title: words.columns.name, cell: ({ id, name, operator, trusted }) => <><Link to="/admin/$section" params={{ section: 'audit' }} search={{ accountId: id }} aria-label={words.entries(name)}>{name}</Link> {operator && <StatusBadge status="info" word={words.operator} />}{trusted && <StatusBadge status="warn" word={words.trusted} />}</> },
  { id: 'plan', title: words.columns.plan, width: '7rem', cell: ({ plan }) => parts.planNames[plan] },
  { id: 'people', title: words.columns.people, width: '5rem', align: 'end', from: 'sm', cell: ({ people }) => language.number(people) },
  { id: 'keys', title: words.columns.keys, width: '7rem', align: 'end', from: 'sm', cell: ({ activeKeys }) => language.number(activeKeys) },
  { id: 'createdAt', title: words.columns.createdAt, width: '9rem', from: 'md', cell: ({ createdAt }) => <Ago at={createdAt} /> },
  { id: 'id', title: words.columns.id, width: '18rem', from: 'lg', cell: ({ id }) => <code>{id}</code> },
];

/** Every account of the service, newest first. */
export function Accounts() {
  const query = usePages('GET /api/admin/accounts', { limit: 200 });
  const { fetchNextPage } = query;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  return (
    <>
      <Loaded of={query} what={words.what}>
        {({ pages }) => <DataTable label={words.label} columns={columns} rows={pages.flatMap(({ data }) => data)} keyOf={({ id }) => id} nameOf={({ name }) => name} onEnd={query.hasNextPage ? more : undefined} />}
      </Loaded>
      <p className={classes.foot}>{words.setPlan} <code>{words.setPlanCommand}</code></p>
      <p className={classes.foot}>{words.trust} <code>{words.trustCommand}</code></p>
    </>
  );
}
