import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { DataOf, InputOf } from '../../../../api/client.ts';
import { useGet, usePages } from '../../../../api/queries.ts';
import { useAddressChange } from '../../../../api/use-address.ts';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar, type Filter } from '../../../../parts/filter-bar.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { Sections } from '../../status/index.ts';
import classes from '../checks.module.css';
import { texts } from '../texts/incidents.ts';
import { IncidentRow } from './incident-row.tsx';

type Counts = DataOf<'GET /api/status/check-incidents'>['counts'];

const route = getRouteApi('/own/status/incidents');
const [PAGE, SHOWN, EVERY_MS] = [25, 5, 30_000];
const filters: readonly Filter[] = [{ kind: 'choice', name: 'state', label: texts.filters.state, options: Object.entries(texts.states).map(([value, label]) => ({ value, label })) }];

/** What has failed: open incidents with who deals with them, and what third-party services said at that time. */
export default function Incidents() {
  const { incident: opened, ...search } = route.useSearch();
  const change = useAddressChange();
  const query = usePages('GET /api/status/check-incidents', { ...search, limit: PAGE } as InputOf<'GET /api/status/check-incidents'>);
  const counted = useGet('GET /api/status/check-incidents', { limit: 1 }, { everyMs: EVERY_MS }).data;
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      <PageHead title={texts.title} answer={counted && <Answer counts={counted.counts} />} />
      <Sections />
      <FilterBar filters={filters} values={search} onChange={change} />
      {opened !== undefined && query.data !== undefined && !rows.some(({ id }) => id === opened) && <Opened id={opened} />}
      <Loaded of={query} what={texts.what}>
        {() => rows.length > 0
          ? <div className={classes.rows}>{rows.map(row => <IncidentRow key={row.id} of={row} isOpen={row.id === opened || (opened === undefined && row.state === 'open' && row.acknowledgedAt === null)} />)}</div>
          : search.state === undefined ? <Empty title={texts.empty}>{texts.emptyWhy}</Empty> : <Empty title={texts.emptyFiltered} action={<Button variant="default" onClick={() => change({ state: undefined })}>{texts.clear}</Button>} />}
      </Loaded>
      <MoreRows of={query} />
    </>
  );
}

/** The incident of the address, where the list does not have it. */
function Opened({ id }: { id: string }) {
  const query = useGet('GET /api/status/check-incidents/{id}', { id });
  return <Loaded of={query} what={texts.what}>{({ data }) => <div className={classes.rows}><IncidentRow of={data} isOpen /></div>}</Loaded>;
}

function Answer({ counts: { open, unacknowledged, services } }: { counts: Counts }) {
  if (open === 0) return <>{texts.answer.none}</>;
  return (
    <>
      {texts.answer.open(open)}
      {unacknowledged > 0 && <> {texts.answer.unacknowledged(unacknowledged)}</>}{' '}
      {services.length > 0 ? texts.answer.them(services.slice(0, SHOWN).join(', ')) : texts.answer.us}
    </>
  );
}
