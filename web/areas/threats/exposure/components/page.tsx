import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { InputOf } from '../../../../api/client.ts';
import { useGet, usePages } from '../../../../api/queries.ts';
import { useSession } from '../../../../api/session.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { DataTable, type Column } from '../../../../parts/data-table.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar, type Filter } from '../../../../parts/filter-bar.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { Matching } from '../../../../parts/matching.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { PlanNote } from '../../../../parts/plan-note.tsx';
import { Sample } from '../../../../parts/sample.tsx';
import classes from '../domain/exposure.module.css';
import { texts } from '../texts/components.ts';
import type { Component } from '../types.ts';

const route = getRouteApi('/own/components');
const ROWS_A_PAGE = 100;
const { columns: heads } = texts;

const filters: readonly Filter[] = [
  { kind: 'text', name: 'product', label: texts.filters.product },
  { kind: 'text', name: 'version', label: texts.filters.version },
  { kind: 'choice', name: 'kind', label: texts.filters.kind, options: Object.entries(texts.kinds).map(([value, label]) => ({ value, label })) },
  { kind: 'text', name: 'domain', label: texts.filters.domain },
];

const columns: readonly Column<Component>[] = [
  { id: 'product', title: heads.product, isLine: true, cell: ({ product, evidence }) => <span title={evidence}>{product}</span> },
  { id: 'version', title: heads.version, width: '7.5rem', cell: ({ version }) => version ?? <span className={classes.quiet}>{texts.noVersion}</span> },
  { id: 'kind', title: heads.kind, width: '7rem', from: 'md', cell: ({ kind }) => texts.kinds[kind] },
  { id: 'host', title: heads.host, cell: ({ domainId, domain, address, port }) => <Link to="/domains/$id/exposure" params={{ id: domainId }} title={domain}>{port === null ? address : `${address}:${port}`}</Link> },
  { id: 'seen', title: heads.seen, width: '8rem', from: 'md', cell: ({ lastSeenAt }) => <Ago at={lastSeenAt} /> },
];

/** What runs on the hosts of all domains. */
export default function Components() {
  const plan = useSession()?.plan;
  return plan === 'free' ? <><PageHead title={texts.title} /><PlanNote plan="pro" sample={<Sample of={texts.sample} as={['warn', 'pass']} />}>{texts.planNeeded}</PlanNote></> : <Shown />;
}

function Shown() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = usePages('GET /api/vuln-scan/components', { ...search, limit: ROWS_A_PAGE } as InputOf<'GET /api/vuln-scan/components'>);
  // Of all components, whatever the filters show.
  const counts = useGet('GET /api/vuln-scan/components', { limit: 1 }).data?.counts;
  const isFiltered = Object.keys(search).length > 0;
  const change = (changed: Readonly<Record<string, string | undefined>>) => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true });
  const href = `/api/vuln-scan/components/export?${new URLSearchParams(Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined)).toString()}`;
  return (
    <div className={classes.page}>
      <PageHead
        title={texts.title} answer={counts && <span>{texts.answer(counts.total, counts.domains, counts.addresses)}, {texts.unknown(counts.total - counts.versionKnown)}</span>}
        actions={<Button variant="default" component="a" href={href} download leftSection={<Icon name="download" size={16} />}>{texts.export}</Button>}
      />
      <div>
        {(isFiltered || counts?.total !== 0) && <FilterBar filters={filters} values={search} onChange={change} />}
        <Matching of={isFiltered ? query.data?.pages[0]?.counts.total : undefined} all={counts?.total} />
        <Loaded of={query} what={texts.what}>
          {({ pages }) => {
            const rows = pages.flatMap(({ data }) => data);
            if (rows.length > 0) return <DataTable label={texts.label} columns={columns} rows={rows} keyOf={({ id }) => id} nameOf={({ product }) => product} />;
            return isFiltered ? <Empty title={texts.filteredTitle} /> : <Empty title={texts.emptyTitle} action={<Button variant="default" renderRoot={props => <Link to="/domains" {...props} />}>{texts.domains}</Button>}>{texts.empty}</Empty>;
          }}
        </Loaded>
      </div>
      <MoreRows of={query} />
    </div>
  );
}
