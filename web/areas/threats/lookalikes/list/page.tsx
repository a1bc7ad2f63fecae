import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { InputOf } from '../../../../api/client.ts';
import { useMayChange } from '../../../../api/may.ts';
import { useGet, usePages } from '../../../../api/queries.ts';
import { useSession } from '../../../../api/session.ts';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar, type Filter } from '../../../../parts/filter-bar.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PlanNote } from '../../../../parts/plan-note.tsx';
import { Sample } from '../../../../parts/sample.tsx';
import { texts } from '../texts/lookalikes.ts';
import { Answer, Coverage } from './answer.tsx';
import { CandidateChanges } from './happenings.tsx';
import classes from './lookalikes.module.css';
import { Queue } from './queue.tsx';
import { SelectionBar, useJudging } from './selection.tsx';
import { Sweep } from './sweep.tsx';
import type { LookalikePage } from '../types.ts';
import { useLookalikeKeys } from './use-lookalike-keys.ts';
import { Watchlist } from './watchlist.tsx';

const route = getRouteApi('/own/domains/$id/lookalikes');
const ROWS_A_PAGE = 100;
const optionsOf = (words: Readonly<Record<string, string>>) => Object.entries(words).map(([value, label]) => ({ value, label }));
const filters: readonly Filter[] = [
  { kind: 'text', name: 'search', label: texts.filters.search },
  { kind: 'choice', name: 'state', label: texts.filters.state, options: optionsOf(texts.states) },
  { kind: 'choice', name: 'review', label: texts.filters.review, options: optionsOf(texts.reviews) },
  { kind: 'choice', name: 'minRisk', label: texts.filters.risk, options: [30, 50, 70].map(risk => ({ value: String(risk), label: texts.atLeast(risk) })) },
  { kind: 'choice', name: 'source', label: texts.filters.source, options: optionsOf(texts.sources) },
];

/** Names that may pass for the domain: those that need people first, what happened to them, and the watchlist. */
export default function Lookalikes() {
  const { id } = route.useParams();
  const plan = useSession()?.plan;
  const domain = useGet('GET /api/domains/{id}', { id });
  const { name = '', unicodeName = '' } = domain.data?.data ?? {};
  if (plan !== 'free') return <Shown id={id} own={unicodeName} />;
  return <PlanNote plan="pro" sample={<Sample of={texts.sample} as={['fail', 'warn', 'pass']} />}>{texts.planNeeded(unicodeName)} <Link to="/lookalike-check" search={{ domain: name }}>{texts.planSample}</Link></PlanNote>;
}

function Shown({ id, own }: { id: string; own: string }) {
  const search = route.useSearch();
  const { search: part, minRisk, ...rest } = search;
  const given = { ...rest, ...(part === undefined ? {} : { search: inDns(part) }), ...(minRisk === undefined ? {} : { minRisk: Number(minRisk) }) };
  const query = usePages('GET /api/domains/{id}/lookalikes', { id, ...given, limit: ROWS_A_PAGE } as InputOf<'GET /api/domains/{id}/lookalikes'>);
  return (
    <div className={classes.page}>
      <Loaded of={query} what={texts.what}>
        {({ pages }) => (
          <>
            <Answer id={id} of={pages[0]!} />
            <Sweep id={id}><Coverage of={pages[0]!.sweep} /></Sweep>
            <Judging id={id} own={own} query={query} pages={pages} search={search} />
          </>
        )}
      </Loaded>
      <CandidateChanges id={id} />
      <Watchlist id={id} />
    </div>
  );
}

interface JudgingProps {
  id: string;
  own: string;
  query: ReturnType<typeof usePages<'GET /api/domains/{id}/lookalikes'>>;
  pages: readonly LookalikePage[];
  search: Readonly<Record<string, string | undefined>>;
}

/** The queue with its filters, and what can be done with the rows that are selected. */
function Judging({ id, own, query, pages, search }: JudgingProps) {
  const navigate = route.useNavigate();
  const mayChange = useMayChange();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const change = (changed: Readonly<Record<string, string | undefined>>): void => {
    setSelected(new Set());
    void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true });
  };
  const judging = useJudging(id, selected, judged => setSelected(before => new Set([...before].filter(name => !judged.includes(name)))));
  const rows = pages.flatMap(({ data }) => data);
  useLookalikeKeys({ selected, isUnderWay: judging.isUnderWay, onSelect: setSelected, onJudge: (names, review) => void judging.judge(names, review) });
  const { counts, matching, sweep } = pages[0]!;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const isFiltered = Object.keys(search).length > 0;
  if (all === 0) return sweep?.sweptAt ? <Empty title={texts.emptyTitle}>{texts.empty}</Empty> : <Empty title={texts.neverTitle} sample={<Sample of={texts.sample} as={['fail', 'warn', 'pass']} />}>{texts.neverWhy}</Empty>;
  return (
    <>
      <div>
        <FilterBar filters={filters} values={search} onChange={change} />
        {rows.length === 0
          ? <Empty title={texts.filteredTitle} action={<Button variant="default" onClick={() => void navigate({ to: '.', search: {} })}>{texts.clear}</Button>} />
          : <Queue domainId={id} own={own} rows={rows} selected={mayChange ? selected : undefined} onSelect={setSelected} />}
      </div>
      {rows.length > 0 && <p className={classes.foot} role="status">{isFiltered ? texts.filtered(matching, all) : texts.rows(rows.length, all)}</p>}
      <MoreRows of={query} />
      {selected.size > 0 && <SelectionBar names={[...selected]} judging={judging} onClear={() => setSelected(new Set())} />}
    </>
  );
}

/** A part of a name as DNS has it: labels with other letters than ASCII are looked for as A-labels. */
function inDns(part: string): string {
  return /^[\x21-\x7e]*$/.test(part) ? part : URL.parse(`http://${part}`)?.hostname ?? part;
}
