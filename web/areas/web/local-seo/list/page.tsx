import { Anchor, Button } from '@mantine/core';
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
import { Part } from '../../../../parts/section.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import classes from '../local.module.css';
import { texts } from '../texts/local.ts';
import type { Business, Catalog } from '../types.ts';
import { AddBusiness } from './add.tsx';

const { list: words } = texts;

/** The businesses of the account, and who can be asked where they rank. */
export default function Businesses() {
  const plan = useSession()?.plan;
  return plan === 'free' ? <><PageHead title={texts.title} /><PlanNote plan="pro">{texts.planNeeded}</PlanNote></> : <Shown />;
}

function Shown() {
  const mayChange = useMayChange();
  const [isAdding, setIsAdding] = useState(false);
  const query = usePages('GET /api/local-seo/businesses', {});
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const add = mayChange && !isAdding && <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setIsAdding(true)}>{words.add}</Button>;
  return (
    <div className={classes.page}>
      <PageHead title={texts.title} answer={query.data && words.answer(rows.length)} actions={<><Link to="/local-seo/keywords">{words.keywords}</Link>{add}</>} />
      {isAdding && <AddBusiness onClose={() => setIsAdding(false)} />}
      <Loaded of={query} what={words.what}>{() => (rows.length === 0 ? <Empty title={words.empty}>{words.emptyWhy}</Empty> : <Table rows={rows} />)}</Loaded>
      <MoreRows of={query} />
      <Providers />
    </div>
  );
}

function Table({ rows }: { rows: readonly Business[] }) {
  const [business, address, location] = words.columns;
  return (
    <table className={classes.table} aria-label={words.label}>
      <thead><tr><th scope="col">{business}</th><th scope="col" data-wide>{address}</th><th scope="col" data-wide>{location}</th></tr></thead>
      <tbody>{rows.map(({ id, name, address: where, point: { lat, lng } }) => (
        <tr key={id}>
          <th scope="row"><Link to="/local-seo/businesses/$id" params={{ id }}>{name}</Link></th>
          <td data-wide>{where ?? words.none}</td><td data-wide>{texts.coordinates(lat, lng)}</td>
        </tr>
      ))}</tbody>
    </table>
  );
}

function Providers() {
  const query = useGet('GET /api/local-seo/catalog', {});
  const [provider, status, order, price, terms] = words.providerColumns;
  return (
    <Part title={words.providers} answer={words.providersSay}>
      <Loaded of={query} what={words.providers}>{({ data }) => (
        <div className={classes.box} role="region" aria-label={words.providers} tabIndex={0}>
          <table className={classes.table}>
            <thead><tr><th scope="col">{provider}</th><th scope="col">{status}</th><th scope="col" data-wide>{order}</th><th scope="col" data-wide>{price}</th><th scope="col" data-wide>{terms}</th></tr></thead>
            <tbody>{data.providers.map(one => <ProviderRow key={one.id} of={one} />)}</tbody>
          </table>
        </div>
      )}</Loaded>
    </Part>
  );
}

function ProviderRow({ of: { name, configured, usable, ownKey, settings, grid, web, price, terms } }: { of: Catalog['providers'][number] }) {
  const kind = grid?.rankKind ?? web?.rankKind;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <StatusBadge status={usable ? 'pass' : configured ? 'warn' : 'off'} word={ownKey ? words.ownKey : usable ? words.configured : configured ? words.notForYou : words.notConfigured} />
        {!configured && !ownKey && <div className={classes.quiet}>{words.sets(settings)}</div>}
      </td>
      <td data-wide>{kind && texts.rankKinds[kind]}</td>
      <td data-wide>{price}</td>
      <td data-wide>{terms.says} <Anchor underline="always" href={terms.url} target="_blank" rel="noreferrer" inherit>{words.termsLink}</Anchor></td>
    </tr>
  );
}
