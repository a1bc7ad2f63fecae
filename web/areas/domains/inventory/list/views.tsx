import { Button, Modal, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useGet, useSend } from '../../../../api/queries.ts';
import { holds, useSession } from '../../../../api/session.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { parseSearch } from '../../../../search.ts';
import { texts as parts } from '../../../../texts/parts.ts';
import { texts } from '../texts/inventory.ts';
import classes from './domains.module.css';
import { queryOf } from './view-query.ts';

const words = texts.views;
const MAX_NAME = 60;

/** Views of the list that the account keeps, each a link; those who may change settings save what the address has, or delete what is shown. */
export function Views({ search }: { search: Readonly<Record<string, string | undefined>> }) {
  const mayKeep = holds(useSession()?.role ?? null, 'admin');
  const settings = useGet('GET /api/settings', {}).data?.data;
  const send = useSend('PUT /api/settings', ['GET /api/settings']);
  const [isNaming, setNaming] = useState(false);
  if (!settings) return null;
  const { version, domainViews: { saved } } = settings;
  const query = queryOf(search);
  const shown = saved.find(view => view.query === query);
  if (saved.length === 0 && (query === '' || !mayKeep)) return null;
  const keep = (views: typeof saved): void => send.mutate({ version, domainViews: { saved: views } }, { onSuccess: () => setNaming(false) });
  return (
    <nav className={classes.views} aria-label={words.label}>
      {saved.map(view => <Link key={view.name} to="/domains" search={parseSearch(view.query)} className={classes.view} aria-current={view === shown ? 'page' : undefined} activeOptions={{ exact: true, includeSearch: true }}>{view.name}</Link>)}
      {mayKeep && shown !== undefined && <Button size="compact-sm" variant="subtle" loading={send.isPending} onClick={() => keep(saved.filter(view => view !== shown))}>{words.delete(shown.name)}</Button>}
      {mayKeep && shown === undefined && query !== '' && <Button size="compact-sm" variant="subtle" onClick={() => setNaming(true)}>{words.save}</Button>}
      {send.error && !isNaming && <ProblemNote error={send.error} what={words.failed} />}
      <Modal opened={isNaming} onClose={() => setNaming(false)} title={words.save} closeButtonProps={{ 'aria-label': parts.close }}>
        <Naming taken={saved.map(({ name }) => name)} error={send.error} isBusy={send.isPending} onName={name => keep([...saved, { name, query }])} />
      </Modal>
    </nav>
  );
}

function Naming({ taken, error, isBusy, onName }: { taken: readonly string[]; error: Error | null; isBusy: boolean; onName: (name: string) => void }) {
  const [name, setName] = useState('');
  const isTaken = taken.includes(name.trim());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '' && !isTaken) onName(name.trim());
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput label={words.name} description={words.says} value={name} maxLength={MAX_NAME} error={isTaken ? words.taken : null} onChange={event => setName(event.currentTarget.value)} data-autofocus />
      {error && <ProblemNote error={error} what={words.failed} />}
      <div className={classes.formFoot}><span /><Button type="submit" loading={isBusy} disabled={name.trim() === ''}>{words.save}</Button></div>
    </form>
  );
}
