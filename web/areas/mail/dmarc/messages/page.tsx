import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { InputOf } from '../../../../api/client.ts';
import { useMayChange } from '../../../../api/may.ts';
import { usePages } from '../../../../api/queries.ts';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar, type Filter } from '../../../../parts/filter-bar.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { texts as reports } from '../texts/reports.ts';
import { texts } from '../texts/messages.ts';
import shared from '../overview/dmarc.module.css';
import { WithPlan } from '../overview/plan.tsx';
import { Sections } from '../overview/sections.tsx';
import { MessageRow } from './message-row.tsx';
import { Upload } from './upload.tsx';

const route = getRouteApi('/own/dmarc/messages');
const ROWS_A_PAGE = 50;
const POLL_MS = 2000;
const optionsOf = (words: Readonly<Record<string, string>>) => Object.entries(words).map(([value, label]) => ({ value, label }));
const filters: readonly Filter[] = [
  { kind: 'choice', name: 'state', label: texts.filters.state, options: optionsOf(texts.states) },
  { kind: 'choice', name: 'source', label: texts.filters.source, options: optionsOf(texts.sources) },
];

/** Every message that came in with what became of it, and the way to bring more. */
export default function Messages() {
  const mayChange = useMayChange();
  return (
    <WithPlan>
      {() => (
        <>
          <PageHead title={reports.title} tab={`${texts.title} · ${reports.title}`} answer={texts.lead} />
          <Sections />
          <div className={shared.page}>
            {mayChange ? <Upload /> : <p className={shared.quiet}>{texts.upload.viewer}</p>}
            <List />
          </div>
        </>
      )}
    </WithPlan>
  );
}

function List() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = usePages('GET /api/dmarc/messages', { ...search, limit: ROWS_A_PAGE } as InputOf<'GET /api/dmarc/messages'>);
  const { data, refetch } = query;
  const isReading = data?.pages.some(page => page.data.some(({ state }) => state === 'received')) ?? false;
  useEffect(() => {
    if (!isReading) return undefined;
    const timer = setInterval(() => void refetch(), POLL_MS);
    return () => clearInterval(timer);
  }, [isReading, refetch]);
  const isFiltered = Object.keys(search).length > 0;
  return (
    <section className={shared.section} aria-label={texts.title}>
      <Loaded of={query} what={texts.what}>
        {({ pages }) => {
          const rows = pages.flatMap(page => page.data);
          if (rows.length === 0 && !isFiltered) return <Empty title={texts.empty} action={<Button variant="default" renderRoot={props => <Link to="/dmarc/intake" {...props} />}>{texts.toIntake}</Button>}>{texts.emptyWhy}</Empty>;
          return (
            <>
              <FilterBar filters={filters} values={search} onChange={changed => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true })} />
              {rows.length === 0
                ? <Empty title={texts.emptyFiltered} action={<Button variant="default" onClick={() => void navigate({ to: '.', search: {} })}>{texts.clear}</Button>} />
                : <div className={shared.rows}>{rows.map(row => <MessageRow key={row.id} of={row} />)}</div>}
            </>
          );
        }}
      </Loaded>
      <MoreRows of={query} />
    </section>
  );
}
