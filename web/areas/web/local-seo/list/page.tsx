import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useGet, usePages } from '../../../../api/queries.ts';
import { useSession } from '../../../../api/session.ts';
import { Empty } from '../../../../parts/empty.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { PlanNote } from '../../../../parts/plan-note.tsx';
import { Sample } from '../../../../parts/sample.tsx';
import { Table } from '../../../../parts/table.tsx';
import classes from '../local.module.css';
import { texts } from '../texts/local.ts';
import type { Business } from '../types.ts';
import { AddBusiness } from './add.tsx';

const { list: words } = texts;

/** The businesses of the account. */
export default function Businesses() {
  const plan = useSession()?.plan;
  return plan === 'free' ? <><PageHead title={texts.title} /><PlanNote plan="pro" sample={<Sample of={texts.sample} as={['pass', 'warn', 'fail']} />}>{texts.planNeeded}</PlanNote></> : <Shown />;
}

function Shown() {
  const mayChange = useMayChange();
  const [isAdding, setIsAdding] = useState(false);
  const query = usePages('GET /api/local-seo/businesses', {});
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const counts = query.data?.pages[0]?.counts;
  const add = mayChange && !isAdding && <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setIsAdding(true)}>{words.add}</Button>;
  return (
    <div className={classes.page}>
      <PageHead title={texts.title} answer={counts && words.answer(counts.businesses)} actions={<><Link to="/local-seo/keywords">{words.keywords}</Link><Link to="/local-seo/providers">{words.providers}</Link>{add}</>} />
      <NoProvider />
      {isAdding && <AddBusiness onClose={() => setIsAdding(false)} />}
      <Loaded of={query} what={words.what}>{() => (rows.length === 0 ? <Empty title={words.empty}>{words.emptyWhy}</Empty> : <List of={rows} />)}</Loaded>
      <MoreRows of={query} />
    </div>
  );
}

function List({ of }: { of: readonly Business[] }) {
  return (
    <Table
      asCards label={words.label} columns={words.columns}
      rows={of.map(({ id, name, address, point: { lat, lng } }) => [<Link key="name" to="/local-seo/businesses/$id" params={{ id }}>{name}</Link>, address ?? words.none, texts.coordinates(lat, lng)])}
    />
  );
}

/** Says so where nobody can be asked. */
function NoProvider() {
  const providers = useGet('GET /api/local-seo/catalog', {}).data?.data.providers;
  if (providers === undefined || providers.some(({ grid, usable }) => grid !== null && usable)) return null;
  return <p className={classes.note} data-status="info">{words.noProvider} <Link to="/local-seo/providers">{words.providers}</Link></p>;
}
