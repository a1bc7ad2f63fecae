import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { severities } from '../../../../charts/timeline-days.ts';
import type { InputOf } from '../../../../api/client.ts';
import { useGet, usePages } from '../../../../api/queries.ts';
import { language } from '../../../../language/index.ts';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar, type Filter } from '../../../../parts/filter-bar.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { texts } from '../texts/events.ts';
import { EventRow } from './event-row.tsx';
import { groupsOf } from './groups.ts';
import { kindOptions } from './kinds.ts';
import classes from './events.module.css';
import { Windows } from './windows.tsx';
import type { DomainEvent } from './types.ts';

const EventTimeline = lazy(async () => ({ default: (await import('../../../../charts/event-timeline.tsx')).EventTimeline }));

const route = getRouteApi('/own/events');
const PAGE = 100;
const EVERY_MS = 60_000;
const DAYS_MS = 29 * 86_400_000;
const states = Object.entries(texts.states).map(([value, label]) => ({ value, label }));

/** What has changed at the domains: what waits for a decision first, then day by day. */
export default function Events() {
  const { event: opened, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const [day, setDay] = useState<string | null>(null);
  const query = usePages('GET /api/domain-events', { ...search, limit: PAGE } as InputOf<'GET /api/domain-events'>);
  const waiting = useGet('GET /api/domain-events', { state: 'open', limit: PAGE }, { everyMs: EVERY_MS });
  const denied = useGet('GET /api/domain-events', { state: 'denied', limit: PAGE }, { everyMs: EVERY_MS });
  const domains = useGet('GET /api/domains', { limit: 200 });
  const names = useMemo(() => domains.data?.data.map(({ id, unicodeName }) => ({ value: id, label: unicodeName })) ?? [], [domains.data]);
  const filters: readonly Filter[] = [
    { kind: 'choice', name: 'state', label: texts.filters.state, options: states },
    { kind: 'choice', name: 'severity', label: texts.filters.severity, options: severities.map(value => ({ value, label: texts.severities[value] })) },
    { kind: 'choice', name: 'kind', label: texts.filters.kind, options: kindOptions },
    { kind: 'choice', name: 'domain', label: texts.filters.domain, options: names },
  ];
  const change = (changed: Readonly<Record<string, string | undefined>>): void => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true });
  const filtered = Object.values(search).some(value => value !== undefined);
  const answer = waiting.data && (
    <>{texts.waiting(waiting.data.data.length, waiting.data.nextCursor !== null)}{denied.data && denied.data.data.length > 0 ? ` ${texts.denied(denied.data.data.length)}` : null}</>
  );
  return (
    <>
      <PageHead title={texts.title} answer={answer} />
      <FilterBar filters={filters} values={search} onChange={change} />
      {opened !== undefined && <Opened id={opened} shown={query.data?.pages.some(({ data }) => data.some(({ id }) => id === opened)) ?? true} />}
      <Loaded of={query} what={texts.what}>
        {({ pages }) => {
          const all = withWaiting(pages.flatMap(({ data }) => data), filtered ? [] : waiting.data?.data ?? []).filter(({ kind }) => search.kind !== undefined || isChange(kind));
          if (all.length === 0 && !query.hasNextPage) return <Nothing filtered={filtered} onClear={() => void navigate({ to: '.', search: {} })} />;
          return (
            <>
              <Chart events={all} onDay={setDay} />
              {day !== null && <p className={classes.day}>{texts.dayShown(language.day(day))} <Button size="compact-xs" variant="default" onClick={() => setDay(null)}>{texts.allDays}</Button></p>}
              {groupsOf(all.filter(({ createdAt }) => day === null || createdAt.startsWith(day)), new Date()).map(({ id, title, events }) => (
                <section key={id} className={classes.group} aria-labelledby={`events-${id}`}>
                  <h2 id={`events-${id}`} className={classes.groupTitle}>{title} <span className={classes.quiet}>{events.length}</span></h2>
                  <div className={classes.rows}>{events.map(event => <EventRow key={event.id} event={event} isOpened={event.id === opened} />)}</div>
                </section>
              ))}
              {query.hasNextPage && <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>{texts.more}</Button>}
            </>
          );
        }}
      </Loaded>
      <Windows domains={names} />
    </>
  );
}

/** What waits for a decision stands first, however old it is. */
function withWaiting(events: readonly DomainEvent[], waiting: readonly DomainEvent[]): DomainEvent[] {
  const shown = new Set(events.map(({ id }) => id));
  return [...events, ...waiting.filter(({ id }) => !shown.has(id))];
}

/** That a first scan was made is no change; who asks for such events by their kind gets them. */
function isChange(kind: DomainEvent['kind']): boolean {
  return kind !== 'baseline.created';
}

/** The event of the address, where the list does not have it. */
function Opened({ id, shown }: { id: string; shown: boolean }) {
  const query = useGet('GET /api/domain-events/{id}', { id }, { enabled: !shown });
  if (shown) return null;
  return <Loaded of={query} what={texts.what}>{({ data }) => <div className={`${classes.rows} ${classes.group}`}><EventRow event={data} isOpened /></div>}</Loaded>;
}

function Chart({ events, onDay }: { events: readonly DomainEvent[]; onDay: (day: string) => void }) {
  const now = Date.now();
  return (
    <Suspense>
      <EventTimeline events={events.filter(({ kind }) => isChange(kind))} from={new Date(now - DAYS_MS).toISOString().slice(0, 10)} to={new Date(now).toISOString().slice(0, 10)} onSelect={onDay} />
    </Suspense>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered) return <Empty title={texts.emptyFiltered} action={<Button variant="default" onClick={onClear}>{texts.clear}</Button>} />;
  return <Empty title={texts.empty} action={<Button variant="default" renderRoot={props => <Link to="/domains" {...props} />}>{texts.toDomains}</Button>}>{texts.emptyWhy}</Empty>;
}
