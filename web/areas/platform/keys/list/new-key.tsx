import { Button, Checkbox, Group, NumberInput, Select, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import type { DataOf } from '../../../../api/client.ts';
import { fieldErrors } from '../../../../api/field-errors.ts';
import { useSend } from '../../../../api/queries.ts';
import { useSession } from '../../../../api/session.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/keys.ts';
import { Panel } from '../../../../parts/panel.tsx';
import { endOf, expiries, type Expiry } from './expiry.ts';
import type { Key } from './types.ts';
import classes from './keys.module.css';

type Scope = Key['scopes'][number];

const words = texts.form;
const resources: readonly Scope[] = ['scans', 'domains', 'seo', 'accessibility', 'vulnscan', 'compliance', 'status'];
const DEFAULT_LIMIT = 1000;
const MAX_LIMIT = 10_000;

/** The form of a new key, each right with what it means. */
export function NewKey({ onClose, onMade }: { onClose: () => void; onMade: (reply: DataOf<'POST /api/api-keys'>) => void }) {
  const session = useSession();
  const [scopes, setScopes] = useState<readonly Scope[]>(['scans']);
  const [expiry, setExpiry] = useState<Expiry>('days90');
  const [limit, setLimit] = useState<number | string>(DEFAULT_LIMIT);
  const { mutateAsync, isPending, error } = useSend('POST /api/api-keys', ['GET /api/api-keys']);
  const wrong = fieldErrors(error);
  const alone = scopes.includes('admin');
  const mayWrite = session?.plan === 'enterprise';
  const toggle = (scope: Scope): void => setScopes(before => scope === 'admin' ? (alone ? [] : ['admin']) : before.includes(scope) ? before.filter(one => one !== scope) : [...before, scope]);
  const lacking = !scopes.some(scope => scope !== 'write');

  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const name = (form.get('name') as string).trim();
    const expiresAt = endOf(expiry, (form.get('date') ?? '') as string, Date.now());
    mutateAsync({ scopes: [...scopes], rateLimit: Number(limit), ...(name === '' ? {} : { name }), ...(expiresAt === undefined ? {} : { expiresAt }) }).then(onMade, () => {});
  };

  const tick = (scope: Scope, disabled: boolean, note?: string) => (
    <Checkbox key={scope} checked={scopes.includes(scope)} disabled={disabled} onChange={() => toggle(scope)} label={<code>{words.scope[scope].name}</code>} description={note ?? words.scope[scope].help} />
  );
  return (
    <Panel title={words.title} onClose={onClose}>
      <form onSubmit={submit}>
        <div className={classes.fields}>
          <TextInput name="name" label={words.name} description={words.nameHelp} maxLength={100} error={wrong['name']} data-autofocus />
          <Select label={words.expiry} description={words.expiryHelp} data={expiries.map(value => ({ value, label: words.expiries[value] }))} value={expiry} onChange={value => setExpiry(value as Expiry)} allowDeselect={false} error={expiry === 'date' ? undefined : wrong['expiresAt']} />
          {expiry === 'date' && <TextInput type="date" name="date" label={words.date} description={words.expiryHelp} required withAsterisk={false} error={wrong['expiresAt']} />}
          <NumberInput label={words.limit} description={words.limitHelp} min={1} max={MAX_LIMIT} allowDecimal={false} clampBehavior="strict" value={limit} onChange={setLimit} error={wrong['rateLimit']} />
        </div>
        <fieldset className={classes.rights}>
          <legend>{words.scopes}</legend>
          <p>{words.scopesHelp}</p>
          <div className={classes.ticks}>
            {resources.map(scope => tick(scope, alone))}
            {tick('write', alone || !mayWrite, mayWrite ? undefined : words.writeNeedsPlan)}
            {session?.account.operator === true && tick('admin', false)}
          </div>
        </fieldset>
        {error && <ProblemNote error={error} what={words.failed} />}
        <Group mt="md"><Button type="submit" loading={isPending} disabled={lacking}>{words.submit}</Button>{lacking && <span className={classes.lacking}>{words.noScope}</span>}</Group>
      </form>
    </Panel>
  );
}
