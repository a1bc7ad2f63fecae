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
      <Loaded of={query} what={texts.what}>{() => (rows.length === 0 ? <Empty title={texts.empty}>{texts.emptyWhy}</Empty> : <Table rows={rows} mayChange={mayChange} />)}</Loaded>
      <MoreRows of={query} />
    </div>
  );
}

function Table({ rows, mayChange }: { rows: readonly Tracked[]; mayChange: boolean }) {
  const [keyword, rank, before, best, page, features, ai, checked, every] = texts.columns;
  return (
    <div className={classes.box} role="region" aria-label={texts.title} tabIndex={0}>
      <table className={classes.table} aria-label={texts.title}>
        <thead><tr>
          <th scope="col">{keyword}</th><th scope="col" data-number>{rank}</th><th scope="col" data-number data-wide>{before}</th><th scope="col" data-number data-wide>{best}</th>
          <th scope="col" data-wide>{page}</th><th scope="col" data-wide>{features}</th><th scope="col" data-wide>{ai}</th><th scope="col">{checked}</th>{mayChange && <><th scope="col">{every}</th><td /></>}
        </tr></thead>
        <tbody>{rows.map(row => <Row key={row.id} of={row} mayChange={mayChange} />)}</tbody>
      </table>
    </div>
  );
}

function Row({ of: tracked, mayChange }: { of: Tracked; mayChange: boolean }) {
  const { id, keyword, provider, country, latest, nextAt, skipped } = tracked;
  const send = useSend('DELETE /api/local-seo/keywords/{id}', keywordRoutes);
  const figure = (rank: number | null | undefined): string => local.figure(rank ?? null);
  const row = (
    <tr data-noted={skipped !== null}>
      <th scope="row">{keyword}<br /><span className={classes.quiet}>{provider.name}, {country}</span></th>
      <td data-number>{latest === null ? local.figure(null) : latest.rank === null ? local.ranks[latest.status] : figure(latest.rank)}{latest?.delta ? <><br /><span className={classes.quiet}>{texts.moved(latest.delta)}</span></> : null}</td>
      <td data-number data-wide>{figure(latest?.previous?.rank)}</td><td data-number data-wide>{figure(latest?.best?.rank)}</td>
      <td data-wide>{latest?.rankUrl ?? local.figure(null)}</td>
      <td data-wide>{latest === null || latest.features.length === 0 ? local.figure(null) : latest.features.join(', ')}</td>
      <td data-wide>{texts.aiStates[latest?.aiAnswer?.state ?? 'unknown']}</td>
      <td>{latest?.at ? <Ago at={latest.at} /> : nextAt === null ? texts.off : texts.waits}</td>
      {mayChange && <td><Repeat of={tracked} /></td>}
      {mayChange && <td><Button size="compact-xs" variant="subtle" loading={send.isPending} aria-label={texts.removeLabel(keyword)} onClick={() => send.mutate({ id })}>{texts.remove}</Button></td>}
    </tr>
  );
  if (skipped === null) return row;
  return (
    <>
      {row}
      <tr><td colSpan={texts.columns.length + (mayChange ? 1 : -1)}><div className={classes.note} data-status="warn">{texts.skipped} {skipped} <Link to="/local-seo/providers">{local.list.providers}</Link></div></td></tr>
    </>
  );
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
