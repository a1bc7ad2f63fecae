import { Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useGet, usePages } from '../../../../api/queries.ts';
import { useSession } from '../../../../api/session.ts';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PlanNote } from '../../../../parts/plan-note.tsx';
import { Sample } from '../../../../parts/sample.tsx';
import classes from '../darkweb.module.css';
import { IncidentRow } from '../incident-row.tsx';
import { texts } from '../texts/darkweb.ts';
import type { Incident } from '../types.ts';
import { Answer } from './answer.tsx';
import { Answers } from './answers.tsx';
import { Emails } from './emails.tsx';
import { SearchControl } from './search-control.tsx';

const route = getRouteApi('/own/domains/$id/darkweb');
const ROWS_A_PAGE = 50;
const { domain: words } = texts;

/** What is known of leaked credentials of one domain: how it stands, what happened when, whom it concerns, and who was asked. */
export default function DomainLeaks() {
  const { id } = route.useParams();
  const plan = useSession()?.plan;
  return plan === 'free' ? <PlanNote plan="pro" sample={<Sample of={texts.sample} as={['fail', 'warn']} />}>{texts.planNeeded}</PlanNote> : <Shown id={id} />;
}

function Shown({ id }: { id: string }) {
  const status = useGet('GET /api/darkweb/status', { domain: id });
  const incidents = usePages('GET /api/darkweb/breaches', { domain: id, limit: ROWS_A_PAGE });
  const first = incidents.data?.pages[0];
  return (
    <div className={classes.page}>
      <Loaded of={status} what={words.what}>
        {({ data: { domains: [state] } }) => state && (
          <>
            <Answer state={state} next={first?.data.find(one => one.status === 'open') ?? null} />
            <SearchControl state={state} />
            <section className={classes.section} aria-labelledby="darkweb-timeline">
              <Title order={2} size="h3" id="darkweb-timeline">{words.timeline}</Title>
              <Loaded of={incidents} what={texts.list.what}>
                {({ pages }) => {
                  const rows = pages.flatMap(({ data }) => data);
                  return rows.length === 0 ? <p className={classes.quiet}>{state.counts === null ? words.never : words.none}</p> : <Timeline incidents={rows} />;
                }}
              </Loaded>
              <MoreRows of={incidents} />
            </section>
            {state.ownership.verified && state.counts !== null && <Emails domainId={id} />}
            <Answers of={state.sources} />
          </>
        )}
      </Loaded>
    </div>
  );
}

/** What happened, year by year, the latest first. */
function Timeline({ incidents }: { incidents: readonly Incident[] }) {
  const years = [...Map.groupBy(incidents, ({ occurredOn }) => occurredOn?.slice(0, 4) ?? words.noYear)];
  return years.map(([year, of], at) => (
    <section key={year} className={classes.section}>
      <Title order={3} size="h4">{year}</Title>
      <ul className={classes.rows} aria-label={year}>{of.map((incident, index) => <li key={incident.id}><IncidentRow incident={incident} isFirst={at === 0 && index === 0} /></li>)}</ul>
    </section>
  ));
}
