import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { InputOf } from '../../../../api/client.ts';
import { useGet, usePages } from '../../../../api/queries.ts';
import { useSession } from '../../../../api/session.ts';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar, type Filter } from '../../../../parts/filter-bar.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { Matching } from '../../../../parts/matching.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { PlanNote } from '../../../../parts/plan-note.tsx';
import { Sample } from '../../../../parts/sample.tsx';
import { StatusMark } from '../../../../parts/status-badge.tsx';
import { Sections } from '../sections.tsx';
import { texts } from '../texts/vulnerabilities.ts';
import classes from '../vulnerabilities.module.css';
import { AlertRow } from './alert-row.tsx';

const route = getRouteApi('/own/vulnerabilities');
const ROWS_A_PAGE = 50;
const { alerts: words } = texts;

const filters: readonly Filter[] = [
  { kind: 'choice', name: 'priority', label: words.filters.priority, options: Object.entries(texts.priorities).map(([value, label]) => ({ value, label })) },
  { kind: 'text', name: 'cve', label: words.filters.cve },
  { kind: 'text', name: 'host', label: words.filters.host },
  { kind: 'text', name: 'domain', label: words.filters.domain },
  { kind: 'text', name: 'product', label: words.filters.product },
  { kind: 'choice', name: 'doubtful', label: words.filters.doubtful, unset: words.doubtful.unset, options: [{ value: 'true', label: words.doubtful.yes }] },
];

/** Known vulnerabilities of what hosts run, the most urgent first. */
export default function Alerts() {
  const plan = useSession()?.plan;
  return plan === 'free' ? <><PageHead title={texts.title} /><PlanNote plan="pro" sample={<Sample of={texts.sample} as={['fail', 'warn']} />}>{texts.planNeeded}</PlanNote></> : <Shown />;
}

function Shown() {
  const { doubtful, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const query = usePages('GET /api/vulnapps/alerts', { ...search, ...(doubtful === undefined ? {} : { withDoubtful: doubtful }), limit: ROWS_A_PAGE } as InputOf<'GET /api/vulnapps/alerts'>);
  // Of all alerts, whatever the filters show.
  const counts = useGet('GET /api/vulnapps/alerts', { limit: 1 }).data?.counts;
  const isFiltered = Object.keys(search).length > 0;
  const isNarrowed = isFiltered || doubtful !== undefined;
  const change = (changed: Readonly<Record<string, string | undefined>>) => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true });
  return (
    <div className={classes.page}>
      <PageHead title={texts.title} answer={counts && <Answer of={counts} />} />
      <Sections />
      <div>
        <FilterBar filters={filters} values={{ ...search, doubtful }} onChange={change} />
        <Matching of={isNarrowed ? query.data?.pages[0]?.counts.total : undefined} all={doubtful === undefined ? counts?.total : undefined} />
        <Loaded of={query} what={words.what}>
          {({ pages }) => {
            const rows = pages.flatMap(({ data }) => data);
            if (rows.length > 0) return <ul className={classes.rows} aria-label={words.label}>{rows.map((alert, index) => <li key={alert.id}><AlertRow alert={alert} isFirst={index === 0} /></li>)}</ul>;
            return isFiltered ? <Empty title={words.filteredTitle} /> : <Empty title={words.emptyTitle} action={<Button variant="default" renderRoot={props => <Link to="/vulnerabilities/products" {...props} />}>{words.toProducts}</Button>}>{words.empty}</Empty>;
          }}
        </Loaded>
      </div>
      <MoreRows of={query} />
    </div>
  );
}

function Answer({ of: { total, priorities, vulnerabilities, hosts } }: { of: { total: number; priorities: { act: number; attend: number; track: number }; vulnerabilities: number; hosts: number } }) {
  if (total === 0) return <span className={classes.item}>{words.none}</span>;
  const { act, attend, track } = priorities;
  return (
    <span className={classes.answer}>
      <span className={classes.item}><StatusMark status={act > 0 ? 'fail' : attend > 0 ? 'warn' : 'info'} />{words.byPriority(act, attend, track)}</span>
      <span>{words.answer(vulnerabilities, hosts)}</span>
    </span>
  );
}
