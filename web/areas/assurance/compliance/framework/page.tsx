import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { InputOf } from '../../../../api/client.ts';
import { Fragment } from 'react';
import { useGet, usePages } from '../../../../api/queries.ts';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar } from '../../../../parts/filter-bar.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import classes from '../compliance.module.css';
import { ControlView } from '../control/control.tsx';
import { ForPlan } from '../for-plan.tsx';
import { Score } from '../frameworks/score.tsx';
import { statusBadges } from '../status-badges.ts';
import { texts } from '../texts/framework.ts';
import { controlsIn, type Control } from '../types.ts';
import { Board } from './board.tsx';

type Input = InputOf<'GET /api/compliance'>;

const route = getRouteApi('/own/compliance/frameworks/$framework');
const PAGE = 25;

/** The controls of one framework, by family, each with what was said of it. */
export default function FrameworkPage() {
  return <ForPlan title={texts.controls}><Controls /></ForPlan>;
}

function Controls() {
  const { framework } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const all = useGet('GET /api/compliance/frameworks', {});
  const of = all.data?.data.find(({ id }) => id === framework);
  const query = usePages('GET /api/compliance', { framework: [framework], ...search, ...(search.status && { status: [search.status] }), limit: PAGE } as Input);
  const rows = query.data?.pages.flatMap(({ data }) => controlsIn(data)) ?? [];
  const change = (changed: Readonly<Record<string, string | undefined>>): void => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true });
  const families = of?.progress.families.map(({ family }) => ({ value: family, label: family })) ?? [];
  return (
    <>
      <PageHead
        title={of?.title ?? framework} above={<Link to="/compliance">{texts.back}</Link>}
        actions={of?.chosen && <Downloads framework={framework} />}
        answer={of === undefined ? undefined : of.chosen ? texts.answer(of.progress.byStatus.met + of.progress.byStatus.notApplicable, of.progress.total, of.progress.overdue) : texts.notChosen}
      />
      {of?.chosen && of.sprs && <Score sprs={of.sprs} />}
      {of?.chosen && <Board framework={framework} />}
      <FilterBar values={search} onChange={change} filters={[
        { kind: 'text', name: 'search', label: texts.filters.search },
        { kind: 'choice', name: 'status', label: texts.filters.status, options: Object.entries(texts.statuses).map(([value, label]) => ({ value, label })) },
        { kind: 'choice', name: 'family', label: texts.filters.family, options: families },
        { kind: 'choice', name: 'attention', label: texts.filters.attention, options: [{ value: 'true', label: texts.contradictedOnly }] },
      ]} />
      <Loaded of={query} what={texts.what}>
        {() => rows.length === 0 ? <Empty title={texts.empty} /> : (
          <>
            <div>{rows.map(control => <Disclosure key={control.id} id={control.id} summary={<Summary of={control} />}><ControlView id={control.id} /></Disclosure>)}</div>
            <MoreRows of={query} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** The state of the framework as files. */
function Downloads({ framework }: { framework: string }) {
  const file = (format: string): string => `/api/compliance/export?framework=${framework}&format=${format}`;
  return <>{(['pdf', 'docx', 'csv'] as const).map(format => <Button key={format} variant="default" component="a" href={file(format)} download>{texts[format]}</Button>)}</>;
}

function Summary({ of: { control, title, family, weight, requirement, status, overdue, attention, owner } }: { of: Control }) {
  const about = [family, weight === null ? null : texts.points(weight), requirement === null ? null : texts[requirement], owner].filter(word => word !== null);
  return (
    <span className={classes.summary}>
      <span className={classes.words}><span>{control}</span> <span>{title}</span><br /><span className={classes.quiet}>{about.map((word, at) => <Fragment key={word}>{at > 0 && ' · '}<span>{word}</span></Fragment>)}</span></span>
      {attention && <StatusBadge status="fail" word={texts.attention} />}
      {overdue && <StatusBadge status="fail" word={texts.overdue} />}
      <StatusBadge status={statusBadges[status]} word={texts.statuses[status]} />
    </span>
  );
}
