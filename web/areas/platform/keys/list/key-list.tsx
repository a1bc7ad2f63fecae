import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useSend } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Confirm } from '../../../../parts/confirm.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/keys.ts';
import { RenameKey, RotateKey } from './change-key.tsx';
import { nameOf, type Key, type WithSecret } from './types.ts';
import classes from './keys.module.css';

const KeyUsage = lazy(async () => ({ default: (await import('./key-usage.tsx')).KeyUsage }));

interface KeyListProps {
  keys: readonly Key[];
  /** Id of the key whose usage is shown. */
  opened: string | undefined;
  onOpen: (id: string | undefined) => void;
  onRotated: (reply: WithSecret) => void;
}

const marks: Readonly<Record<Key['status'], Status>> = { active: 'pass', expired: 'warn', revoked: 'off' };

type Change = 'rename' | 'rotate' | 'revoke';

/** All keys, those that work first, each with its usage below it where one asks. */
export function KeyList({ keys, opened, onOpen, onRotated }: KeyListProps) {
  const [changing, setChanging] = useState<{ key: Key; by: Change } | null>(null);
  const keyFor = (by: Change): Key | null => (changing?.by === by ? changing.key : null);
  const close = (): void => setChanging(null);
  const ending = keyFor('revoke');
  const revoke = useSend('DELETE /api/api-keys/{id}', ['GET /api/api-keys']);
  const sorted = keys.toSorted((a, b) => Number(b.status === 'active') - Number(a.status === 'active'));
  return (
    <>
      <ul className={classes.list}>
        {sorted.map(key => <Row key={key.id} of={key} open={opened === key.id} onOpen={() => onOpen(opened === key.id ? undefined : key.id)} onChange={by => setChanging({ key, by })} />)}
      </ul>
      <Confirm
        opened={ending !== null} onClose={close} title={texts.revokeTitle(ending ? nameOf(ending) : '')} action={texts.revokeAction} dangerous
        onConfirm={() => revoke.mutateAsync({ id: ending!.id })}
      >
        {texts.revokeText}
      </Confirm>
      <RenameKey of={keyFor('rename')} onClose={close} />
      <RotateKey of={keyFor('rotate')} onClose={close} onRotated={onRotated} />
    </>
  );
}

function Row({ of: key, open, onOpen, onChange }: { of: Key; open: boolean; onOpen: () => void; onChange: (by: Change) => void }) {
  const { id, name, prefix, scopes, status, createdBy, lastUsedAt, lastUsedFrom } = key;
  const usage = `usage-${id}`;
  return (
    <li className={classes.row} data-off={status === 'active' ? undefined : true}>
      <div className={classes.who}>
        <strong>{name ?? texts.noName}</strong>
        <code>{`${prefix}…`}</code>
        <span>{createdBy === null ? texts.byProgram : texts.by(createdBy.name ?? texts.removed)}</span>
      </div>
      <div className={classes.status}><StatusBadge status={marks[status]} word={texts.status[status]} /></div>
      <ul className={classes.scopes} aria-label={texts.columns.scopes}>{scopes.map(scope => <li key={scope} data-strong={scope === 'write' || scope === 'admin' || undefined}>{scope}</li>)}</ul>
      <div className={classes.when}>
        <span>{lastUsedAt === null ? texts.neverUsed : <>{texts.columns.used}{' '}<Ago at={lastUsedAt} />{lastUsedFrom !== null && ` ${texts.from(lastUsedFrom)}`}</>}</span>
        <span><End of={key} /></span>
        {key.previous && status === 'active' && <span>{(Date.parse(key.previous.worksUntil) > Date.now() ? texts.previous : texts.previousEnded)(key.previous.prefix)}{' '}<Ago at={key.previous.worksUntil} /></span>}
      </div>
      <div className={classes.actions}>
        <Button variant="default" size="xs" aria-expanded={open} aria-controls={usage} aria-label={texts.usageOf(nameOf(key))} onClick={onOpen} rightSection={<Icon name={open ? 'up' : 'down'} size={14} />}>{texts.usage}</Button>
        <Button variant="subtle" size="xs" aria-label={texts.renameOf(nameOf(key))} onClick={() => onChange('rename')}>{texts.rename}</Button>
        {status === 'active' && <Button variant="subtle" size="xs" aria-label={texts.rotateOf(nameOf(key))} onClick={() => onChange('rotate')}>{texts.rotate}</Button>}
        {status === 'active' && <Button variant="subtle" color="red" size="xs" aria-label={texts.revokeOf(nameOf(key))} onClick={() => onChange('revoke')}>{texts.revoke}</Button>}
      </div>
      <div id={usage} className={classes.more} hidden={!open}>{open && <Suspense><KeyUsage id={id} /></Suspense>}</div>
    </li>
  );
}

function End({ of: { status, expiresAt, revokedAt } }: { of: Key }) {
  if (status === 'revoked') return <>{texts.ended.revoked}{' '}<Ago at={revokedAt} /></>;
  if (expiresAt === null) return texts.neverEnds;
  return <>{status === 'expired' ? texts.ended.expired : texts.columns.ends}{' '}<Ago at={expiresAt} /></>;
}
