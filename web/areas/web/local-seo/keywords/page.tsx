import { Button, Select } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { usePages, useSend } from '../../../../api/queries.ts';
import { useSession } from '../../../../api/session.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { PlanNote } from '../../../../parts/plan-note.tsx';
import { Table } from '../../../../parts/table.tsx';
import { intervalsWith } from '../intervals.ts';
import classes from '../local.module.css';
import { texts } from '../texts/keywords.ts';
import { texts as local } from '../texts/local.ts';
import { keywordRoutes, type Tracked } from '../types.ts';
import { TrackKeyword } from './add.tsx';

const OFF = 'off';

/** Keywords whose web ranks are checked regularly. */
export default function Keywords() {
  const plan = useSession()?.plan;
  return plan === 'free' ? <><PageHead title={texts.title} /><PlanNote plan="pro">{texts.planNeeded}</PlanNote></> : <Shown />;
}

function Shown() {
  const mayChange = useMayChange();
  const [isAdding, setIsAdding] = useState(false);
  const query = usePages('GET /api/local-seo/keywords', {});
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const add = mayChange && !isAdding && <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setIsAdding(true)}>{texts.add}</Button>;
  return (
    <div className={classes.page}>
      <PageHead title={texts.title} above={<Link to="/local-seo">{local.title}</Link>} answer={texts.answer} actions={add} />
      {isAdding && <TrackKeyword onClose={() => setIsAdding(false)} />}
      <Loaded of={query} what={texts.what}>{() => (rows.length === 0 ? <Empty title={texts.empty}>{texts.emptyWhy}</Empty> : <Ranks rows={rows} mayChange={mayChange} />)}</Loaded>
      <MoreRows of={query} />
    </div>
  );
}

function Ranks({ rows, mayChange }: { rows: readonly Tracked[]; mayChange: boolean }) {
  return (
    <div className={classes.box} role="region" aria-label={texts.title} tabIndex={0}>
      <Table label={texts.title} columns={mayChange ? [...texts.columns, ''] : texts.columns.slice(0, -1)} numbers={[1, 2, 3]} machine={[4]} rows={rows.map(row => cellsOf(row, mayChange))} />
    </div>
  );
}

function cellsOf(tracked: Tracked, mayChange: boolean) {
  const { id, keyword, provider, country, latest, nextAt, skipped } = tracked;
  const figure = (rank: number | null | undefined): string => local.figure(rank ?? null);
  return [
    <>
      {keyword}<br /><span className={classes.quiet}>{provider.name}, {country}</span>
      {skipped !== null && <div className={classes.note} data-status="warn">{texts.skipped} {skipped} <Link to="/local-seo/providers">{local.list.providers}</Link></div>}
    </>,
    <>{latest === null ? local.figure(null) : latest.rank === null ? local.ranks[latest.status] : figure(latest.rank)}{latest?.delta ? <><br /><span className={classes.quiet}>{texts.moved(latest.delta)}</span></> : null}</>,
    figure(latest?.previous?.rank), figure(latest?.best?.rank), latest?.rankUrl ?? local.figure(null),
    latest === null || latest.features.length === 0 ? local.figure(null) : latest.features.join(', '), texts.aiStates[latest?.aiAnswer?.state ?? 'unknown'],
    latest?.at ? <Ago key="at" at={latest.at} /> : nextAt === null ? texts.off : texts.waits,
    ...(mayChange ? [<Repeat key={id} of={tracked} />, <Stop key={id} of={tracked} />] : []),
  ];
}

function Stop({ of: { id, keyword } }: { of: Tracked }) {
  const send = useSend('DELETE /api/local-seo/keywords/{id}', keywordRoutes);
  return <Button size="compact-xs" variant="subtle" loading={send.isPending} aria-label={texts.removeLabel(keyword)} onClick={() => send.mutate({ id })}>{texts.remove}</Button>;
}

/** How often the keyword is checked. */
function Repeat({ of: { id, keyword, everyDays, enabled } }: { of: Tracked }) {
  const send = useSend('PATCH /api/local-seo/keywords/{id}', keywordRoutes);
  return (
    <Select
      size="xs" w={130} allowDeselect={false} aria-label={texts.everyLabel(keyword)} disabled={send.isPending} value={enabled ? String(everyDays) : OFF}
      data={[...intervalsWith(everyDays), { value: OFF, label: texts.off }]} onChange={value => send.mutate(value === OFF ? { id, enabled: false } : { id, enabled: true, everyDays: Number(value) })}
    />
  );
}
