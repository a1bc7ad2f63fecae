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
        <Loaded of={query} what={words.scansWhat}>{() => (scans.length === 0 ? <p className={classes.quiet}>{words.never}</p> : <Table scans={scans} />)}</Loaded>
        <MoreRows of={query} />
      </Part>
      <Listings of={business} />
      <Reputation of={business} />
    </>
  );
}

function Table({ scans }: { scans: readonly Scan[] }) {
  const [scanned, keyword, provider, grid, atrp, solv, status] = words.columns;
  return (
    <table className={classes.table} aria-label={words.scans}>
      <thead><tr>
        <th scope="col">{scanned}</th><th scope="col">{keyword}</th><th scope="col" data-wide>{provider}</th><th scope="col" data-wide>{grid}</th><th scope="col" data-number>{atrp}</th><th scope="col" data-number>{solv}</th><th scope="col">{status}</th>
      </tr></thead>
      <tbody>{scans.flatMap(scan => scan.keywords.map((word, at) => <Row key={`${scan.id} ${word}`} of={scan} keyword={word} at={at} />))}</tbody>
    </table>
  );
}

function Row({ of: { id, createdAt, startsAt, provider, grid, status, summary }, keyword, at }: { of: Scan; keyword: string; at: number }) {
  const metrics = summary?.[at]?.metrics;
  return (
    <tr>
      <th scope="row"><Link to="/local-seo/scans/$id" params={{ id }} search={{ keyword }}><Ago at={createdAt} /></Link></th>
      <td>{keyword}</td>
      <td data-wide>{provider.name}<br /><span className={classes.quiet}>{texts.rankKinds[provider.rankKind]}</span></td>
      <td data-wide>{words.gridOf(grid.size, texts.meters(grid.spacingMeters))}</td>
      <td data-number>{texts.figure(metrics?.atrp ?? null)}</td><td data-number>{texts.percent(metrics?.solv ?? null)}</td>
      <td><StatusBadge status={statusOfScan[status]} word={texts.statuses[status]} />{status === 'queued' && startsAt !== createdAt && <div className={classes.quiet}>{words.waits} <Ago at={startsAt} /></div>}</td>
    </tr>
  );
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
