import { Button, VisuallyHidden } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { DataOf, InputOf } from '../../../../api/client.ts';
import { useGet, usePages } from '../../../../api/queries.ts';
import { language } from '../../../../language/index.ts';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar, type Filter } from '../../../../parts/filter-bar.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { Sample } from '../../../../parts/sample.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import { Table } from '../../../../parts/table.tsx';
import { texts } from '../texts/calendar.ts';
import classes from './calendar.module.css';
import { endingUntil, kinds, monthsOf, spanOf, type Month } from './months.ts';

type Expiry = DataOf<'GET /api/overview/expiries'>['data'][number];

const route = getRouteApi('/own/calendar');
const PAGE = 100;
const [NOW_DAYS, SOON_DAYS] = [7, 30];
const DAY_MS = 86_400_000;

/** What ends when: months in a picture that filters, and the rows behind them. */
export default function Calendar() {
  const { month, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const all = useGet('GET /api/overview/expiries', { limit: 1 });
  const query = usePages('GET /api/overview/expiries', { ...search, ...(month === undefined ? {} : { from: spanOf(month).from, to: spanOf(month).to }), limit: PAGE } as InputOf<'GET /api/overview/expiries'>);
  const counted = kinds.filter(kind => search.kind === undefined || kind === search.kind);
  const months = all.data ? monthsOf(all.data.days, counted) : null;
  const filters: readonly Filter[] = [{ kind: 'choice', name: 'kind', label: texts.kind, options: kinds.map(value => ({ value, label: texts.kinds[value] })) }];
  const change = (changed: Readonly<Record<string, string | undefined>>): void => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true });
  return (
    <>
      <PageHead title={texts.title} answer={all.data && texts.answer(endingUntil(all.data.days, kinds, dayIn(SOON_DAYS)))} />
      <FilterBar filters={filters} values={search} onChange={change} />
      {months && months.length > 0 && <Months of={months} chosen={month} onChoose={chosen => change({ month: chosen === month ? undefined : chosen })} />}
      {month !== undefined && <p className={classes.only}>{texts.only(monthName(month))} <Button size="compact-xs" variant="default" onClick={() => change({ month: undefined })}>{texts.all}</Button></p>}
      <Loaded of={query} what={texts.what}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          return rows.length === 0 ? <Empty title={texts.empty} sample={<Sample of={texts.sample} as={['fail', 'warn', 'pass']} />}>{texts.emptyWhy}</Empty> : <Rows of={rows} />;
        }}
      </Loaded>
      <MoreRows of={query} />
    </>
  );
}

/** A bar a month, as high as what ends in it; each is a button that shows its rows. */
function Months({ of, chosen, onChoose }: { of: readonly Month[]; chosen: string | undefined; onChoose: (month: string) => void }) {
  const most = Math.max(1, ...of.map(({ total }) => total));
  return (
    <ol className={classes.months} aria-label={texts.months}>
      {of.map(({ month, kinds: counts, total }) => (
        <li key={month}>
          <button type="button" className={classes.month} aria-pressed={month === chosen} disabled={total === 0} onClick={() => onChoose(month)}>
            <span className={classes.count} aria-hidden="true">{total > 0 ? language.number(total) : ''}</span>
            <span className={classes.bar}>{kinds.map(kind => counts[kind] > 0 && <span key={kind} data-kind={kind} style={{ height: `${counts[kind] / most * 100}%` }} />)}</span>
            <span className={classes.name}>{monthName(month)}<VisuallyHidden>{texts.monthMore(counts.registration, counts.certificate, counts.apiKey)}</VisuallyHidden></span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function Rows({ of }: { of: readonly Expiry[] }) {
  const { columns } = texts;
  return (
    <Table
      label={texts.title} columns={[columns.name, columns.when, columns.what, columns.left]} machine={[0]}
      rows={of.map(({ kind, at, daysLeft, name, domainId }) => [
        domainId === null ? <Link key="name" to="/settings/keys">{name}</Link> : <Link key="name" to="/domains/$id" params={{ id: domainId }}>{name}</Link>,
        <time key="at" dateTime={at}>{language.day(at)}</time>, <span key="kind" className={classes.kind} data-kind={kind}>{texts.kinds[kind]}</span>,
        <StatusBadge key="left" status={statusOf(daysLeft)} word={texts.left(daysLeft)} />,
      ])}
    />
  );
}

function statusOf(days: number): Status {
  return days < NOW_DAYS ? 'fail' : days < SOON_DAYS ? 'warn' : 'pass';
}

function monthName(month: string): string {
  return language.month(`${month}-01`);
}

/** The day in so many days, as an ISO date. */
function dayIn(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}
