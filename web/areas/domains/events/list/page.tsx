import { Button, Checkbox } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { severities } from '../../../../charts/timeline-days.ts';
import { useMayChange } from '../../../../api/may.ts';
import type { InputOf } from '../../../../api/client.ts';
import { useGet, usePages } from '../../../../api/queries.ts';
import { language } from '../../../../language/index.ts';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar, type Filter } from '../../../../parts/filter-bar.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { Matching } from '../../../../parts/matching.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { Sample } from '../../../../parts/sample.tsx';
import { texts } from '../texts/events.ts';
import { Selection, Shared } from './bulk.tsx';
import bulkClasses from './bulk.module.css';
import { EventRow } from './event-row.tsx';
import { byDay, bySeverity, firstGroups } from './groups.ts';
import { kindOptions } from './kinds.ts';
import classes from './events.module.css';
import { useBulk, type Bulk } from './use-bulk.tsx';
import { useEventKeys } from './use-event-keys.ts';
import { Windows } from './windows.tsx';
import type { DomainEvent } from './types.ts';

const EventTimeline = lazy(async () => ({ default: (await import('../../../../charts/event-timeline.tsx')).EventTimeline }));

const route = getRouteApi('/own/events');
const PAGE = 100;
const EVERY_MS = 60_000;
const DAYS_MS = 29 * 86_400_000;
type EventPages = ReturnType<typeof usePages<'GET /api/domain-events'>>;
const states = Object.entries(texts.states).map(([value, label]) => ({ value, label }));

/** What has changed at the domains: what was denied and is still there, what waits for a decision, then day by day. */
export default function Events() {
  const { event: opened, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const [day, setDay] = useState<string | null>(null);
  const [month] = useState(() => ({ from: dayOf(Date.now() - DAYS_MS), to: dayOf(Date.now()) }));
  const filter = { ...search, ...(search.kind === undefined ? { changes: 'true' } : {}) } as InputOf<'GET /api/domain-events'>;
  const ofDay = day === null ? {} : { from: day, to: day };
  const filtered = Object.values(search).some(value => value !== undefined);
  // What is unsettled stands first, however old it is; with filters the list is one.
  const query = usePages('GET /api/domain-events', { ...filter, ...ofDay, ...(filtered ? {} : { settled: 'true' }), limit: PAGE });
  const denied = usePages('GET /api/domain-events', { state: 'denied', ...ofDay, limit: PAGE });
  const waiting = usePages('GET /api/domain-events', { state: 'open', ...ofDay, limit: PAGE });
  const isApart = opened !== undefined && query.data !== undefined && ![query, ...(filtered ? [] : [denied, waiting])].some(list => rowsOf(list).some(({ id }) => id === opened));
  const apart = useGet('GET /api/domain-events/{id}', { id: opened ?? '' }, { enabled: isApart });
  const mayChange = useMayChange();
  const bulk = useBulk();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const decide = (one: Bulk): void => {
    setSelected(new Set());
    const ids = new Set(one.ids);
    setHidden(before => before.union(ids));
    bulk(one, () => setHidden(before => before.difference(ids)));
  };
  const toggle = (id: string): void => {
    if (rowsOf(waiting).some(one => one.id === id)) setSelected(toggled(selected, id));
  };
  useEventKeys({ events: [...[denied, waiting, query].flatMap(rowsOf), ...(apart.data ? [apart.data.data] : [])], selected, onSelect: filtered ? undefined : toggle, onDecide: decide });
  const unsettled = useGet('GET /api/domain-events/summary', { settled: 'false' }, { everyMs: EVERY_MS }).data?.data.states;
  const matching = useGet('GET /api/domain-events/summary', filter, { enabled: filtered }).data?.data.total;
  const counted = useGet('GET /api/domain-events/summary', { ...filter, ...month }, { everyMs: EVERY_MS }).data?.data;
  const filters: readonly Filter[] = [
    { kind: 'choice', name: 'state', label: texts.filters.state, options: states },
    { kind: 'choice', name: 'severity', label: texts.filters.severity, options: severities.map(value => ({ value, label: texts.severities[value] })) },
    { kind: 'choice', name: 'kind', label: texts.filters.kind, options: kindOptions },
    { kind: 'domain', name: 'domain', label: texts.filters.domain },
  ];
  const change = (changed: Readonly<Record<string, string | undefined>>): void => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true });
  const answer = unsettled && (
    <>{texts.waiting(unsettled.open)}{unsettled.denied > 0 && <> <Link to="/events" search={{}} hash="events-denied">{texts.denied(unsettled.denied)}</Link></>}</>
  );
  return (
    <>
      <PageHead title={texts.title} answer={answer} />
      <FilterBar filters={filters} values={search} onChange={change} />
      <Matching of={filtered ? matching : undefined} />
      {isApart && !hidden.has(opened) && <Opened of={apart} />}
      <Loaded of={query} what={texts.what}>
        {({ pages }) => {
          const events = pages.flatMap(({ data }) => data);
          const first = filtered ? [] : [{ list: denied, ...firstGroups.denied, count: unsettled?.denied }, { list: waiting, ...firstGroups.open, count: unsettled?.open }];
          const unsettledRows = first.flatMap(({ list }) => rowsOf(list));
          if (day === null && events.length + unsettledRows.length === 0) return <Nothing filtered={filtered} onClear={() => void navigate({ to: '.', search: {} })} />;
          return (
            <>
              {counted && <Suspense><EventTimeline counted={counted.days} {...month} onSelect={setDay} /></Suspense>}
              {day !== null && <p className={classes.day}>{texts.dayShown(language.day(day))} <Button size="compact-xs" variant="default" onClick={() => setDay(null)}>{texts.allDays}</Button></p>}
              {mayChange && !filtered && day === null && <Shared hidden={hidden} onDecide={decide} />}
              {first.map(({ list, id, title, count }) => (
                <Group
                  key={id} id={id} title={title} count={day === null ? count : undefined} events={bySeverity(rowsOf(list)).filter(event => !hidden.has(event.id))} opened={opened} more={<MoreRows of={list} />}
                  {...(mayChange && id === 'open' ? { selected, onSelect: setSelected } : {})}
                />
              ))}
              {byDay(events.filter(event => !hidden.has(event.id)), new Date()).map(({ id, title, events }) => <Group key={id} id={id} title={title} events={events} opened={opened} />)}
              {query.hasNextPage && <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>{texts.more}</Button>}
            </>
          );
        }}
      </Loaded>
      {selected.size > 0 && <Selection ids={[...selected]} onDecide={decide} onClear={() => setSelected(new Set())} />}
      <Windows />
    </>
  );
}

function rowsOf({ data }: Pick<EventPages, 'data'>): DomainEvent[] {
  return data?.pages.flatMap(page => page.data) ?? [];
}

/** The day, UTC, as an ISO date. */
function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

interface GroupProps {
  id: string;
  title: string;
  /** How many there are in all, by the service. */
  count?: number | undefined;
  events: readonly DomainEvent[];
  opened: string | undefined;
  more?: ReactNode;
  /** The ids that are ticked; without it nothing can be. */
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
}

/** As many as one decision takes. */
const MOST_SELECTED = 200;

/** The selection with the event in it, or without where it was. */
function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(id) && next.size < MOST_SELECTED) next.add(id);
  return next;
}

function Group({ id, title, count, events, opened, more, selected, onSelect }: GroupProps) {
  if (events.length === 0) return null;
  return (
    <section className={classes.group} aria-labelledby={`events-${id}`}>
      <h2 id={`events-${id}`} className={classes.groupTitle}>{title} {count !== undefined && <span className={classes.quiet}>{count}</span>}
        {selected && events.length > 1 && <Button size="compact-xs" variant="subtle" className={bulkClasses.pick} onClick={() => onSelect?.(new Set(events.slice(0, MOST_SELECTED).map(({ id }) => id)))}>{texts.bulk.pick}</Button>}
      </h2>
      <div className={classes.rows}>
        {events.map(event => {
          const row = <EventRow key={event.id} event={event} isOpened={event.id === opened} />;
          return selected ? (
            <div key={event.id} className={bulkClasses.row}>
              <Checkbox className={bulkClasses.tick} size="sm" checked={selected.has(event.id)} onChange={() => onSelect?.(toggled(selected, event.id))} aria-label={texts.bulk.select(event.title, event.domain)} />
              {row}
            </div>
          ) : row;
        })}
      </div>
      {more}
    </section>
  );
}

/** The event of the address, where the list does not have it. */
function Opened({ of: query }: { of: ReturnType<typeof useGet<'GET /api/domain-events/{id}'>> }) {
  return <Loaded of={query} what={texts.what}>{({ data }) => <div className={`${classes.rows} ${classes.group}`}><EventRow event={data} isOpened /></div>}</Loaded>;
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered) return <Empty title={texts.emptyFiltered} action={<Button variant="default" onClick={onClear}>{texts.clear}</Button>} />;
  return <Empty title={texts.empty} sample={<Sample of={texts.sample} as={['fail', 'warn', 'info']} />} action={<Button variant="default" renderRoot={props => <Link to="/domains" {...props} />}>{texts.toDomains}</Button>}>{texts.emptyWhy}</Empty>;
}
