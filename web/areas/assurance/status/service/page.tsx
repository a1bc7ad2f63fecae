import { Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ClientProblem } from '../../../../../src/surfaces/client/index.ts';
import { useGet } from '../../../../api/queries.ts';
import { UptimeBars } from '../../../../charts/uptime-bars.tsx';
import { language } from '../../../../language/index.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { SmallTable } from '../../../../parts/facts.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import type { DataOf } from '../../../../api/client.ts';
import { bars } from '../bars.ts';
import { FollowButton } from '../follow-button.tsx';
import { statusOfLevel } from '../record-status.ts';
import classes from '../status.module.css';
import { texts } from '../texts/status.ts';
import { useFollows } from '../use-follows.ts';
import { whyUnknown } from '../why-unknown.ts';
import { Incidents } from './incidents.tsx';
import { Wanted } from './wanted.tsx';

type Details = DataOf<'GET /api/status/services/{slug}'>['data'];

const route = getRouteApi('/own/status/services/$slug');
const EVERY_MS = 60_000;
const DAYS = 90;
const { service: words } = texts;

/** One service: what works, what its operator reports, and how it was in the last 90 days. */
export default function ServicePage() {
  const { slug } = route.useParams();
  const query = useGet('GET /api/status/services/{slug}', { slug }, { everyMs: EVERY_MS });
  const isNone = query.error instanceof ClientProblem && query.error.failure.status === 400;
  const follow = useFollows()?.find(({ service }) => service === slug) ?? null;
  const { name = texts.sections.services, level, feed = null } = query.data?.data ?? {};
  return (
    <>
      <PageHead
        title={name} above={<Link to="/status">{words.above}</Link>}
        answer={level && <><StatusBadge status={statusOfLevel[level]} word={texts.levels[level]} /> {name} {level === 'unknown' ? words.unknown[whyUnknown(feed)] : words.says[level]}</>}
        actions={query.data && <FollowButton name={name} slug={query.data.data.feed ? slug : null} follow={follow} />}
      />
      {isNone ? <Empty title={words.none}>{words.noneWhy}</Empty> : (
        <Loaded of={query} what={words.what}>
          {({ data }) => (
            <div className={classes.page}>
              <Source of={data} />
              <History slug={slug} />
              <Components of={data} />
              {follow !== null && <Wanted key={follow.id} follow={follow} components={data.components} />}
              <Maintenances of={data} />
              <Incidents slug={slug} />
            </div>
          )}
        </Loaded>
      )}
    </>
  );
}

function Source({ of: { pageUrl, feed } }: { of: Details }) {
  return (
    <p className={classes.quiet}>
      {feed === null ? words.noFeed : feed.failure !== null ? language.sentence(texts.unreadable(feed.failure)) : feed.readAt === null ? `${texts.notRead}.` : <>{words.read} <Ago at={feed.readAt} />.</>}{' '}
      <a href={pageUrl} target="_blank" rel="noreferrer">{words.page}</a>
    </p>
  );
}

function History({ slug }: { slug: string }) {
  const query = useGet('GET /api/status/history', { service: slug, days: DAYS });
  return (
    <section className={classes.section} aria-labelledby="history">
      <Title order={2} id="history">{words.history}</Title>
      <Loaded of={query} what={words.historyWhat}>
        {({ data: { days, uptimePercent } }) => (
          <>
            <UptimeBars label={words.history} days={bars(days.map(({ date, uptimePercent: uptime, outageSeconds: downSeconds, degradedSeconds, maintenanceSeconds }) => ({ date, uptime, downSeconds, degradedSeconds, maintenanceSeconds })), DAYS, Date.now())} />
            <p className={classes.quiet}>{uptimePercent === null ? words.historyNone : words.historySays(texts.percent(uptimePercent))}</p>
          </>
        )}
      </Loaded>
    </section>
  );
}

function Components({ of: { components, affectedCount, feed, level } }: { of: Details }) {
  if (feed === null || level === 'unknown') return null;
  const rows = components.map(({ name, group, region, level: own }) => [group === null ? name : `${group}: ${name}`, region ?? '', <StatusBadge status={statusOfLevel[own]} word={texts.levels[own]} />]);
  return (
    <section className={classes.section} aria-labelledby="components">
      <Title order={2} id="components">{words.components}</Title>
      <p className={classes.quiet}>{components.length === 0 ? words.noComponents : words.affectedFirst(affectedCount, components.length)}</p>
      <SmallTable columns={[words.component, words.region, words.level]} rows={rows} />
    </section>
  );
}

function Maintenances({ of: { maintenances } }: { of: Details }) {
  if (maintenances.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="maintenances">
      <Title order={2} id="maintenances">{words.maintenances}</Title>
      <ul className={classes.rows}>{maintenances.map(({ id, title, startsAt, endsAt }) => (
        <li key={id}>
          <span className={classes.words}>
            <span className={classes.name}>{title}</span>
            {startsAt !== null && <span className={classes.quiet}>{words.from} {language.moment(startsAt)}{endsAt !== null && <> {words.until} {language.moment(endsAt)}</>}</span>}
          </span>
        </li>
      ))}</ul>
    </section>
  );
}
