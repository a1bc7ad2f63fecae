import { Checkbox } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { DataOf } from '../../../../api/client.ts';
import { usePages } from '../../../../api/queries.ts';
import { language } from '../../../../language/index.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { DataTable, type Column } from '../../../../parts/data-table.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { Grade } from '../../../../parts/grade.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { texts } from '../texts/history.ts';
import { reportTexts } from '../../check/index.ts';
import { Difference } from './difference.tsx';
import classes from './history.module.css';

type Scan = DataOf<'GET /api/domains/{id}/history'>['data'][number];
/** A scan with the moment of the one before it. */
type Row = Scan & { before: string | null };

const route = getRouteApi('/own/domains/$id/history');
const ROWS_A_PAGE = 100;
const CHANGED = 'changed';
const MOST_NAMED = 5;

/** Every scan of the domain, and what differs between two of them. */
export default function History() {
  const { id } = route.useParams();
  const { from, to, only } = route.useSearch();
  const navigate = route.useNavigate();
  const query = usePages('GET /api/domains/{id}/history', { id, limit: ROWS_A_PAGE });
  const { fetchNextPage } = query;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const compare = (chosen: readonly string[]): void => {
    const [first, second] = chosen.toSorted();
    void navigate({ to: '.', search: searchOf(first, second, only), replace: true, resetScroll: false });
  };
  const chosen = [from, to].filter(at => at !== undefined);
  return (
    <Loaded of={query} what={texts.what}>
      {({ pages }) => {
        const scans = pages.flatMap(({ data }) => data);
        if (scans.length === 0) return <Empty title={texts.neverTitle}>{texts.never}</Empty>;
        const rows = scans.map((scan, at): Row => ({ ...scan, before: scans[at + 1]?.at ?? null })).filter(({ changed }) => only !== CHANGED || (changed !== null && changed.length > 0));
        return (
          <>
            {from !== undefined && <Difference id={id} from={from} to={to} onClose={() => compare([])} />}
            <div className={classes.bar}>
              <p className={classes.quiet}>{texts.lead}</p>
              <Checkbox label={texts.only} checked={only === CHANGED} onChange={event => void navigate({ to: '.', search: searchOf(from, to, event.currentTarget.checked ? CHANGED : undefined), replace: true })} />
            </div>
            {rows.length === 0 && query.hasNextPage ? <MoreRows of={query} /> : rows.length === 0 ? <Empty title={texts.onlyTitle} /> : (
              <DataTable
                label={texts.label} columns={columnsOf(id)} rows={rows} keyOf={({ at }) => at} nameOf={({ at }) => texts.name(language.moment(at))}
                selected={new Set(chosen)} onSelect={set => compare([...set].slice(-2))} onEnd={query.hasNextPage ? more : undefined}
              />
            )}
          </>
        );
      }}
    </Loaded>
  );
}

/** The search of the address; what is undefined is left out. */
function searchOf(from: string | undefined, to: string | undefined, only: string | undefined) {
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }), ...(only === undefined ? {} : { only }) };
}

function columnsOf(id: string): readonly Column<Row>[] {
  const { columns } = texts;
  return [
    { id: 'grade', title: columns.grade, width: '4.5rem', cell: ({ grade, score, provisional }) => <Grade grade={grade} score={score} provisional={provisional} /> },
    { id: 'score', title: columns.score, width: '4rem', align: 'end', from: 'sm', cell: ({ score }) => score ?? '–' },
    { id: 'at', title: columns.at, width: '8.5rem', cell: ({ at }) => <Ago at={at} /> },
    { id: 'changed', title: columns.changed, cell: ({ changed }) => <Changed records={changed} /> },
    {
      id: 'compare', title: columns.compare, width: '11rem', from: 'md',
      cell: ({ at, before, changed }) => (before === null || changed === null || changed.length === 0 ? null
        : <Link to="/domains/$id/history" params={{ id }} search={now => ({ ...now, from: before, to: at })}>{texts.withBefore}</Link>),
    },
  ];
}

function Changed({ records }: { records: readonly string[] | null }) {
  if (records === null) return <span className={classes.quiet}>{texts.first}</span>;
  if (records.length === 0) return <span className={classes.quiet}>{texts.same}</span>;
  const names = records.map(record => nameOf(record));
  return (
    <span className={classes.names} title={names.join(', ')}>
      {names.slice(0, MOST_NAMED).map(name => <span key={name} className={classes.name}>{name}</span>)}
      {names.length > MOST_NAMED && <span className={classes.quiet}>{`+${names.length - MOST_NAMED}`}</span>}
    </span>
  );
}

/** What a record is called. */
function nameOf(record: string): string {
  return (reportTexts.records.names as Readonly<Record<string, string>>)[record] ?? record;
}
