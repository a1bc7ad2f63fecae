import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMayChange } from '../../../../api/may.ts';
import { useGet, usePages } from '../../../../api/queries.ts';
import { useAddressChange } from '../../../../api/use-address.ts';
import type { InputOf } from '../../../../api/client.ts';
import { UptimeBars } from '../../../../charts/uptime-bars.tsx';
import { Ago } from '../../../../parts/ago.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar, type Filter } from '../../../../parts/filter-bar.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { Sample } from '../../../../parts/sample.tsx';
import { bars, Sections } from '../../status/index.ts';
import classes from '../checks.module.css';
import { StateBadge } from '../state-badge.tsx';
import { texts } from '../texts/checks.ts';
import type { CheckRow } from '../types.ts';
import { byUrgency } from './order.ts';

type Input = InputOf<'GET /api/status/custom-checks'>;

const route = getRouteApi('/own/status/checks');
const [PAGE, DAYS, EVERY_MS] = [100, 90, 30_000];
const optionsOf = (labels: Readonly<Record<string, string>>) => Object.entries(labels).map(([value, label]) => ({ value, label }));
const filters: readonly Filter[] = [
  { kind: 'text', name: 'q', label: texts.filters.q },
  { kind: 'choice', name: 'state', label: texts.filters.state, options: optionsOf(texts.states) },
  { kind: 'choice', name: 'kind', label: texts.filters.kind, options: optionsOf(texts.kinds) },
];

/** The checks of the account with their last 90 days, what is wrong first. */
export default function Checks() {
  const search = route.useSearch();
  const change = useAddressChange();
  const mayChange = useMayChange();
  const { q, state, kind } = search;
  const query = usePages('GET /api/status/custom-checks', { ...(q && { q }), ...(state && { state: [state] }), ...(kind && { kind: [kind] }), days: DAYS, limit: PAGE } as Input);
  const counts = useGet('GET /api/status/custom-checks', { limit: 1 }, { everyMs: EVERY_MS }).data?.counts;
  const rows = byUrgency(query.data?.pages.flatMap(({ data }) => data) ?? []);
  const add = mayChange && <Button leftSection={<Icon name="plus" size={16} />} renderRoot={props => <Link to="/status/checks/new" {...props} />}>{texts.add}</Button>;
  return (
    <>
      <PageHead title={texts.title} answer={counts && <Answer counts={counts} />} actions={add} />
      <Sections />
      <FilterBar filters={filters} values={search} onChange={change} />
      <Loaded of={query} what={texts.what}>
        {() => rows.length === 0
          ? Object.keys(search).length > 0
            ? <Empty title={texts.emptyFiltered} action={<Button variant="default" onClick={() => change({ q: undefined, state: undefined, kind: undefined })}>{texts.clear}</Button>} />
            : <Empty title={texts.empty} sample={<Sample of={texts.sample} as={['pass', 'fail']} />} action={add}>{texts.emptyWhy}</Empty>
          : <ul className={classes.rows} aria-label={texts.list}>{rows.map(row => <Row key={row.id} of={row} />)}</ul>}
      </Loaded>
      <MoreRows of={query} />
    </>
  );
}

function Answer({ counts }: { counts: Readonly<Record<string, number>> }) {
  const { disabled: _, ...states } = counts;
  const count = Object.values(states).reduce((sum, one) => sum + one, 0);
  const { down = 0, suspect = 0, unknown = 0 } = states;
  if (count === 0) return <>{texts.answer.none}</>;
  if (unknown === count) return <>{texts.answer.unmeasured(count)}</>;
  return <>{down === 0 ? texts.answer.up(count) : texts.answer.down(down, count)}{suspect > 0 && <> {texts.answer.suspect(suspect)}</>}</>;
}

function Row({ of: check }: { of: CheckRow }) {
  const { id, name, kind, target, last, stateSince, days, uptime, p95Ms } = check;
  return (
    <li className={classes.row}>
      <StateBadge of={check} />
      <span className={classes.words}>
        <Link className={classes.name} to="/status/checks/$id" params={{ id }}>{name}</Link>
        <span className={classes.quiet}>
          {[texts.kinds[kind], target].filter(part => part !== '').join(' · ')}
          {stateSince !== null && last !== null && <> · {texts.since} <Ago at={stateSince} /></>}
          {last?.cause && last.outcome !== 'up' && <> · {texts.causes[last.cause]}</>}
        </span>
      </span>
      <span className={classes.bars}><UptimeBars days={bars(days, DAYS, Date.now())} label={texts.days} /></span>
      <span className={classes.figures}><span>{texts.percent(uptime.quarter)}</span>{p95Ms !== null && <span className={classes.quiet}>{texts.ms(p95Ms)}</span>}</span>
    </li>
  );
}
