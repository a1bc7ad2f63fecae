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
import classes from '../darkweb.module.css';
import { IncidentRow } from '../incident-row.tsx';
import { Sections } from '../sections.tsx';
import { texts } from '../texts/darkweb.ts';
import { Events } from './events.tsx';

const route = getRouteApi('/own/darkweb');
const ROWS_A_PAGE = 50;
const { list: words } = texts;

const filters: readonly Filter[] = [
  { kind: 'choice', name: 'status', label: words.filters.status, options: Object.entries(words.statuses).map(([value, label]) => ({ value, label })) },
  { kind: 'choice', name: 'kind', label: words.filters.kind, options: Object.entries(texts.kinds).map(([value, label]) => ({ value, label })) },
  { kind: 'text', name: 'domain', label: words.filters.domain },
];

/** Leaked credentials and claims, of all domains. */
export default function Leaks() {
  const plan = useSession()?.plan;
  return plan === 'free' ? <><PageHead title={texts.title} /><PlanNote plan="pro" sample={<Sample of={texts.sample} as={['fail', 'warn']} />}>{texts.planNeeded}</PlanNote></> : <Shown />;
}

function Shown() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = usePages('GET /api/darkweb/breaches', { ...search, limit: ROWS_A_PAGE } as InputOf<'GET /api/darkweb/breaches'>);
  const status = useGet('GET /api/darkweb/status', { limit: 1 }).data?.data;
  // Of all leaks, whatever the filters show.
  const counts = useGet('GET /api/darkweb/breaches', { limit: 1 }).data?.counts;
  const isFiltered = Object.keys(search).length > 0;
  const isKnown = status?.sources.some(({ lastOk }) => lastOk !== null) === true;
  const change = (changed: Readonly<Record<string, string | undefined>>) => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true });
  return (
    <div className={classes.page}>
      <PageHead title={texts.title} answer={counts && status && <Answer open={counts.open} withheld={counts.withheld} isKnown={isKnown} silent={status.sources.filter(({ state }) => state === 'failing' || state === 'limited').map(({ title }) => title)} />} />
      <Sections />
      <Events />
      <div>
        <FilterBar filters={filters} values={search} onChange={change} />
        <Matching of={isFiltered ? query.data?.pages[0]?.counts.total : undefined} all={counts?.total} />
        <Loaded of={query} what={words.what}>
          {({ pages }) => {
            const rows = pages.flatMap(({ data }) => data);
            if (rows.length > 0) return <ul className={classes.rows} aria-label={words.label}>{rows.map((incident, index) => <li key={incident.id}><IncidentRow incident={incident} isFirst={index === 0} /></li>)}</ul>;
            return isFiltered ? <Empty title={words.filteredTitle} /> : <Empty title={words.emptyTitle} action={<Button variant="default" renderRoot={props => <Link to="/darkweb/sources" {...props} />}>{words.toSources}</Button>}>{words.empty}</Empty>;
          }}
        </Loaded>
      </div>
      <MoreRows of={query} />
    </div>
  );
}

function Answer({ open, withheld, isKnown, silent }: { open: number; withheld: number; isKnown: boolean; silent: readonly string[] }) {
  const { answer } = texts;
  const isUnknown = !isKnown && open === 0;
  return (
    <span className={classes.answer}>
      <span className={classes.item}><StatusMark status={isUnknown ? 'unknown' : open > 0 ? 'warn' : 'pass'} />{isUnknown ? answer.unknown : open > 0 ? answer.open(open) : answer.calm}</span>
      {withheld > 0 && <span>{answer.withheld(withheld)}</span>}
      {silent.length > 0 && <span>{answer.partly(silent)}</span>}
    </span>
  );
}
