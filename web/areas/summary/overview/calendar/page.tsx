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
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/calendar.ts';
import classes from './calendar.module.css';

type Answer = DataOf<'GET /api/overview/expiries'>;
type Expiry = Answer['data'][number];
type Month = { month: string; kinds: Readonly<Record<Expiry['kind'], number>>; total: number };

const route = getRouteApi('/own/calendar');
const PAGE = 100;
const [NOW_DAYS, SOON_DAYS] = [7, 30];
const kinds = ['registration', 'certificate', 'apiKey'] as const;

/** What ends when: months in a picture that filters, and the rows behind them. */
export default function Calendar() {
  const { month, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const all = useGet('GET /api/overview/expiries', { ...search, limit: 1 } as InputOf<'GET /api/overview/expiries'>);
  const query = usePages('GET /api/overview/expiries', { ...search, ...(month === undefined ? {} : { from: spanOf(month).from, to: spanOf(month).to }), limit: PAGE } as InputOf<'GET /api/overview/expiries'>);
  const months = all.data ? monthsOf(all.data.days) : null;
  const filters: readonly Filter[] = [{ kind: 'choice', name: 'kind', label: texts.kind, options: kinds.map(value => ({ value, label: texts.kinds[value] })) }];
  const change = (changed: Readonly<Record<string, string | undefined>>): void => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true });
  return (
    <>
      <PageHead title={texts.title} answer={all.data && texts.answer(within(all.data.days, SOON_DAYS))} />
      <FilterBar filters={filters} values={search} onChange={change} />
      {months && months.length > 0 && <Months of={months} chosen={month} onChoose={chosen => change({ month: chosen === month ? undefined : chosen })} />}
      {month !== undefined && <p className={classes.only}>{texts.only(monthName(month))} <Button size="compact-xs" variant="default" onClick={() => change({ month: undefined })}>{texts.all}</Button></p>}
      <Loaded of={query} what={texts.what}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          return rows.length === 0 ? <Empty title={texts.empty}>{texts.emptyWhy}</Empty> : <Rows of={rows} />;
        }}
      </Loaded>
      <MoreRows of={query} />
    </>
  );
}

/** A bar a month, as high as what ends in it; each is a button that shows its rows. */
function Months({ of, chosen, onChoose }: { of: readonly Month[]; chosen: string | undefined; onChoose: (month: string) => void }) {
  const most = Math.max(...of.map(({ total }) => total));
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
  return (
    <table className={classes.table} aria-label={texts.title}>
      <thead><tr><th scope="col">{texts.columns.when}</th><th scope="col">{texts.columns.what}</th><th scope="col">{texts.columns.name}</th><th scope="col">{texts.columns.left}</th></tr></thead>
      <tbody>
        {of.map(({ kind, at, daysLeft, name, domainId, keyId }) => (
          <tr key={`${kind} ${domainId ?? keyId ?? ''}`}>
            <td><time dateTime={at}>{language.day(at)}</time></td>
            <td><span className={classes.kind} data-kind={kind}>{texts.kinds[kind]}</span></td>
            <th scope="row">{domainId === null ? <Link to="/settings/keys">{name}</Link> : <Link to="/domains/$id" params={{ id: domainId }}>{name}</Link>}</th>
            <td><StatusBadge status={statusOf(daysLeft)} word={texts.left(daysLeft)} /></td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function statusOf(days: number): Status {
  return days < NOW_DAYS ? 'fail' : days < SOON_DAYS ? 'warn' : 'pass';
}

/** All months from the first to the last in which something ends. */
function monthsOf(days: Answer['days']): Month[] {
  const by = Map.groupBy(days, ({ day }) => day.slice(0, 7));
  const [first, last] = [days[0]?.day.slice(0, 7), days.at(-1)?.day.slice(0, 7)];
  const months: Month[] = [];
  if (first === undefined || last === undefined) return [];
  for (let month = first; month.localeCompare(last) <= 0; month = spanOf(month).next) {
    const own = by.get(month) ?? [];
    const sum = (count: 'registrations' | 'certificates' | 'apiKeys') => own.reduce((all, day) => all + day[count], 0);
    const counts = { registration: sum('registrations'), certificate: sum('certificates'), apiKey: sum('apiKeys') };
    months.push({ month, kinds: counts, total: counts.registration + counts.certificate + counts.apiKey });
  }
  return months;
}

/** The first and the last day of the month, and the month after it. */
function spanOf(month: string): { from: string; to: string; next: string } {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const iso = (at: number) => new Date(at).toISOString();
  return { from: `${month}-01`, to: iso(Date.UTC(year, number, 0)).slice(0, 10), next: iso(Date.UTC(year, number, 1)).slice(0, 7) };
}

function monthName(month: string): string {
  return language.month(`${month}-01`);
}

/** How much ends within so many days from now, or has ended. */
function within(days: Answer['days'], most: number): number {
  const end = new Date(Date.now() + most * 86_400_000).toISOString().slice(0, 10);
  return days.reduce((sum, { day, registrations, certificates, apiKeys }) => (day <= end ? sum + registrations + certificates + apiKeys : sum), 0);
}
