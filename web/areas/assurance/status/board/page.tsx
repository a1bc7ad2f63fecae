import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useGet } from '../../../../api/queries.ts';
import { useAddressChange } from '../../../../api/use-address.ts';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar, type Filter } from '../../../../parts/filter-bar.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { Sections } from '../sections.tsx';
import classes from '../status.module.css';
import { texts } from '../texts/status.ts';
import { useFollows } from '../use-follows.ts';
import { AddPage } from './add-page.tsx';
import { Answer } from './answer.tsx';
import { Changes } from './changes.tsx';
import { rowsOf, type BoardRow } from './rows.ts';
import { ServiceRow } from './service-row.tsx';

const route = getRouteApi('/own/status');
const EVERY_MS = 60_000;
const optionsOf = (labels: Readonly<Record<string, string>>) => Object.entries(labels).map(([value, label]) => ({ value, label }));
const filters: readonly Filter[] = [
  { kind: 'text', name: 'q', label: texts.filters.q },
  { kind: 'choice', name: 'category', label: texts.filters.category, options: optionsOf(texts.categories) },
  { kind: 'choice', name: 'level', label: texts.filters.level, options: optionsOf(texts.levels) },
  { kind: 'choice', name: 'followed', label: texts.filters.followed, options: [{ value: 'yes', label: texts.followedOnly }] },
];

/** What third-party services say now, what is wrong first. */
export default function Board() {
  const search = route.useSearch();
  const change = useAddressChange();
  const mayChange = useMayChange();
  const [isAdding, setAdding] = useState(false);
  const query = useGet('GET /api/status/services', {}, { everyMs: EVERY_MS });
  const follows = useFollows();
  return (
    <>
      <PageHead
        title={texts.title} answer={query.data && follows && <Answer services={query.data.data.services} follows={follows} />}
        actions={mayChange && <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>{texts.addPage}</Button>}
      />
      <Sections />
      <div className={classes.page}>
        {isAdding && <AddPage onClose={() => setAdding(false)} />}
        <div>
          <FilterBar filters={filters} values={search} onChange={change} />
          <Loaded of={query} what={texts.what}>
            {({ data }) => <Rows rows={rowsOf(data.services, follows ?? []).filter(row => matches(row, search))} onClear={() => change({ q: undefined, category: undefined, level: undefined, followed: undefined })} />}
          </Loaded>
        </div>
        <Changes />
      </div>
    </>
  );
}

function Rows({ rows, onClear }: { rows: readonly BoardRow[]; onClear: () => void }) {
  if (rows.length === 0) return <Empty title={texts.emptyFiltered} action={<Button variant="default" onClick={onClear}>{texts.clear}</Button>} />;
  return (
    <>
      <ul className={classes.rows} aria-label={texts.list}>{rows.map(row => <ServiceRow key={row.key} row={row} />)}</ul>
      <p className={classes.quiet} role="status">{texts.summary(rows.length)}</p>
    </>
  );
}

function matches({ name, level, service, follow }: BoardRow, { q, category, level: wanted, followed }: Readonly<Record<string, string | undefined>>): boolean {
  return (q === undefined || name.toLowerCase().includes(q.toLowerCase())) && (category === undefined || service?.category === category)
    && (wanted === undefined || level === wanted) && (followed === undefined || follow !== null);
}
