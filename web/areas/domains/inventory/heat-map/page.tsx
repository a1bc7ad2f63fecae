import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { DataOf, InputOf } from '../../../../api/client.ts';
import { useGet, usePages } from '../../../../api/queries.ts';
import { language } from '../../../../language/index.ts';
import { Empty } from '../../../../parts/empty.tsx';
import { Sample } from '../../../../parts/sample.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { Matching } from '../../../../parts/matching.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { StatusMark, type Status } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/inventory.ts';
import classes from './heat-map.module.css';

type Sums = DataOf<'GET /api/domains/records'>['data']['records'];
type Row = DataOf<'GET /api/domains'>['data'][number];
type State = keyof typeof texts.heat.states;

const route = getRouteApi('/own/domains/heat-map');
const PAGE = 100;
const statuses: Readonly<Record<State, Status>> = { critical: 'fail', warning: 'warn', ok: 'pass', unknown: 'unknown', none: 'off', notScanned: 'off' };
const states = Object.keys(statuses) as State[];

/** Every domain and every check at a glance: the sums are those of the service, over all domains. */
export default function HeatMap() {
  const search = route.useSearch();
  const { sort: _, ...filter } = search;
  const sums = useGet('GET /api/domains/records', filter as InputOf<'GET /api/domains/records'>);
  const rows = usePages('GET /api/domains', { sort: 'score', ...search, limit: PAGE } as InputOf<'GET /api/domains'>);
  // Of all domains, whatever the filter shows.
  const whole = useGet('GET /api/domains/records', {}).data?.data;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <PageHead title={texts.heat.title} answer={whole && whole.domains > 0 && answerOf(whole.records)} actions={<Button variant="default" renderRoot={props => <Link to="/domains" search={search} {...props} />}>{texts.heat.list}</Button>} />
      <p className={classes.says}>{texts.heat.says}</p>
      <Loaded of={sums} what={texts.heat.what}>
        {({ data }) => (data.domains === 0 ? isFiltered ? <Empty title={texts.nothingTitle} action={<Button variant="default" renderRoot={props => <Link to="." search={{}} {...props} />}>{texts.clear}</Button>} /> : <Empty title={texts.emptyTitle} sample={<Sample of={texts.sample} as={['pass', 'warn', 'fail']} />}>{texts.heat.empty}</Empty> : (
          <>
            <Matching of={isFiltered ? data.domains : undefined} all={whole?.domains} />
            <Table label={texts.heat.sums} head={[texts.heat.check, ...states.map(state => texts.heat.states[state])]}>
              {data.records.map(({ record, ...counts }) => (
                <tr key={record}>
                  <th scope="row">{texts.recordNames[record]}</th>
                  {states.map(state => <td key={state}><Count record={record} state={state} count={counts[state]} of={data.domains} filter={filter} /></td>)}
                </tr>
              ))}
            </Table>
            <Legend />
            <Loaded of={rows} what={texts.what}>
              {({ pages }) => (
                <Table label={texts.heat.table} head={[texts.columns.name, ...data.records.map(({ record }) => texts.recordNames[record])]}>
                  {pages.flatMap(page => page.data).map(row => <DomainCells key={row.id} row={row} records={data.records} />)}
                </Table>
              )}
            </Loaded>
            <MoreRows of={rows} />
          </>
        ))}
      </Loaded>
    </>
  );
}

function answerOf(records: Sums): string {
  const [failing, unknown] = [records.filter(({ critical }) => critical > 0).length, records.filter(record => record.unknown > 0).length];
  return failing > 0 ? texts.heat.answer(failing, unknown) : texts.heat.calm;
}

/** Scrolls by itself where the screen is narrow, also with the keyboard. */
function Table({ label, head, children }: { label: string; head: readonly string[]; children: React.ReactNode }) {
  return (
    <div className={classes.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={classes.table}>
        <caption className={classes.caption}>{label}</caption>
        <thead><tr>{head.map(title => <th key={title} scope="col">{title}</th>)}</tr></thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface CountProps {
  record: Sums[number]['record'];
  state: State;
  count: number;
  of: number;
  filter: Readonly<Record<string, string>>;
}

/** A number, the deeper its ground the more domains it counts, and a way to them. */
function Count({ record, state, count, of, filter }: CountProps) {
  const shade = { '--share': `${Math.round(count / of * 100)}%` } as React.CSSProperties;
  if (count === 0) return <span className={classes.zero}>{language.number(0)}</span>;
  const counted = <span className={classes.count} data-status={statuses[state]} style={shade}>{language.number(count)}</span>;
  return state === 'notScanned' ? counted : <Link to="/domains" search={{ ...filter, record: `${record}:${state}` }} aria-label={`${texts.record(texts.recordNames[record], texts.heat.states[state])}: ${language.number(count)}`}>{counted}</Link>;
}

/** What each kind of cell stands for. */
function Legend() {
  return (
    <ul className={classes.legend} aria-label={texts.heat.legend}>
      {states.map(state => <li key={state}><span className={`${classes.cell} ${classes.key}`} data-status={statuses[state]} data-state={state} aria-hidden="true"><StatusMark status={statuses[state]} /></span>{texts.heat.states[state]}</li>)}
    </ul>
  );
}

function DomainCells({ row: { id, unicodeName, records: own }, records }: { row: Row; records: Sums }) {
  return (
    <tr>
      <th scope="row"><Link to="/domains/$id" params={{ id }}>{unicodeName}</Link></th>
      {records.map(({ record }) => {
        const state = own?.[record] ?? 'notScanned';
        return <td key={record} className={classes.cell} data-status={statuses[state]} data-state={state}><StatusMark status={statuses[state]} label={texts.record(texts.recordNames[record], texts.heat.states[state])} /></td>;
      })}
    </tr>
  );
}
