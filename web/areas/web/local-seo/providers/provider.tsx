import { Anchor, Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useSend } from '../../../../api/queries.ts';
import { Confirm } from '../../../../parts/confirm.tsx';
import { Facts } from '../../../../parts/facts.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import classes from '../local.module.css';
import { texts } from '../texts/providers.ts';
import { catalogRoutes } from '../types.ts';
import { isConnectable, KeyForm } from './key-form.tsx';

/** A service as the page shows it. */
export interface Described {
  id: string;
  name: string;
  status: Status;
  word: string;
  /** How it is set up, or what to do for that. */
  says: string;
  facts: readonly (readonly [name: string, value: string])[];
  terms: { url: string; readOn: string };
  hasKey: boolean;
  takesKey: boolean;
}

interface ProviderProps {
  of: Described;
  isAdmin: boolean;
  /** Whether its key is being entered. */
  isOpen: boolean;
  onOpen: (open: boolean) => void;
}

/** A service: what it can do, what its terms allow, how it is set up; and the key of the account, which is entered, replaced and removed, and never shown. */
export function Provider({ of: { id, name, status, word, says, facts, terms, hasKey, takesKey }, isAdmin, isOpen, onOpen }: ProviderProps) {
  const send = useSend('DELETE /api/local-seo/providers/{provider}', catalogRoutes);
  const [isAsking, setIsAsking] = useState(false);
  if (!isConnectable(id)) return <li className={classes.provider}><Head name={name} status={status} word={word} says={says} /><About facts={facts} terms={terms} /></li>;
  const remove = async (): Promise<void> => {
    await send.mutateAsync({ provider: id });
    notifications.show({ message: texts.removed(name) });
  };
  return (
    <li className={classes.provider}>
      <Head name={name} status={status} word={word} says={says} />
      {isAdmin && takesKey && (
        <div className={classes.controls}>
          <Button variant="default" size="xs" aria-label={texts.of(hasKey ? texts.replace : texts.add, name)} aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>{hasKey ? texts.replace : texts.add}</Button>
          {hasKey && <Button variant="subtle" color="gray" size="xs" aria-label={texts.of(texts.remove, name)} onClick={() => setIsAsking(true)}>{texts.remove}</Button>}
        </div>
      )}
      {isAdmin && takesKey && isOpen && <KeyForm provider={id} name={name} onDone={() => onOpen(false)} />}
      <About facts={facts} terms={terms} />
      <Confirm opened={isAsking} title={texts.removeTitle(name)} action={texts.remove} dangerous onClose={() => setIsAsking(false)} onConfirm={remove}>{texts.removeSays}</Confirm>
    </li>
  );
}

function Head({ name, status, word, says }: Pick<Described, 'name' | 'status' | 'word' | 'says'>) {
  return (
    <div>
      <h2 className={classes.providerName}>{name} <StatusBadge status={status} word={word} /></h2>
      <p className={classes.providerSays}>{says}</p>
    </div>
  );
}

function About({ facts, terms: { url, readOn } }: Pick<Described, 'facts' | 'terms'>) {
  return (
    <div>
      <Facts of={facts} />
      <p className={classes.quiet}><Anchor underline="always" href={url} target="_blank" rel="noreferrer" inherit>{texts.terms}</Anchor> · {texts.read(readOn)}</p>
    </div>
  );
}
