import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { InputOf } from '../../../../api/client.ts';
import { useGet, usePages } from '../../../../api/queries.ts';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar, type Filter } from '../../../../parts/filter-bar.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { Matching } from '../../../../parts/matching.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { Sample } from '../../../../parts/sample.tsx';
import { texts } from '../texts/alerts.ts';
import { AlertRow } from './alert-row.tsx';
import classes from './alerts.module.css';
import { Threshold } from './threshold.tsx';
import { useAlertAreas } from './alert-areas.ts';
import { useAlertKeys } from './use-alert-keys.ts';

type Input = InputOf<'GET /api/alerts'>;

const route = getRouteApi('/own/alerts');
const PAGE = 50;
const EVERY_MS = 60_000;
const optionsOf = (labels: Readonly<Record<string, string>>) => Object.entries(labels).map(([value, label]) => ({ value, label }));

/** What is wrong now: the most severe first, each alert with what can be done about it. */
export default function AlertsPage() {
  const { alert: opened, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const { state, severity, area, ...rest } = search;
  const filter = { ...rest, ...(state && { state: [state] }), ...(severity && { severity: [severity] }), ...(area && { area: [area] }) } as Input;
  const query = usePages('GET /api/alerts', { ...filter, limit: PAGE });
  const counted = useGet('GET /api/alerts/summary', { state: ['open', 'acknowledged', 'muted'] }, { everyMs: EVERY_MS }).data?.data;
  const unassigned = useGet('GET /api/alerts/summary', { assignee: 'none' }, { everyMs: EVERY_MS }).data?.data.total;
  const serious = useGet('GET /api/alerts/summary', { severity: ['critical', 'high'] }, { everyMs: EVERY_MS }).data?.data.total;
  const areas = useAlertAreas();
  const filters: readonly Filter[] = [
    { kind: 'choice', name: 'state', label: texts.filters.state, options: optionsOf(texts.states), unset: texts.current },
    { kind: 'choice', name: 'severity', label: texts.filters.severity, options: optionsOf(texts.severities) },
    { kind: 'choice', name: 'area', label: texts.filters.area, options: optionsOf(areas) },
    { kind: 'domain', name: 'domain', label: texts.filters.domain },
    { kind: 'choice', name: 'assignee', label: texts.filters.assignee, options: optionsOf(texts.assignees) },
  ];
  const change = (changed: Readonly<Record<string, string | undefined>>): void => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true });
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const isApart = opened !== undefined && query.data !== undefined && !rows.some(({ id }) => id === opened);
  const apart = useGet('GET /api/alerts/{id}', { id: opened ?? '' }, { enabled: isApart });
  useAlertKeys([...rows, ...(apart.data ? [apart.data.data] : [])]);
  const isFiltered = Object.values(search).some(value => value !== undefined);
  const matching = useGet('GET /api/alerts/summary', filter, { enabled: isFiltered }).data?.data.total;
  const current = counted && counted.states.open + counted.states.acknowledged;
  return (
    <>
      <PageHead title={texts.title} answer={current === undefined ? undefined : (
        <>
          {current === 0 ? texts.answer.none : texts.answer.current(current)}
          {serious !== undefined && serious > 0 && <> {texts.answer.serious(serious)}</>}
          {unassigned !== undefined && unassigned > 0 && <> <Link to="/alerts" search={{ assignee: 'none' }}>{texts.answer.unassigned(unassigned)}</Link></>}
          {counted!.states.muted > 0 && <> <Link to="/alerts" search={{ state: 'muted' }}>{texts.answer.muted(counted!.states.muted)}</Link></>}
        </>
      )} />
      <FilterBar filters={filters} values={search} onChange={change} />
      <Matching of={isFiltered ? matching : undefined} all={state === undefined ? current : undefined} />
      {isApart && <Opened of={apart} />}
      <Loaded of={query} what={texts.what}>
        {() => rows.length === 0 ? <Nothing isFiltered={isFiltered} /> : (
          <>
            <div className={classes.rows}>{rows.map(alert => <AlertRow key={alert.id} alert={alert} isOpened={alert.id === opened} />)}</div>
            <MoreRows of={query} />
          </>
        )}
      </Loaded>
      <Threshold />
    </>
  );
}

/** The alert of the address, where the list does not have it. */
function Opened({ of: query }: { of: ReturnType<typeof useGet<'GET /api/alerts/{id}'>> }) {
  return <Loaded of={query} what={texts.what}>{({ data }) => <div className={classes.rows}><AlertRow alert={data} isOpened /></div>}</Loaded>;
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title={texts.emptyFiltered} action={<Button variant="default" renderRoot={props => <Link to="/alerts" search={{}} {...props} />}>{texts.clear}</Button>} />;
  return <Empty title={texts.empty} sample={<Sample of={texts.sample} as={['fail', 'warn', 'warn']} />} action={<Button variant="default" renderRoot={props => <Link to="/domains" {...props} />}>{texts.toDomains}</Button>}>{texts.emptyWhy}</Empty>;
}
