import { Button, Menu } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import type { InputOf } from '../../../../api/client.ts';
import { useMayChange } from '../../../../api/may.ts';
import { useGet, usePages } from '../../../../api/queries.ts';
import { DataTable } from '../../../../parts/data-table.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar, type Filter } from '../../../../parts/filter-bar.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { Sample } from '../../../../parts/sample.tsx';
import { texts } from '../texts/inventory.ts';
import { ColumnChoice } from './column-choice.tsx';
import { columnsAt } from './columns.tsx';
import classes from './domains.module.css';
import { useLabels, type LabelChoices } from '../labels/use-labels.ts';
import { SelectionBar } from './selection-bar.tsx';
import { Summary } from './summary.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import { chosenColumns } from './view-query.ts';
import { Views } from './views.tsx';

const AddDomain = lazy(() => import('./add-domain.tsx'));
const route = getRouteApi('/own/domains');
const ROWS_A_PAGE = 200;
const ROW_PX = 52;
const POLL_MS = 4000;
const grades = ['A+', 'A', 'B', 'C', 'D', 'E', 'F'];

/** The inventory. */
export default function Domains() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMayChange();
  const labels = useLabels();
  const [isAdding, setAdding] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { sort, columns: named, ...filter } = search;
  const query = usePages('GET /api/domains', { ...filter, ...(sort !== undefined && { sort }), limit: ROWS_A_PAGE } as InputOf<'GET /api/domains'>);
  const isFirstTime = query.data?.pages.some(page => page.data.some(({ checkedAt }) => checkedAt === null)) ?? false;
  const summary = useGet('GET /api/domains/summary', {}, isFirstTime ? { everyMs: POLL_MS } : {});
  const { fetchNextPage, refetch } = query;
  const waiting = summary.data?.data.neverChecked;
  useEffect(() => {
    if (waiting !== undefined) void refetch();
  }, [waiting, refetch]);
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const columns = useMemo(() => columnsAt(Date.now()), [query.dataUpdatedAt]);
  const shown = useMemo(() => chosenColumns(columns, named, 'name'), [columns, named]);
  const change = (changed: Readonly<Record<string, string | undefined>>): void => {
    setSelected(new Set());
    void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true });
  };
  const add = <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>{texts.add}</Button>;
  return (
    <>
      <PageHead title={texts.title} answer={<Summary of={summary} />} actions={<Actions filter={filter} add={mayChange ? add : null} />} />
      <FilterBar filters={filtersOf(labels)} values={search} onChange={change} />
      <div className={classes.viewBar}>
        <Views search={search} />
        <ColumnChoice columns={columns.filter(({ id }) => id !== 'name')} shown={shown.map(({ id }) => id).filter(id => id !== 'name')} onChange={ids => change({ columns: ids })} />
      </div>
      {search.record !== undefined && <OnlyRecord of={search.record} onClear={() => change({ record: undefined })} />}
      <Loaded of={query} what={texts.what} skeleton={<TableSkeleton rowHeight={ROW_PX} />}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          if (rows.length === 0) return <Nothing isFiltered={Object.keys(filter).length > 0} add={mayChange ? add : null} onClear={() => void navigate({ to: '.', search: {} })} />;
          const table = (
            <DataTable
              label={texts.title} columns={shown} rows={rows} keyOf={({ id }) => id} nameOf={({ unicodeName }) => unicodeName} rowHeight={ROW_PX}
              sort={sort ?? 'name'} onSort={sort => change({ sort })} onEnd={query.hasNextPage ? more : undefined}
              {...(mayChange ? { selected, onSelect: setSelected } : {})}
            />
          );
          return (
            <>
              {table}
              <p className={classes.foot} role="status">{texts.rows(rows.length, query.hasNextPage)}</p>
              {selected.size > 0 && <SelectionBar ids={[...selected]} labels={labels} onClear={() => setSelected(new Set())} />}
            </>
          );
        }}
      </Loaded>
      {isAdding && <Suspense><AddDomain labels={labels} remaining={summary.data?.data.remaining ?? null} onClose={() => setAdding(false)} /></Suspense>}
    </>
  );
}

function Actions({ filter, add }: { filter: Readonly<Record<string, string>>; add: React.ReactNode }) {
  const exported = (format: string) => `/api/domains/export?${new URLSearchParams({ ...filter, format }).toString()}`;
  const { client, group, tag } = filter;
  const report = new URLSearchParams(Object.entries({ client, group, tag }).filter((pair): pair is [string, string] => pair[1] !== undefined));
  return (
    <>
      {add}
      {add !== null && <Button variant="default" renderRoot={props => <Link to="/domains/import" {...props} />}>{texts.import}</Button>}
      <Menu position="bottom-end">
        <Menu.Target><Button variant="default" rightSection={<Icon name="down" size={14} />}>{texts.more}</Button></Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="download" size={16} />} component="a" href={exported('csv')} download>{texts.exportCsv}</Menu.Item>
          <Menu.Item leftSection={<Icon name="download" size={16} />} component="a" href={exported('jsonl')} download>{texts.exportJson}</Menu.Item>
          <Menu.Item leftSection={<Icon name="docs" size={16} />} component="a" href={`/api/reports/account?${report.toString()}`} download>{texts.report}</Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<Icon name="domains" size={16} />} renderRoot={props => <Link to="/domains/heat-map" {...props} />}>{texts.heat.title}</Menu.Item>
          <Menu.Item leftSection={<Icon name="check" size={16} />} renderRoot={props => <Link to="/domains/ownership" search={Object.fromEntries(report)} {...props} />}>{texts.ownership}</Menu.Item>
          <Menu.Item leftSection={<Icon name="people" size={16} />} renderRoot={props => <Link to="/domains/labels" {...props} />}>{texts.labels}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** Which record in which state the list is confined to, such as `dmarc:critical`. */
function OnlyRecord({ of, onClear }: { of: string; onClear: () => void }) {
  const [record, status] = of.split(':') as [keyof typeof texts.recordNames, keyof typeof texts.recordStatus];
  return <p className={classes.only}>{texts.onlyRecord(texts.recordNames[record] ?? record, texts.recordStatus[status] ?? status ?? '')} <Button size="compact-xs" variant="default" onClick={onClear}>{texts.showAll}</Button></p>;
}

function Nothing({ isFiltered, add, onClear }: { isFiltered: boolean; add: React.ReactNode; onClear: () => void }) {
  return isFiltered
    ? <Empty title={texts.nothingTitle} action={<Button variant="default" onClick={onClear}>{texts.clear}</Button>}>{texts.nothing}</Empty>
    : <Empty title={texts.emptyTitle} sample={<Sample of={texts.sample} as={['pass', 'warn', 'fail']} />} action={add}>{texts.empty}</Empty>;
}

function filtersOf({ groups, clients, tags }: LabelChoices): Filter[] {
  const { filters, worst, watching } = texts;
  const optionsOf = (words: Readonly<Record<string, string>>) => Object.entries(words).map(([value, label]) => ({ value, label }));
  const labels: Filter[] = [
    { kind: 'choice', name: 'group', label: filters.group, options: groups },
    { kind: 'choice', name: 'client', label: filters.client, options: clients },
    { kind: 'choice', name: 'tag', label: filters.tag, options: tags.map(tag => ({ value: tag, label: tag })) },
  ];
  return [
    { kind: 'text', name: 'search', label: texts.search },
    { kind: 'choice', name: 'grade', label: filters.grade, options: grades.map(grade => ({ value: grade, label: grade })) },
    { kind: 'choice', name: 'worst', label: filters.worst, options: optionsOf(worst) },
    { kind: 'choice', name: 'monitored', label: filters.monitored, options: optionsOf(watching) },
    ...labels.filter(filter => filter.kind === 'choice' && filter.options.length > 0),
  ];
}
