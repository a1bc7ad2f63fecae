import { getRouteApi, Link } from '@tanstack/react-router';
import type { InputOf } from '../../../../api/client.ts';
import { useGet, usePages } from '../../../../api/queries.ts';
import { DataTable, type Column } from '../../../../parts/data-table.tsx';
import { FilterBar, type Filter } from '../../../../parts/filter-bar.tsx';
import { statusOfFinding } from '../../../../parts/finding-status.ts';
import { Loaded } from '../../../../parts/loaded.tsx';
import { Matching } from '../../../../parts/matching.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { StatusMark } from '../../../../parts/status-badge.tsx';
import classes from '../site-audit.module.css';
import { texts } from '../texts/audit.ts';
import type { PageLine } from '../types.ts';

const route = getRouteApi('/own/domains/$id/site/pages');
const { pages: words } = texts;
const ROWS_A_PAGE = 100;
const optionsOf = (of: Readonly<Record<string, string>>) => Object.entries(of).map(([value, label]) => ({ value, label }));

/** Every page that the latest audit fetched. */
export default function Pages() {
  const { id } = route.useParams();
  const domain = useGet('GET /api/domains/{id}', { id }).data?.data.unicodeName ?? '';
  const results = useGet('GET /api/seo-results/{domainId}', { domainId: id });
  const head = (answer: string | null) => <PageHead title={words.title(domain)} answer={answer && <span>{answer}</span>} above={<Link to="/domains/$id/site" params={{ id }}>{texts.issue.above(domain)}</Link>} />;
  return (
    <div className={classes.page}>
      <Loaded of={results} what={words.what}>{({ data }) => (data === null ? <>{head(words.never)}</> : <Listed domainId={id} auditId={data.audit.id} head={head} />)}</Loaded>
    </div>
  );
}

function Listed({ domainId, auditId, head }: { domainId: string; auditId: string; head: (answer: string | null) => React.ReactNode }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = usePages('GET /api/site-audits/{id}/pages', { ...search, id: auditId, limit: ROWS_A_PAGE } as InputOf<'GET /api/site-audits/{id}/pages'>);
  // Of all pages, whatever the filters show.
  const total = useGet('GET /api/site-audits/{id}/pages', { id: auditId, limit: 1 }).data?.total;
  const isFiltered = Object.keys(search).length > 0;
  const { search: text, outcome, statusClass, severity } = words.filters;
  const filters: Filter[] = [
    { kind: 'text', name: 'search', label: text },
    { kind: 'choice', name: 'outcome', label: outcome, options: optionsOf(words.outcomes) },
    { kind: 'choice', name: 'statusClass', label: statusClass, options: optionsOf(words.classes) },
    { kind: 'choice', name: 'severity', label: severity, options: optionsOf(texts.severities) },
  ];
  const columns: Column<PageLine>[] = [
    { id: 'url', title: words.columns.url, isLine: true, cell: ({ url, page, title }) => <Link to="/domains/$id/site/pages/$page" params={{ id: domainId, page: String(page) }} title={title ?? url}>{url}</Link> },
    { id: 'status', title: words.columns.status, width: '9rem', cell: ({ status, outcome: how }) => status ?? words.outcomes[how] },
    { id: 'issues', title: words.columns.issues, width: '5rem', align: 'end', cell: ({ issues, severity: worst }) => <>{worst && <StatusMark status={statusOfFinding({ state: 'fail', severity: worst })} label={texts.severities[worst]} />} {issues}</> },
    { id: 'depth', title: words.columns.depth, width: '5rem', align: 'end', from: 'md', cell: ({ depth }) => depth ?? '–' },
  ];
  return (
    <>
      {head(total === undefined ? null : words.answer(total))}
      <FilterBar filters={filters} values={search} onChange={changed => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true })} />
      <Matching of={isFiltered ? query.data?.pages[0]?.total : undefined} all={total} />
      <Loaded of={query} what={words.what}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          return rows.length === 0 ? <p>{words.none}</p> : <DataTable label={words.columns.url} columns={columns} rows={rows} keyOf={({ page }) => String(page)} nameOf={({ url }) => url} />;
        }}
      </Loaded>
      <MoreRows of={query} />
    </>
  );
}
