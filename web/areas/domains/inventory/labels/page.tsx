import { ActionIcon, Button, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { usePages, useSend } from '../../../../api/queries.ts';
import { language } from '../../../../language/index.ts';
import { Confirm } from '../../../../parts/confirm.tsx';
import { DataTable, type Column } from '../../../../parts/data-table.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { texts } from '../texts/inventory.ts';
import classes from '../list/domains.module.css';
import { LabelForm } from './label-form.tsx';
import { inventoryRoutes } from '../refreshes.ts';
import { TableSkeleton } from '../list/table-skeleton.tsx';
import type { Label } from './types.ts';

type Kind = 'group' | 'client';

const words = texts.label;
const ROW_PX = 40;
const ROWS_A_PAGE = 200;

/** The groups and the clients of the account. */
export default function Labels() {
  return (
    <>
      <PageHead title={words.title} answer={words.lead} above={<Link to="/domains">{words.back}</Link>} />
      <div className={classes.sections}>
        <Section kind="client" />
        <Section kind="group" />
      </div>
    </>
  );
}

function Section({ kind }: { kind: Kind }) {
  const isClient = kind === 'client';
  const mayChange = useMayChange();
  const query = usePages(isClient ? 'GET /api/clients' : 'GET /api/groups', { limit: ROWS_A_PAGE });
  const remove = useSend(isClient ? 'DELETE /api/clients/{id}' : 'DELETE /api/groups/{id}', inventoryRoutes);
  const [edited, setEdited] = useState<Label | 'new' | null>(null);
  const [removed, setRemoved] = useState<Label | null>(null);
  const add = mayChange ? <Button size="xs" variant="default" leftSection={<Icon name="plus" size={14} />} onClick={() => setEdited('new')}>{isClient ? words.addClient : words.addGroup}</Button> : null;
  return (
    <section aria-labelledby={`labels-${kind}`}>
      <div className={classes.sectionHead}><Title order={2} id={`labels-${kind}`}>{isClient ? words.clients : words.groups}</Title>{add}</div>
      <Loaded of={query} what={isClient ? words.whatClients : words.whatGroups} skeleton={<TableSkeleton rowHeight={ROW_PX} />}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }): Label[] => data);
          if (rows.length === 0) return <Empty title={isClient ? words.noClients : words.noGroups}>{isClient ? words.noClientsHelp : words.noGroupsHelp}</Empty>;
          return (
            <DataTable label={isClient ? words.clients : words.groups} columns={columnsOf(kind, mayChange ? { onEdit: setEdited, onRemove: setRemoved } : null)} rows={rows} keyOf={({ id }) => id} nameOf={({ name }) => name}
              rowHeight={ROW_PX} onEnd={query.hasNextPage ? () => void query.fetchNextPage() : undefined} />
          );
        }}
      </Loaded>
      {edited !== null && <LabelForm kind={kind} label={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      <Confirm opened={removed !== null} onClose={() => setRemoved(null)} title={words.removeTitle(removed?.name ?? '')} action={words.removeAction} dangerous onConfirm={() => remove.mutateAsync({ id: removed!.id })}>
        {words.removeHelp(removed?.domains ?? 0)}
      </Confirm>
    </section>
  );
}

interface Changes {
  onEdit: (label: Label) => void;
  onRemove: (label: Label) => void;
}

function columnsOf(kind: Kind, changes: Changes | null): readonly Column<Label>[] {
  return [
    { id: 'name', title: words.name, cell: ({ id, name }) => <Link to="/domains" search={{ [kind]: id }}>{name}</Link> },
    { id: 'domains', title: words.domains, width: '6rem', align: 'end', cell: ({ id, domains }) => <Link to="/domains" search={{ [kind]: id }}>{language.number(domains)}</Link> },
    ...(kind === 'client' ? [{ id: 'contact', title: words.contact, from: 'md', cell: ({ contactEmail }: Label) => contactEmail ?? '' } as const] : []),
    { id: 'note', title: words.note, from: 'md', cell: ({ note }) => <span className={classes.quiet}>{note}</span> },
    { id: 'actions', title: words.actions, width: '8rem', align: 'end', cell: label => <Tools kind={kind} label={label} changes={changes} /> },
  ];
}

function Tools({ kind, label, changes }: { kind: Kind; label: Label; changes: Changes | null }) {
  const { id, name } = label;
  return (
    <span className={classes.tools}>
      <ActionIcon variant="subtle" color="gray" aria-label={words.report(name)} title={words.report(name)} component="a" href={`/api/reports/account?${kind}=${id}`} download><Icon name="docs" size={16} /></ActionIcon>
      {changes && <ActionIcon variant="subtle" color="gray" aria-label={words.edit(name)} onClick={() => changes.onEdit(label)}><Icon name="edit" size={16} /></ActionIcon>}
      {changes && <ActionIcon variant="subtle" color="gray" aria-label={words.remove(name)} onClick={() => changes.onRemove(label)}><Icon name="trash" size={16} /></ActionIcon>}
    </span>
  );
}
