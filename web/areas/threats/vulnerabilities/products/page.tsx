import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useGet, usePages } from '../../../../api/queries.ts';
import { useSession } from '../../../../api/session.ts';
import { language } from '../../../../language/index.ts';
import { DataTable, type Column } from '../../../../parts/data-table.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar, type Filter } from '../../../../parts/filter-bar.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { Matching } from '../../../../parts/matching.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { PlanNote } from '../../../../parts/plan-note.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { AlertsBadge, hasAlerts } from '../priority.tsx';
import { Sections } from '../sections.tsx';
import { texts } from '../texts/vulnerabilities.ts';
import type { ProductInUse } from '../types.ts';
import classes from '../vulnerabilities.module.css';

const route = getRouteApi('/own/vulnerabilities/products');
const { products: words } = texts;
const { columns: heads } = words;

const filters: readonly Filter[] = [{ kind: 'text', name: 'domain', label: words.filters.domain }];

const columns: readonly Column<ProductInUse>[] = [
  { id: 'name', title: heads.name, isLine: true, cell: ({ name, product }) => (product === null ? name : <Link to="/vulnerabilities/product" search={{ id: product }}>{name}</Link>) },
  { id: 'version', title: heads.version, width: '6rem', cell: ({ version }) => version ?? <span className={classes.quiet}>{words.noVersion}</span> },
  { id: 'alerts', title: heads.alerts, width: '10rem', cell: ({ alerts, judged }) => (judged || hasAlerts(alerts) ? <AlertsBadge alerts={alerts} /> : <span className={classes.quiet}>{words.unjudged}</span>) },
  { id: 'hosts', title: heads.hosts, width: '5rem', align: 'end', from: 'sm', cell: ({ hosts }) => language.number(hosts) },
  { id: 'judged', title: heads.judged, width: '8rem', from: 'sm', cell: ({ judged }) => <StatusBadge status={judged ? 'pass' : 'unknown'} word={judged ? words.judged : words.unjudged} /> },
];

/** Every version of what hosts run, with its alerts, and whether it can be judged. */
export default function Products() {
  const plan = useSession()?.plan;
  return plan === 'free' ? <><PageHead title={texts.title} /><PlanNote plan="pro">{texts.planNeeded}</PlanNote></> : <Shown />;
}

function Shown() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = usePages('GET /api/vulnapps/products', { ...search });
  // Of all products, whatever the filters show.
  const counts = useGet('GET /api/vulnapps/products', { limit: 1 }).data?.counts;
  const isFiltered = Object.keys(search).length > 0;
  return (
    <div className={classes.page}>
      <PageHead title={texts.title} answer={counts && <span>{words.answer(counts.products, counts.withAlerts, counts.notJudged)}</span>} />
      <Sections />
      <div>
        <FilterBar filters={filters} values={search} onChange={changed => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true })} />
        <Matching of={isFiltered ? query.data?.pages[0]?.counts.products : undefined} all={counts?.products} />
        <Loaded of={query} what={words.what}>
          {({ pages }) => {
            const data = pages.flatMap(page => page.data);
            if (data.length > 0) return <DataTable label={words.label} columns={columns} rows={data} keyOf={({ name, product, version, judged }) => JSON.stringify([name, product, version, judged])} nameOf={({ name }) => name} />;
            return isFiltered ? <Empty title={words.filteredTitle} /> : <Empty title={words.emptyTitle} action={<Button variant="default" renderRoot={props => <Link to="/domains" {...props} />}>{words.domains}</Button>}>{words.empty}</Empty>;
          }}
        </Loaded>
        <MoreRows of={query} />
      </div>
    </div>
  );
}
