import { Button, PasswordInput, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { SyntheticEvent } from 'react';
import type { InputOf } from '../../../../api/client.ts';
import { fieldErrors } from '../../../../api/field-errors.ts';
import { useSend } from '../../../../api/queries.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import classes from '../local.module.css';
import { texts } from '../texts/providers.ts';
import { catalogRoutes } from '../types.ts';

const { form: words } = texts;
type Connectable = InputOf<'PUT /api/local-seo/providers/{provider}'>['provider'];
type FieldName = keyof typeof words.fields;

/** The credentials each service takes. */
const fieldsOf: Readonly<Record<Connectable, readonly FieldName[]>> = { google: ['key'], serpApi: ['key'], dataForSeo: ['login', 'password'], businessProfile: ['clientId', 'clientSecret', 'refreshToken'] };
const open: ReadonlySet<FieldName> = new Set(['login', 'clientId']);
const MAX_SECRET = 2000;

/** Whether an account can have a key of its own for it. */
export function isConnectable(id: string): id is Connectable {
  return id in fieldsOf;
}

/** Enters or replaces the key of a service. */
export function KeyForm({ provider, name, onDone }: { provider: Connectable; name: string; onDone: () => void }) {
  const send = useSend('PUT /api/local-seo/providers/{provider}', catalogRoutes);
  const wrong = fieldErrors(send.error);
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = Object.fromEntries(fieldsOf[provider].map(field => [field, (form.get(field) as string).trim()]));
    send.mutate({ provider, ...given }, { onSuccess: () => { notifications.show({ message: texts.saved(name) }); onDone(); } });
  };
  return (
    <form className={classes.keyForm} aria-label={name} onSubmit={submit}>
      <div className={classes.form}>
        {fieldsOf[provider].map(field => {
          const common = { name: field, label: words.fields[field], required: true, withAsterisk: false, maxLength: MAX_SECRET, autoComplete: 'off', error: wrong[field] };
          return open.has(field) ? <TextInput key={field} {...common} spellCheck={false} autoCapitalize="none" /> : <PasswordInput key={field} {...common} />;
        })}
      </div>
      <p className={classes.quiet}>{words.secret}</p>
      {send.error && Object.keys(wrong).length === 0 && <ProblemNote error={send.error} what={words.failed} />}
      <div className={classes.controls}>
        <Button type="submit" size="xs" loading={send.isPending}>{words.save}</Button>
        <Button variant="default" size="xs" onClick={onDone}>{words.cancel}</Button>
      </div>
    </form>
  );
}
