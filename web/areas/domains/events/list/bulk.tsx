import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { usePages } from '../../../../api/queries.ts';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { statusOfFinding } from '../../../../parts/finding-status.ts';
import { texts } from '../texts/events.ts';
import type { Bulk } from './use-bulk.tsx';
import classes from './bulk.module.css';

interface DecidesProps {
  onDecide: (bulk: Bulk) => void;
}

/** Changes that several domains share, each to be decided on as one; those that are being decided are left out. */
export function Shared({ hidden, onDecide }: DecidesProps & { hidden: ReadonlySet<string> }) {
  const query = usePages('GET /api/domain-events/shared', {});
  const shared = query.data?.pages.flatMap(({ data }) => data).filter(({ ids }) => !ids.some(id => hidden.has(id))) ?? [];
  if (shared.length === 0 && !query.hasNextPage) return null;
  return (
    <section className={classes.shared} aria-labelledby="events-shared">
      <h2 id="events-shared" className={classes.title}>{texts.bulk.shared}</h2>
      <ul className={classes.list}>
        {shared.map(({ kind, title, severity, domains, someDomains, ids }) => (
          <li key={ids[0]} className={classes.one}>
            <span className={classes.words}>
              <span className={classes.head}><StatusBadge status={statusOfFinding({ state: 'fail', severity })} word={texts.severities[severity]} /> <strong>{title}</strong></span>
              <span className={classes.quiet}>{texts.bulk.onDomains(domains)}: {someDomains.join(', ')}{domains > someDomains.length ? ' …' : ''} · <code>{kind}</code></span>
            </span>
            <span className={classes.buttons}>
              <Button size="compact-sm" variant="default" aria-label={texts.bulk.all.authorize(ids.length, title)} onClick={() => onDecide({ ids, decision: 'authorize' })}>{texts.bulk.authorize(ids.length)}</Button>
              <Button size="compact-sm" variant="default" aria-label={texts.bulk.all.deny(ids.length, title)} onClick={() => onDecide({ ids, decision: 'deny' })}>{texts.bulk.deny(ids.length)}</Button>
            </span>
          </li>
        ))}
      </ul>
      <MoreRows of={query} />
    </section>
  );
}

/** What to do with the events that are ticked. */
export function Selection({ ids, onDecide, onClear }: DecidesProps & { ids: readonly string[]; onClear: () => void }) {
  const [reason, setReason] = useState('');
  const decide = (decision: Bulk['decision']): void => {
    onDecide({ ids, decision, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) });
    setReason('');
  };
  return (
    <div className={classes.bar} role="group" aria-label={texts.bulk.label}>
      <span className={classes.count} role="status">{texts.bulk.selected(ids.length)}</span>
      <TextInput size="xs" aria-label={texts.noteLabel} placeholder={texts.noteLabel} maxLength={500} value={reason} onChange={event => setReason(event.currentTarget.value)} />
      <Button size="compact-sm" variant="default" onClick={() => decide('authorize')}>{texts.authorize}</Button>
      <Button size="compact-sm" variant="default" onClick={() => decide('deny')}>{texts.deny}</Button>
      <Button size="compact-sm" variant="subtle" onClick={onClear}>{texts.bulk.clear}</Button>
    </div>
  );
}
