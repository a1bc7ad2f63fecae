import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useGet, usePages, useSend } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Confirm } from '../../../../parts/confirm.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { Part } from '../../../../parts/section.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { Table } from '../../../../parts/table.tsx';
import { Listings } from '../listings/listings.tsx';
import { Reputation } from '../listings/reputation.tsx';
import classes from '../local.module.css';
import { texts } from '../texts/local.ts';
import { businessRoutes, isUnderWay, statusOfScan, type Business, type Scan } from '../types.ts';
import { Progress } from './progress.tsx';
import { StartScan } from './start.tsx';
import { Summary } from './summary.tsx';

const route = getRouteApi('/own/local-seo/businesses/$id');
const { business: words } = texts;

/** A business: how it ranks now, another scan, and those before. */
export default function BusinessPage() {
  const { id } = route.useParams();
  const query = useGet('GET /api/local-seo/businesses/{id}', { id });
  return <div className={classes.page}><Loaded of={query} what={words.what}>{({ data }) => <Shown of={data} />}</Loaded></div>;
}

function Shown({ of: business }: { of: Business }) {
  const mayChange = useMayChange();
  const query = usePages('GET /api/local-seo/scans', { businessId: business.id });
  const scans = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const latest = scans.flatMap(({ summary }) => summary ?? [])[0];
  const underWay = scans.find(isUnderWay);
  return (
    <>
      <PageHead
        title={business.name} tab={words.tab(business.name)} above={<Link to="/local-seo">{words.above}</Link>} actions={<><Button variant="default" renderRoot={props => <Link to="/local-seo/businesses/$id/settings" params={{ id: business.id }} {...props} />}>{words.settings}</Button>{mayChange && <Remove of={business} />}</>}
        answer={query.data && (latest ? words.latest(latest.keyword, latest.metrics.atrp, latest.metrics.solv) : words.never)}
      />
      <Summary of={business} />
      {underWay && <Progress key={underWay.id} runId={underWay.id} mayChange={mayChange} />}
      {mayChange && <StartScan of={business} isBusy={underWay !== undefined} />}
      <Part title={words.scans}>
        <Loaded of={query} what={words.scansWhat}>{() => (scans.length === 0 ? <p className={classes.quiet}>{words.never}</p> : <Scans of={scans} />)}</Loaded>
        <MoreRows of={query} />
      </Part>
      <Listings of={business} />
      <Reputation of={business} />
    </>
  );
}

function Scans({ of }: { of: readonly Scan[] }) {
  return <Table label={words.scans} columns={words.columns} numbers={[4, 5]} rows={of.flatMap(scan => scan.keywords.map((word, at) => cellsOf(scan, word, at)))} />;
}

function cellsOf({ id, createdAt, startsAt, provider, grid, status, summary }: Scan, keyword: string, at: number) {
  const metrics = summary?.[at]?.metrics;
  return [
    <Link key="scan" to="/local-seo/scans/$id" params={{ id }} search={{ keyword }}><Ago at={createdAt} /></Link>, keyword,
    <>{provider.name} <span className={classes.quiet}>{texts.rankKinds[provider.rankKind]}</span></>, words.gridOf(grid.size, texts.meters(grid.spacingMeters)), texts.figure(metrics?.atrp ?? null), texts.percent(metrics?.solv ?? null),
    <><StatusBadge status={statusOfScan[status]} word={texts.statuses[status]} />{status === 'queued' && startsAt !== createdAt && <div className={classes.quiet}>{words.waits} <Ago at={startsAt} /></div>}</>,
  ];
}

function Remove({ of: { id, name } }: { of: Business }) {
  const navigate = useNavigate();
  const send = useSend('DELETE /api/local-seo/businesses/{id}', businessRoutes);
  const [isAsking, setIsAsking] = useState(false);
  const remove = async (): Promise<void> => {
    await send.mutateAsync({ id });
    notifications.show({ message: words.removed });
    await navigate({ to: '/local-seo' });
  };
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>{words.remove}</Button>
      <Confirm opened={isAsking} title={words.removeTitle} action={words.remove} dangerous onClose={() => setIsAsking(false)} onConfirm={remove}>{words.removeSays(name)}</Confirm>
    </>
  );
}
