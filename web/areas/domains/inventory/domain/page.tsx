import { Button, Menu } from '@mantine/core';
import { getRouteApi, Link, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { DataOf } from '../../../../api/client.ts';
import { useContributions } from '../../../../area.ts';
import { useMayChange } from '../../../../api/may.ts';
import { useGet } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Grade } from '../../../../parts/grade.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { StatusMark, type Status } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/domain.ts';
import classes from './domain.module.css';
import { Follower } from './follower.ts';
import { ScanProvider, useScanOf } from './scan.ts';

type Domain = DataOf<'GET /api/domains/{id}'>['data'];
type Overview = DataOf<'GET /api/domains/{id}/overview'>['data'];

const ShareReport = lazy(() => import('./share-report.tsx'));
const route = getRouteApi('/own/domains/$id');
const SOON_DAYS = 30;
const formats = ['html', 'pdf', 'json'] as const;

/** One domain; another one begins anew. */
export default function DomainPage() {
  const { id } = route.useParams();
  return <DomainPages key={id} id={id} />;
}

function DomainPages({ id }: { id: string }) {
  const mayChange = useMayChange();
  const [isSharing, setSharing] = useState(false);
  const query = useGet('GET /api/domains/{id}', { id });
  const overview = useGet('GET /api/domains/{id}/overview', { id });
  const { follow, ...scan } = useScanOf(id);
  const isScanning = scan.runId !== null || scan.isStarting;
  const actions = (
    <>
      {mayChange && <Button loading={isScanning} leftSection={<Icon name="refresh" size={16} />} onClick={scan.start}>{texts.scan.start}</Button>}
      <Menu position="bottom-end">
        <Menu.Target><Button variant="default" leftSection={<Icon name="download" size={16} />}>{texts.download}</Button></Menu.Target>
        <Menu.Dropdown>
          {formats.map(format => <Menu.Item key={format} component="a" href={`/api/domains/${id}/report?format=${format}`} download>{texts.formats[format]}</Menu.Item>)}
          {mayChange && <Menu.Item onClick={() => setSharing(true)}>{texts.share.open}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {isSharing && <Suspense><ShareReport domainId={id} onClose={() => setSharing(false)} /></Suspense>}
    </>
  );
  return (
    <Loaded of={query} what={texts.what}>
      {({ data }) => (
        <ScanProvider value={scan}>
          <PageHead title={data.unicodeName} above={<Link to="/domains">{texts.back}</Link>} answer={<Answer domain={data} overview={overview.data?.data ?? null} />} actions={actions} />
          <Sections id={id} />
          {scan.runId !== null && <Follower key={scan.runId} id={scan.runId} {...follow} />}
          {scan.error && <div className={classes.said}><ProblemNote error={scan.error} what={texts.scan.starting} onRetry={scan.start} /></div>}
          {scan.ended?.status === 'failed' && (
            <section className={classes.failed} data-status="fail" role="alert">
              <strong>{texts.scan.failed}</strong> <p>{scan.ended.error ?? texts.scan.noReason} <Link to="/runs/$id" params={{ id: scan.ended.id }}>{texts.scan.runPage}</Link></p>
            </section>
          )}
          <Outlet />
        </ScanProvider>
      )}
    </Loaded>
  );
}

/** The pages of the domain; where not all have room, the one that is shown is in sight. */
function Sections({ id }: { id: string }) {
  const nav = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path]);
  const tabs = useContributions('domainTabs');
  return (
    <nav ref={nav} className={classes.sections} aria-label={texts.navigation}>
      {tabs.map(({ to, label }) => <Link key={to} to={to} params={{ id }} activeOptions={{ exact: true, includeSearch: false }}>{label()}</Link>)}
    </nav>
  );
}

/** How the domain stands in a line. */
function Answer({ domain: { id, grade, score, issues, worst, openEvents, checkedAt, nextCheckAt, watch }, overview }: { domain: Domain; overview: Overview | null }) {
  if (checkedAt === null) return <span>{texts.answer.never}</span>;
  const words = texts.answer;
  const [before, days] = [overview?.before?.score ?? null, overview?.registration?.daysLeft ?? null];
  const difference = before === null || score === null ? 0 : score - before;
  const isUnread = grade === null && issues === 0;
  const status: Status = isUnread ? 'unknown' : issues === 0 ? 'pass' : worst === 'critical' || worst === 'high' ? 'fail' : 'warn';
  return (
    <span className={classes.answer}>
      <Grade grade={grade} score={score} provisional={overview?.provisional ?? false} />
      <span className={classes.item}><StatusMark status={status} /><Link to="/domains/$id" params={{ id }} hash="report-findings">{isUnread ? words.unread : words.issues(issues)}</Link></span>
      {overview?.lastGraded && overview.lastGraded.grade !== null && <span>{words.lastGraded(overview.lastGraded.grade)} <Ago at={overview.lastGraded.at} /></span>}
      {difference !== 0 && <Link to="/domains/$id/history" params={{ id }} search={{ from: overview!.before!.at }}>{difference > 0 ? words.better(difference) : words.worse(-difference)}</Link>}
      {openEvents > 0 && <Link to="/events" search={{ domain: id }}><span data-status="warn">{words.changes(openEvents)}</span></Link>}
      {days !== null && days < SOON_DAYS && <span data-status={days < 0 ? 'fail' : 'warn'}>{words.expires(days)}</span>}
      <span>{words.checked} <Ago at={checkedAt} />{watch === 'on' && nextCheckAt !== null && <>, {words.next} <Ago at={nextCheckAt} /></>}</span>
      {watch !== 'on' && <Link to="/domains/$id/settings" params={{ id }}>{words[watch]}</Link>}
    </span>
  );
}
