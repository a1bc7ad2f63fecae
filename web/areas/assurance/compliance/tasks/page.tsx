import { getRouteApi, Link } from '@tanstack/react-router';
import type { InputOf } from '../../../../api/client.ts';
import { useMayChange } from '../../../../api/may.ts';
import { useGet, usePages } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar } from '../../../../parts/filter-bar.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { Matching } from '../../../../parts/matching.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import classes from '../compliance.module.css';
import { ForPlan } from '../for-plan.tsx';
import { texts } from '../texts/tasks.ts';
import type { Task } from '../types.ts';
import { Affirm } from './affirm.tsx';

type Input = InputOf<'GET /api/compliance/tasks'>;

const route = getRouteApi('/own/compliance/tasks');

/** What has to be done for compliance, soonest first. */
export default function TasksPage() {
  return <ForPlan title={texts.title}><Tasks /></ForPlan>;
}

function Tasks() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMayChange();
  const query = usePages('GET /api/compliance/tasks', { limit: 50, ...search, ...(search.kind && { kind: [search.kind] }) } as Input);
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? [];
  // Of all tasks, whatever the filters show.
  const all = useGet('GET /api/compliance/tasks', { limit: 1 }).data;
  const isFiltered = Object.keys(search).length > 0;
  return (
    <>
      <PageHead title={texts.title} above={<Link to="/compliance">{texts.back}</Link>} answer={all && texts.answer(all.total, all.late)} />
      {mayChange && <Disclosure summary={texts.affirm}><Affirm /></Disclosure>}
      <FilterBar values={search} onChange={changed => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true })} filters={[
        { kind: 'choice', name: 'kind', label: texts.filters.kind, options: Object.entries(texts.kinds).map(([value, label]) => ({ value, label })) },
        { kind: 'choice', name: 'overdue', label: texts.filters.overdue, options: [{ value: 'true', label: texts.overdueOnly }] },
      ]} />
      <Matching of={isFiltered ? query.data?.pages[0]?.total : undefined} all={all?.total} />
      <Loaded of={query} what={texts.what}>
        {() => rows.length === 0 ? isFiltered ? <Empty title={texts.emptyFiltered} /> : <Empty title={texts.empty}>{texts.emptyWhy}</Empty> : (
          <>
            <div>{rows.map(task => <Row key={`${task.kind} ${task.subject}`} of={task} />)}</div>
            <MoreRows of={query} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Row({ of: { kind, subject, dueAt, overdue, owner, path } }: { of: Task }) {
  return (
    <div className={classes.duty}>
      <span className={classes.words}>
        <a href={path}>{subject}</a><br />
        <span className={classes.quiet}><span>{texts.kinds[kind]}</span>{owner !== null && <> · <span>{owner}</span></>} · {dueAt === null ? <span>{texts.noDay}</span> : <><span>{texts.due}</span> <Ago at={dueAt} /></>}</span>
      </span>
      <StatusBadge status={overdue ? 'fail' : dueAt === null ? 'unknown' : 'warn'} word={overdue ? texts.overdue : texts.open} />
    </div>
  );
}
