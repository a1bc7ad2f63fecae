import { getRouteApi, Link } from '@tanstack/react-router';
import { Title } from '@mantine/core';
import { useGet } from '../../../../api/queries.ts';
import { UptimeBars } from '../../../../charts/uptime-bars.tsx';
import { Ago } from '../../../../parts/ago.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { bars } from '../../status/index.ts';
import classes from '../checks.module.css';
import { StateBadge } from '../state-badge.tsx';
import { texts } from '../texts/checks.ts';
import type { Check } from '../types.ts';
import { Actions } from './actions.tsx';
import { Definition } from './definition.tsx';
import { Failures } from './failures.tsx';
import { Latency } from './latency.tsx';
import { TestNow } from './test-now.tsx';

const route = getRouteApi('/own/status/checks/$id');
const [DAYS, EVERY_MS] = [90, 15_000];
const { check: words } = texts;

/** One check: its state, its uptime and latency, what its failures saw. */
export default function CheckPage() {
  const { id } = route.useParams();
  const query = useGet('GET /api/status/custom-checks/{id}', { id, days: DAYS }, { everyMs: EVERY_MS });
  const check = query.data?.data;
  return (
    <>
      <PageHead title={check?.name ?? words.what} above={<Link to="/status/checks">{words.above}</Link>} answer={check && <Answer of={check} />} actions={check && <Actions of={check} />} />
      <Loaded of={query} what={words.what}>
        {({ data }) => (
          <div className={classes.page}>
            {data.kind !== 'push' && <TestNow id={id} />}
            <Uptime of={data} />
            <Latency id={id} />
            <Failures id={id} />
            <Definition of={data} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Answer({ of: check }: { of: Check }) {
  const { last, stateSince, incidentId } = check;
  return (
    <>
      <StateBadge of={check} />
      {stateSince !== null && last !== null && <> {texts.since} <Ago at={stateSince} /></>}
      {last?.cause && last.outcome !== 'up' && <>: {texts.causes[last.cause]}</>}
      {incidentId !== null && <> · <Link to="/status/incidents" search={{ incident: incidentId }}>{words.incident}</Link></>}
    </>
  );
}

function Uptime({ of: { days, uptime } }: { of: Check }) {
  return (
    <section className={classes.section} aria-labelledby="uptime">
      <Title order={2} id="uptime">{words.uptime}</Title>
      <dl className={classes.tiles}>{(['day', 'week', 'month', 'quarter'] as const).map(period => <div key={period}><dt>{words.periods[period]}</dt><dd>{texts.percent(uptime[period])}</dd></div>)}</dl>
      <UptimeBars days={bars(days, DAYS, Date.now())} label={texts.days} />
      <p className={classes.quiet}>{words.uptimeSays}</p>
    </section>
  );
}
